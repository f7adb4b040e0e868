/** Version 3 of the exchange's interface (docs/exchange-v3.md). */
import type { Cost, Weight } from '../../model/call.ts';
import type { Dialect } from '../dialect.ts';
import { batchEntry, CALLS, clientOidsIn } from './bodies.ts';
import { BOOK } from './book.ts';
import { readContracts } from './contract-list.ts';
import {
  ACCOUNT,
  BOOK_TICKER,
  CANCELS,
  CONTRACTS,
  MOST_CANCELS,
  FILLS,
  LISTS,
  MARK_PRICE,
  MONEY,
  PLACES,
  POSITION,
  POSITIONS,
  SYMBOLS,
  TIME,
  TRADABLE,
} from './requests.ts';

const sum = (requests: readonly { readonly weight: Cost }[]): Weight => ({
  ip: requests.reduce((all, { weight }) => all + weight.ip, 0),
  uid: requests.reduce((all, { weight }) => all + weight.uid, 0),
});

const heaviest = (requests: readonly { readonly weight: Cost }[]): Weight => ({
  ip: Math.max(...requests.map(({ weight }) => weight.ip)),
  uid: Math.max(...requests.map(({ weight }) => weight.uid)),
});

export const v3: Dialect = {
  calls: CALLS,
  entryOf: batchEntry,
  triggerPresets: true,
  clientOidsIn,
  contracts: { ...CONTRACTS, read: readContracts },
  // Three sources tell three limits of orders: these are the lowest that was told of both windows together.
  defaults: {
    limits: {
      ip: { amount: 500, windowMs: 10_000 },
      uid: { amount: 50, windowMs: 60_000 },
      orderCalls: { amount: 10, windowMs: 10_000 },
      countsOrders: true,
    },
    cancelBatch: MOST_CANCELS,
    // Batch placing is documented, and reported not to work.
    maxOrdersPerCall: 1,
  },
  accountWindow: { key: 'orderCallsPerMinute', name: 'orders' },
  fixedCodes: BOOK.fixedCodes,
  check: {
    settings: [ACCOUNT, SYMBOLS, TRADABLE].map(({ weight }) => weight),
    money: MONEY.weight,
    ofAll: [LISTS['open-triggers'], LISTS.open].map(({ weight }) => weight),
    ofSymbol: [BOOK_TICKER, MARK_PRICE, POSITION].map(({ weight }) => weight),
  },
  look: sum([POSITION, LISTS.open, LISTS['open-triggers']]),
  heaviest: {
    calls: heaviest([...Object.values(PLACES), ...Object.values(CANCELS)]),
    questions: heaviest([
      ...Object.values(LISTS),
      FILLS,
      POSITION,
      POSITIONS,
      MONEY,
      BOOK_TICKER,
      MARK_PRICE,
      TIME,
      CONTRACTS,
      ACCOUNT,
      SYMBOLS,
    ]),
  },
};
