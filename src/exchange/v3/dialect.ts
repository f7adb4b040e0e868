/** Version 3 of the exchange's interface (docs/exchange-v3.md). */
import { heaviestOf, totalWeight } from '../../model/call.ts';
import type { Dialect } from '../dialect.ts';
import { batchEntry, CALLS, clientOidsIn } from './bodies.ts';
import { BOOK } from './book.ts';
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
import type { Decimal } from '../../model/decimal.ts';
import type { Received } from '../../model/evidence.ts';
import type { ContractList } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { isObject, type JsonObject } from '../answers/answers.ts';
import { aboveZero, placesOf, readContractsBy, tenTo } from '../answers/contract-records.ts';

/**
 * The list of contracts as instruments (docs/exchange-v3.md#contracts).
 *
 * - tick = 10^-`pricePrecision`: version 3 tells no other.
 * - step = the coarser of `contractVal` and 10^-`quantityPrecision`, which are the same wherever both were seen.
 */
const NAMES = { symbol: 'symbol', minSize: 'minOrderSize', maxSize: 'maxOrderSize' };

/** Reads an answer: an object with a list of symbols. */
export const readContracts = (received: Received): ContractList =>
  readContractsBy(
    { book: BOOK, names: NAMES, listIn: (body) => (isObject(body) ? body['symbols'] : undefined), tickOf, stepOf },
    received,
  );

function tickOf(record: JsonObject): Result<Decimal, string> {
  const places = placesOf(record, 'pricePrecision');
  return places.ok ? ok(tenTo(-places.value)) : places;
}

function stepOf(record: JsonObject): Result<Decimal, string> {
  const value = aboveZero(record, 'contractVal');
  if (!value.ok) return value;
  const places = placesOf(record, 'quantityPrecision');
  if (!places.ok) return places;
  const unit = tenTo(-places.value);
  const [coarse, fine] = unit.compare(value.value) > 0 ? [unit, value.value] : [value.value, unit];
  if (coarse.isMultipleOf(fine)) return ok(coarse);
  return err(`\`contractVal\` ${value.value.toString()} and \`quantityPrecision\` do not fit together`);
}

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
  look: totalWeight([POSITION, LISTS.open, LISTS['open-triggers']]),
  heaviest: {
    calls: heaviestOf([...Object.values(PLACES), ...Object.values(CANCELS)]),
    questions: heaviestOf([
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
