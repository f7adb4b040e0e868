/** Whether more is held than waiting stops would close. */
import type { Decimal } from '../model/decimal.ts';
import type { Matcher } from '../paper/market/matcher.ts';
import type { PositionIndex } from '../paper/market/terms.ts';

const POSITIONS: readonly PositionIndex[] = [0, 1, 2, 3];

export function isBare(market: Matcher): boolean {
  const { stopped } = market.waiting;
  return POSITIONS.some((position) => market.held(position).compare(stopped[position] as Decimal) > 0);
}
