/** Version 2 of the exchange's interface (docs/exchange.md). */
import type { Weight } from '../../model/call.ts';
import { defaultConfig } from '../../model/config.ts';
import type { Dialect } from '../dialect.ts';
import { batchEntry, CALLS, clientOidsIn } from './bodies.ts';
import { FIXED_CODES } from './codes.ts';
import { readContracts } from './contract-list.ts';
import {
  CANCELS,
  CONTRACTS,
  FILLS,
  LISTS,
  MONEY,
  OPERATIONS as PLACES,
  POSITION,
  POSITIONS,
  TICKER,
  TIME,
} from './requests.ts';

const sum = (requests: readonly { readonly weight: Weight }[]): Weight => ({
  ip: requests.reduce((all, { weight }) => all + weight.ip, 0),
  uid: requests.reduce((all, { weight }) => all + weight.uid, 0),
});

const heaviest = (requests: readonly { readonly weight: Weight }[]): Weight => ({
  ip: Math.max(...requests.map(({ weight }) => weight.ip)),
  uid: Math.max(...requests.map(({ weight }) => weight.uid)),
});

export const v2: Dialect = {
  calls: CALLS,
  entryOf: batchEntry,
  triggerPresets: false,
  clientOidsIn,
  contracts: { ...CONTRACTS, read: readContracts },
  defaults: {
    limits: defaultConfig.exchange.limits,
    cancelBatch: defaultConfig.exchange.cancelBatch,
    maxOrdersPerCall: defaultConfig.execution.maxOrdersPerCall,
  },
  accountWindow: { key: 'uidWeight', name: 'UID weight' },
  fixedCodes: FIXED_CODES,
  check: {
    settings: [],
    money: MONEY.weight,
    ofAll: [],
    ofSymbol: [TICKER, LISTS['open-triggers'], LISTS.open, POSITION].map(({ weight }) => weight),
  },
  look: sum([POSITION, LISTS.open, LISTS['open-triggers']]),
  heaviest: {
    calls: heaviest([...Object.values(PLACES), ...Object.values(CANCELS)]),
    questions: heaviest([...Object.values(LISTS), FILLS, POSITION, POSITIONS, MONEY, TICKER, TIME, CONTRACTS]),
  },
};
