/** What a row of a position says besides its side and its size; and prices in an answer about one symbol, whatever the version. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { MarginMode } from '../../model/order.ts';
import type { SettingTold } from '../../model/account-settings.ts';
import type { HeldRow, MarketTold, PositionRow, PositionTold, Prices } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { AnswerBook } from './answer-book.ts';
import { givenAs, isObject, onlyOf, textOf, type JsonObject } from './answers.ts';
import { amountIn } from './records.ts';
import { decimalTextOf, toldBy } from './told.ts';

/** The exchange's words for margin modes, in capitals. */
const MODES: Readonly<Record<string, MarginMode>> = {
  SHARED: 'cross',
  CROSSED: 'cross',
  CROSS: 'cross',
  ISOLATED: 'isolated',
};

interface RowNames {
  readonly marginMode: string;
  readonly openValue: string;
  readonly separated: string;
}

/** A word under a name in its spellings, in capitals; undefined where there is none, or two that differ. */
const wordIn = (row: JsonObject, name: string): string | undefined =>
  onlyOf(givenAs(row, name).map((one) => textOf(one)?.toUpperCase()));

/** The side of a row; undefined where it is of no side, or of another symbol. */
type SideOf = (row: JsonObject) => PositionRow['side'] | undefined;

interface RowReading {
  readonly book: AnswerBook;
  readonly names: RowNames;
  /** The one word for positions that are not separated. */
  readonly combined: string;
  readonly sideOf: SideOf;
}

function rowIn(record: JsonObject, { names, combined, sideOf }: RowReading): PositionRow | undefined {
  const [side, size] = [sideOf(record), decimalTextOf(record['size'])];
  if (side === undefined || size === undefined) return undefined;
  const word = wordIn(record, names.separated);
  return {
    side,
    size,
    ...defined({
      marginMode: MODES[wordIn(record, names.marginMode) ?? ''],
      openValue: amountIn(record, names.openValue),
      leverage: amountIn(record, 'leverage'),
      isSeparated: word === undefined ? undefined : word !== combined,
    }),
  };
}

const UNREADABLE_ROW = { kind: 'failed', message: 'a row of the position cannot be read' } as const;

/** The records of an answer about positions, or why there are none. */
function recordsIn(evidence: Evidence, book: AnswerBook): readonly JsonObject[] | Unanswered {
  const told = toldBy(evidence, book);
  if (told.kind !== 'told') return told;
  if (!Array.isArray(told.payload)) return { kind: 'failed', message: 'an answer without a list' };
  return (told.payload as readonly Json[]).map((row) => (isObject(row) ? row : {}));
}

/** Reads both sides from an answer. A row that cannot be read makes it a failure: a sum without it would be too small. */
export function positionIn(evidence: Evidence, reading: RowReading): PositionTold | Unanswered {
  const records = recordsIn(evidence, reading.book);
  if ('kind' in records) return records;
  const held = { long: Decimal.zero, short: Decimal.zero };
  const rows: PositionRow[] = [];
  for (const record of records) {
    const row = rowIn(record, reading);
    if (row === undefined) return UNREADABLE_ROW;
    // Both margin modes may have a row of one side.
    held[row.side] = held[row.side].plus(Decimal.of(row.size));
    rows.push(row);
  }
  return { kind: 'position', long: held.long.canonical(), short: held.short.canonical(), rows };
}

/** The same of all symbols. */
export function heldIn(evidence: Evidence, reading: RowReading): SettingTold<readonly HeldRow[]> | Unanswered {
  const records = recordsIn(evidence, reading.book);
  if ('kind' in records) return records;
  const value: HeldRow[] = [];
  for (const record of records) {
    const [row, symbol] = [rowIn(record, reading), textOf(record['symbol'])];
    if (row === undefined || symbol === undefined) return UNREADABLE_ROW;
    value.push({ ...row, symbol });
  }
  return { kind: 'told', value };
}

type PriceNames = Readonly<Partial<Record<keyof Prices, string>>>;

/** Every price that is named, of the symbol that was asked about: in an object, or in the one row of a list. */
export function pricesIn(
  evidence: Evidence,
  { book, symbol, names }: { readonly book: AnswerBook; readonly symbol: string; readonly names: PriceNames },
): MarketTold | Unanswered {
  const told = toldBy(evidence, book);
  if (told.kind !== 'told') return told;
  const rows = Array.isArray(told.payload) ? (told.payload as readonly Json[]) : [told.payload];
  const [row, ...others] = rows.filter((one) => isObject(one) && sameSymbol(textOf(one['symbol']) ?? symbol, symbol));
  if (!isObject(row) || others.length > 0) return { kind: 'failed', message: 'an answer without prices of the symbol' };
  const prices: Partial<Record<keyof Prices, string>> = {};
  for (const [price, name] of Object.entries(names) as [keyof Prices, string][]) {
    const text = decimalTextOf(row[name]);
    if (text === undefined || Decimal.of(text).coefficient <= 0n)
      return { kind: 'failed', message: `an answer without a ${price} price` };
    prices[price] = text;
  }
  return { kind: 'market', prices };
}
