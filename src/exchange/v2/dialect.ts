/** Version 2 of the exchange's interface (docs/exchange.md). */
import { heaviestOf, totalWeight } from '../../model/call.ts';
import { defaultConfig } from '../../model/config.ts';
import type { Dialect } from '../dialect.ts';
import { batchEntry, CALLS, clientOidsIn } from './bodies.ts';
import { FIXED_CODES } from './codes.ts';
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
import type { Decimal } from '../../model/decimal.ts';
import type { Received } from '../../model/evidence.ts';
import type { ContractList } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { JsonObject } from '../answers/answers.ts';
import { aboveZero, decimalOf, placesOf, plain, readContractsBy, tenTo } from '../answers/contract-records.ts';
import { BOOK } from './book.ts';

/**
 * The list of contracts as instruments (docs/exchange.md#contracts). Precision is money, so nothing is guessed: a contract whose
 * fields are missing, or contradict each other, is left out, with the reason.
 *
 * - tick = `priceEndStep` × 10^-`tick_size`. `tick_size` counts decimals and is not a step. The documents do not say what a
 *   missing `priceEndStep` means.
 * - step = `contract_val` if it is above zero, else `minOrderSize`, and a multiple of 10^-`size_increment`. That power
 *   alone is not the step: DOGE goes in hundreds with no decimals.
 *
 * Fields come as strings or numbers. Java writes 0.0000001 as `1E-7` and may write 100 as `1E+2`: both are read exactly.
 */
const NAMES = { symbol: 'symbol', minSize: 'minOrderSize', maxSize: 'maxOrderSize' };

/** Reads an answer: a bare list of contracts. */
export const readContracts = (received: Received): ContractList =>
  readContractsBy({ book: BOOK, names: NAMES, listIn: (body) => body, tickOf, stepOf }, received);

function tickOf(record: JsonObject): Result<Decimal, string> {
  const places = placesOf(record, 'tick_size');
  if (!places.ok) return places;
  const endStep = aboveZero(record, 'priceEndStep');
  if (!endStep.ok) return endStep;
  if (!endStep.value.isMultipleOf(tenTo(0)))
    return err(`\`priceEndStep\` ${endStep.value.toString()} is not a whole number`);
  const tick = plain(endStep.value.times(tenTo(-places.value)));
  return tick === undefined ? err('its tick has too many digits') : ok(tick);
}

function stepOf(record: JsonObject): Result<Decimal, string> {
  const faceValue = decimalOf(record, 'contract_val');
  if (!faceValue.ok) return faceValue;
  const step = faceValue.value?.isZero === false ? ok(faceValue.value) : aboveZero(record, 'minOrderSize');
  if (!step.ok) return step;
  const places = placesOf(record, 'size_increment');
  if (!places.ok) return places;
  const unit = tenTo(-places.value);
  if (step.value.isMultipleOf(unit)) return step;
  return err(
    `its step ${step.value.toString()} is not a multiple of ${unit.toString()}, which \`size_increment\` comes to`,
  );
}

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
  look: totalWeight([POSITION, LISTS.open, LISTS['open-triggers']]),
  heaviest: {
    calls: heaviestOf([...Object.values(PLACES), ...Object.values(CANCELS)]),
    questions: heaviestOf([...Object.values(LISTS), FILLS, POSITION, POSITIONS, MONEY, TICKER, TIME, CONTRACTS]),
  },
};
