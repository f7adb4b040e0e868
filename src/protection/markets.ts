import type { Guarded, MarketRange } from './guarded.ts';
import type { MarketOfOrder } from './position.ts';

/**
 * The market of an order: where it was when the order was placed; else where it is now, or was at a look that is not older than the order;
 * else what the orders of its plan say, in the same symbol: from the lowest `reference` to the highest.
 */
export function marketsOf({
  orders,
  markets,
  marketsTold,
}: Pick<Guarded, 'orders' | 'markets' | 'marketsTold'>): MarketOfOrder {
  // By plan, then by symbol: a name made of both for each of thousands of orders costs more than all else here.
  const references = new Map<string, Map<string, MarketRange>>();
  for (const { reference, plan = '', symbol } of orders) {
    if (reference === undefined) continue;
    const ofPlan = references.get(plan) ?? new Map<string, MarketRange>();
    if (!references.has(plan)) references.set(plan, ofPlan);
    const { low, high } = ofPlan.get(symbol) ?? { low: reference, high: reference };
    const [isLower, isHigher] = [reference.compare(low) < 0, reference.compare(high) > 0];
    if (isLower || isHigher || !ofPlan.has(symbol))
      ofPlan.set(symbol, { low: isLower ? reference : low, high: isHigher ? reference : high });
  }
  const referenceOf = (plan: string, symbol: string): MarketRange | undefined => references.get(plan)?.get(symbol);
  return ({ market, isSinceLook, plan = '', symbol }) => {
    if (market !== undefined) return market;
    if (isSinceLook !== true) return markets?.get(symbol) ?? referenceOf(plan, symbol);
    const told = marketsTold?.get(symbol);
    // The market may have moved since the look, and whoever wrote the reference may be wrong: a stop has to hold at both.
    return told ?? both(referenceOf(plan, symbol), markets?.get(symbol));
  };
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
