import type { Decimal } from '../model/decimal.ts';
import { isOpening } from '../model/order.ts';
import { MEANING, type Guarded, type GuardedOrder, type MarketRange } from './guarded.ts';
import type { MarketOfOrder } from './position.ts';

/**
 * The market of an order: where it was when the order was placed; else where it is now, or was at a look that is not older than the order;
 * else what the orders of its plan say, in the same symbol, or said when it was placed: from the lowest `reference` to the highest.
 */
export function marketsOf({
  orders,
  markets,
  marketsTold,
}: Pick<Guarded, 'orders' | 'markets' | 'marketsTold'>): MarketOfOrder {
  let ofPlans: ReturnType<typeof referencesByPlan> | undefined;
  return ({ market, said, isSinceLook, plan = '', symbol, side, standing }) => {
    if (market !== undefined) return market;
    const reference = said ?? (ofPlans ??= referencesByPlan(orders)).get(plan)?.get(symbol);
    // Where the market is by now says nothing of a stop that is gone: it may have gone as the market came.
    if (!isOpening(side) && MEANING[standing].stop === 'gone') return reference;
    if (isSinceLook !== true) return markets?.get(symbol) ?? reference;
    const told = marketsTold?.get(symbol);
    // The market may have moved since the look, and whoever wrote the reference may be wrong: a stop has to hold at both.
    return told ?? both(reference, markets?.get(symbol));
  };
}

/** By plan, then by symbol: a name made of both for each of thousands of orders costs more than all else here. */
function referencesByPlan(orders: readonly GuardedOrder[]): ReadonlyMap<string, ReadonlyMap<string, MarketRange>> {
  const ofPlans = new Map<string, Map<string, MarketRange>>();
  for (const { plan = '', symbol, reference } of orders) {
    if (reference === undefined) continue;
    const ofPlan = ofPlans.get(plan) ?? new Map<string, MarketRange>();
    if (!ofPlans.has(plan)) ofPlans.set(plan, ofPlan);
    widen(ofPlan, symbol, reference);
  }
  return ofPlans;
}

/** Where the orders of one plan say that the market is, by symbol: from the lowest `reference` to the highest. */
export function referencesOf(
  orders: readonly Pick<GuardedOrder, 'symbol' | 'reference'>[],
): ReadonlyMap<string, MarketRange> {
  const ranges = new Map<string, MarketRange>();
  for (const { symbol, reference } of orders) if (reference !== undefined) widen(ranges, symbol, reference);
  return ranges;
}

function widen(ranges: Map<string, MarketRange>, symbol: string, to: Decimal): void {
  const range = ranges.get(symbol);
  if (range === undefined) ranges.set(symbol, { low: to, high: to });
  // Most often all orders have the one reference of their plan.
  else if (to === range.low || to === range.high) return;
  else if (to.compare(range.low) < 0) ranges.set(symbol, { low: to, high: range.high });
  else if (to.compare(range.high) > 0) ranges.set(symbol, { low: range.low, high: to });
}

/** Where nobody says where it was, what it was before tells only which stops it may have passed. */
function both(said: MarketRange | undefined, before: MarketRange | undefined): MarketRange | undefined {
  if (said === undefined) return before === undefined ? undefined : { ...before, isOld: true };
  if (before === undefined) return said;
  const [low, high] = [
    said.low.compare(before.low) < 0 ? said.low : before.low,
    said.high.compare(before.high) > 0 ? said.high : before.high,
  ];
  return { low, high };
}
