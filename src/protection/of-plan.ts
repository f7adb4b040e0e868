/** The orders of a plan as protection sees them. */
import type { Decimal } from '../model/decimal.ts';
import type { PlannedOrder } from '../model/order.ts';
import type { GuardedOrder, MarketRange, OrderStanding } from './guarded.ts';

interface PlanFacts {
  readonly plan: string;
  readonly generation: number;
  /** How each order stands, where it is not placed by this run: withheld, not selected, rejected. */
  readonly standingOf?: (order: PlannedOrder) => OrderStanding | undefined;
  /** What the exchange called a rejection. */
  readonly codeOf?: (order: PlannedOrder) => string | undefined;
  /** The market in which this run places them, by symbol. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
  /** There is a look that is older than all of them. */
  readonly isSinceLook?: boolean;
  /** By the id of an entry: the stop that a follower sends with its first fill (followed.ts). */
  readonly followedStops?: ReadonlyMap<string, Decimal>;
}

/** Without exits: what they close is held by then, and they count once they work. */
export const ordersOfPlan = (orders: readonly PlannedOrder[], facts: PlanFacts): GuardedOrder[] =>
  orders.flatMap((order) => (order.exit === undefined ? [guardedOf(order, facts)] : []));

function guardedOf(order: PlannedOrder, facts: PlanFacts): GuardedOrder {
  const { plan, generation, standingOf, codeOf, markets, isSinceLook = false } = facts;
  const { id, symbol, marginMode, side, size, price, trigger, reference, after } = order;
  const followed = order.stopLoss === undefined ? facts.followedStops?.get(id) : undefined;
  const stopLoss = order.stopLoss ?? followed;
  const standing = standingOf?.(order) ?? 'new';
  return {
    plan,
    generation,
    id,
    symbol,
    marginMode,
    side,
    size,
    price,
    trigger,
    stopLoss,
    reference,
    after,
    standing,
    market: markets?.get(symbol),
    code: codeOf?.(order),
    ...(followed !== undefined && { isStopFollowed: true }),
    ...(isSinceLook && { isSinceLook: true }),
  };
}
