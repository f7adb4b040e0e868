/** The trigger that the market had passed as an exit was sent: it went as what that would have become. Pure. */
import { latePrice } from '../../compile/follow/late-price.ts';
import { Decimal } from '../../model/decimal.ts';
import type { FollowKnown, PlacedPart } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';

/** Undefined where it went with its trigger, or for what a part of it left that had fired. */
export function passedTrigger(
  order: PlannedOrder,
  parts: readonly PlacedPart[],
  { placed }: Pick<FollowKnown, 'placed'>,
): Decimal | undefined {
  const last = parts.at(-1);
  if (order.exit === undefined || last === undefined || last.trigger !== undefined) return undefined;
  if (parts.some(({ firedMs }) => firedMs !== undefined)) return undefined;
  const { late } = order;
  if (late?.trigger === undefined) return order.trigger;
  return latePrice(late.trigger, (ids) => averageUntil(ids, placed, last.sentMs));
}

/** What was filled later did not count yet. */
function averageUntil(ids: readonly string[], placed: FollowKnown['placed'], ms: number): Rational | undefined {
  let [size, worth] = [Decimal.zero, Decimal.zero];
  for (const part of ids.flatMap((id) => placed.get(id) ?? []))
    for (const trade of part.trades.values()) {
      if (trade.ms > ms) continue;
      size = size.plus(trade.size);
      worth = worth.plus(trade.size.times(trade.price));
    }
  return size.isZero ? undefined : Rational.of(worth).dividedBy(Rational.of(size));
}
