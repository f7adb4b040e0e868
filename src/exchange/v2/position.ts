/** Asks what the account holds of a symbol, and reads it. */
import { Decimal } from '../../model/decimal.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import type { Unanswered } from '../../model/listing.ts';
import type { PositionRead } from '../../model/standing.ts';
import { BOOK } from './book.ts';
import { POSITION } from './requests.ts';
import { givenAs, isObject, lettersOf, onlyOf, textOf, type JsonObject } from '../answers/answers.ts';
import { decimalTextOf, toldBy } from '../answers/told.ts';

export interface PositionQuery {
  readonly symbol: string;
}

type Position = Extract<PositionRead, { kind: 'position' }>;
type Side = 'long' | 'short';

/** The path and query of the question. */
export const positionTarget = ({ symbol }: PositionQuery): string =>
  `${POSITION.path}?${new URLSearchParams({ symbol }).toString()}`;

/** Reads both sides from an answer. A row that cannot be read makes it a failure: a sum without it would be too small. */
export function readPosition(evidence: Evidence, { symbol }: PositionQuery): Position | Unanswered {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  if (!Array.isArray(told.payload)) return { kind: 'failed', message: 'an answer without a list' };
  const held = { long: Decimal.zero, short: Decimal.zero };
  for (const row of told.payload as readonly Json[]) {
    const side = isObject(row) && isOf(row, symbol) ? sideOf(row) : undefined;
    const size = isObject(row) ? decimalTextOf(row['size']) : undefined;
    if (side === undefined || size === undefined) {
      return { kind: 'failed', message: 'a row of the position cannot be read' };
    }
    // Both margin modes may have a row of one side.
    held[side] = held[side].plus(Decimal.of(size));
  }
  return { kind: 'position', long: held.long.canonical(), short: held.short.canonical() };
}

/** Whether a row is of the symbol, as far as it says. */
const isOf = (row: JsonObject, symbol: string): boolean =>
  givenAs(row, 'symbol').every((one) => lettersOf(textOf(one) ?? '') === lettersOf(symbol));

/** The side of a row, which its two names for it must agree on. */
function sideOf(row: JsonObject): Side | undefined {
  const words = [...givenAs(row, 'side'), ...givenAs(row, 'positionSide')];
  const side = onlyOf(words.map((one) => textOf(one)?.toLowerCase()));
  return side === 'long' || side === 'short' ? side : undefined;
}
