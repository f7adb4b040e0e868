/** What a row of a position says beside its side and its size; and prices in an answer about one symbol, whatever the version. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { MarginMode } from '../../model/order.ts';
import type { MarketTold, PositionRow, PositionTold, Prices } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { AnswerBook } from './answer-book.ts';
import { givenAs, isObject, textOf, type JsonObject } from './answers.ts';
import { amountIn } from './records.ts';
import { decimalTextOf, toldBy } from './told.ts';

/** The exchange's words for margin modes, in capitals. */
const MODES: Readonly<Record<string, MarginMode>> = {
  SHARED: 'cross',
  CROSSED: 'cross',
  CROSS: 'cross',
  ISOLATED: 'isolated',
};

/** How a version names these of a row. */
export interface RowNames {
  readonly marginMode: string;
  readonly openValue: string;
}

const modeIn = (row: JsonObject, name: string): MarginMode | undefined => {
  const [word, ...others] = new Set(givenAs(row, name).map((one) => textOf(one)?.toUpperCase() ?? ''));
  return others.length === 0 ? MODES[word ?? ''] : undefined;
};

/** The side of a row; undefined where it is of no side, or of another symbol. */
type SideOf = (row: JsonObject) => PositionRow['side'] | undefined;

/** Reads both sides from an answer. A row that cannot be read makes it a failure: a sum without it would be too small. */
export function positionIn(
  evidence: Evidence,
  { book, names, sideOf }: { readonly book: AnswerBook; readonly names: RowNames; readonly sideOf: SideOf },
): PositionTold | Unanswered {
  const told = toldBy(evidence, book);
  if (told.kind !== 'told') return told;
  if (!Array.isArray(told.payload)) return { kind: 'failed', message: 'an answer without a list' };
  const held = { long: Decimal.zero, short: Decimal.zero };
  const rows: PositionRow[] = [];
  for (const row of told.payload as readonly Json[]) {
    const record = isObject(row) ? row : {};
    const [side, size] = [sideOf(record), decimalTextOf(record['size'])];
    if (side === undefined || size === undefined)
      return { kind: 'failed', message: 'a row of the position cannot be read' };
    // Both margin modes may have a row of one side.
    held[side] = held[side].plus(Decimal.of(size));
    const [marginMode, openValue] = [modeIn(record, names.marginMode), amountIn(record, names.openValue)];
    rows.push({ side, size, ...defined({ marginMode, openValue }) });
  }
  return { kind: 'position', long: held.long.canonical(), short: held.short.canonical(), rows };
}

/** Which field has which price. */
export type PriceNames = Readonly<Partial<Record<keyof Prices, string>>>;

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
