/** Asks what the account holds of a symbol, and reads it (docs/exchange-v3.md#position). */
import { Decimal } from '../../model/decimal.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { PositionRead } from '../../model/standing.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { givenAs, isObject, onlyOf, textOf, type JsonObject } from '../answers/answers.ts';
import { decimalTextOf, toldBy } from '../answers/told.ts';
import { BOOK } from './book.ts';
import { POSITION } from './requests.ts';
import { onWire } from './symbols.ts';

type Position = Extract<PositionRead, { kind: 'position' }>;

export const positionTarget = ({ symbol }: { readonly symbol: string }): string =>
  `${POSITION.path}?${new URLSearchParams({ symbol: onWire(symbol) }).toString()}`;

/** Reads both sides from an answer. A row that cannot be read makes it a failure: a sum without it would be too small. */
export function readPosition(evidence: Evidence, { symbol }: { readonly symbol: string }): Position | Unanswered {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  if (!Array.isArray(told.payload)) return { kind: 'failed', message: 'an answer without a list' };
  const held = { long: Decimal.zero, short: Decimal.zero };
  for (const row of told.payload as readonly Json[]) {
    const record = isObject(row) && sameSymbol(textOf(row['symbol']) ?? symbol, symbol) ? row : {};
    const [side, size] = [sideOf(record), decimalTextOf(record['size'])];
    if ((side !== 'long' && side !== 'short') || size === undefined)
      return { kind: 'failed', message: 'a row of the position cannot be read' };
    // Both margin modes may have a row of one side.
    held[side] = held[side].plus(Decimal.of(size));
  }
  return { kind: 'position', long: held.long.canonical(), short: held.short.canonical() };
}

/** In small letters; undefined where its two names say two sides. */
const sideOf = (row: JsonObject): string | undefined =>
  onlyOf(['side', 'positionSide'].flatMap((name) => givenAs(row, name)).map((one) => textOf(one)?.toLowerCase()));
