/** Closes of which nobody knows what they filled: as long as that is so, a position may be smaller by as much. Pure. */
import { Decimal } from '../../model/decimal.ts';
import { isUnknownPart, positionName, surelyFilled, type FollowKnown } from '../../model/followed.ts';
import { isLong, isOpening, type PlannedOrder } from '../../model/order.ts';
import type { ShortPosition } from './short-positions.ts';

/** By the names of the positions. */
export function unansweredCloses(
  orders: readonly PlannedOrder[],
  placed: FollowKnown['placed'],
): ReadonlyMap<string, Decimal> {
  const closing = new Map<string, Decimal>();
  for (const { id, side, symbol } of orders) {
    if (isOpening(side)) continue;
    const name = positionName(symbol, isLong(side));
    for (const part of placed.get(id) ?? []) {
      if (!isUnknownPart(part)) continue;
      closing.set(name, (closing.get(name) ?? Decimal.zero).plus(part.size).minus(surelyFilled(part)));
    }
  }
  return closing;
}

/** Whether these may have closed all that is missing. */
export function mayBeClosed(
  { symbol, side, position, counted, others }: ShortPosition,
  closes: ReadonlyMap<string, Decimal>,
): boolean {
  const closed = closes.get(positionName(symbol, side === 'long'));
  return closed !== undefined && position.plus(closed).compare(counted.plus(others)) >= 0;
}
