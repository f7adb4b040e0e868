/** What the policy and the limits of a plan demand of stops: that each opening order has one, and a bound on the loss there. */
import { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import { earlyStopsOf, lastPassed, marketOf, stopsOf, type MarketOf, type Stops } from '../../model/stops.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { moreRungs, orChange, type Bound, type PolicyRule } from './policy-rules.ts';
import { readyOf, type Ready } from './ready-order.ts';
import { worstEntry } from './worst-case.ts';

/** An opening order and what closes it. */
type Stopped = readonly [order: Ready, stops: Stops];

/** Judges only complete orders; a plan with an incomplete one is refused anyway. */
export const stopsHold: PolicyRule = (orders, bound, found) => {
  const { requireStop, maxLossAtStops } = bound.limits;
  if (requireStop !== true && maxLossAtStops === undefined) return;
  const ready = orders.flatMap((order) => readyOf(order) ?? []);
  if (ready.length < orders.length) return;
  const market = marketOf(ready);
  const stops = stopsOf(ready, market);
  const stopped = [...stops];
  // A rule of its own reports what comes too early.
  const early = new Set(earlyStopsOf(ready, stops, market).map(({ order }) => order));
  eachHasAStop(
    stopped.filter(([order]) => !early.has(order)),
    { ...bound, market },
    found,
  );
  marketIsKnown(stopped, { ...bound, market }, found);
  if (maxLossAtStops === undefined) return;
  lossIsKnown(stopped, bound, found);
  lossIsSmall(stopped, maxLossAtStops, bound, found);
};

/** Limits, and where the market is taken to be. */
type AtMarket = Bound & { readonly market: MarketOf };

function eachHasAStop(stopped: readonly Stopped[], { limits, key, market }: AtMarket, found: Found): void {
  const bare = stopped.filter(([, stops]) => !stops.bare.isZero);
  const limit = limits.requireStop === true ? 'requireStop' : 'maxLossAtStops';
  for (const alike of Map.groupBy(bare, ([{ draft }]) => draft.index).values()) {
    const [[{ draft, size }, { bare: without }]] = alike as [Stopped, ...Stopped[]];
    const what =
      without.compare(size) === 0
        ? `opens ${size.toString()} without a stop`
        : `opens ${size.toString()}, and stops close only ${size.minus(without).canonical()} of it`;
    found({
      code: 'policy/no-stop',
      message: `${quoted(draft.id ?? '')} ${what}, so ${key}.${limit} forbids it${moreRungs(alike.length - 1)}`,
      hint: wayToStop(
        alike.map(([one]) => one),
        market,
      ),
      path: orderPath(draft.index, 'id'),
    });
  }
}

/** Which of two triggers fires first only the market tells, and where that is only a reference. */
function marketIsKnown(stopped: readonly Stopped[], { limits, key, market }: AtMarket, found: Found): void {
  const limit = limits.requireStop === true ? 'requireStop' : 'maxLossAtStops';
  const unsure = stopped.filter(
    ([order, { stops }]) =>
      order.trigger !== undefined && order.stopLoss === undefined && stops.length > 0 && market(order) === undefined,
  );
  for (const alike of Map.groupBy(unsure, ([{ draft }]) => draft.index).values()) {
    const [[{ draft }]] = alike as [Stopped, ...Stopped[]];
    found({
      code: 'policy/no-stop',
      message: `${quoted(draft.id ?? '')} waits for a trigger, and its stop may fire before it does, so ${key}.${limit} forbids it${moreRungs(alike.length - 1)}`,
      hint: 'add `reference:` with where you think the market is: it tells which of the two comes first',
      path: orderPath(draft.index, 'id'),
    });
  }
}

/** A trigger that stops the order with the worst entry stops them all. */
function wayToStop(orders: readonly Ready[], market: MarketOf): string {
  const [first] = orders as [Ready, ...Ready[]];
  const entries = orders.flatMap((order) => lastPassed(order, market(order)) ?? []).toSorted((a, b) => a.compare(b));
  const entry = entries.at(isLong(first.side) ? 0 : -1);
  if (entry === undefined)
    return 'add `stopLoss`; or `reference`, which tells a trigger that stops from one that takes a profit';
  const side = isLong(first.side) ? 'below' : 'above';
  const close = `a trigger ${side} ${entry.toString()} that closes as much`;
  if (first.trigger === undefined) return `add \`stopLoss\`, or ${close}`;
  return market(first) === undefined
    ? `add ${close}, ${side} the market as well, and \`reference:\` with where the market is`
    : `add ${close}`;
}

function lossIsKnown(stopped: readonly Stopped[], { key }: Bound, found: Found): void {
  for (const [{ draft }, { stops }] of stopped) {
    if (stops.length === 0 || worstEntry(draft) !== undefined) continue;
    found({
      code: 'policy/unknown-loss',
      message: `what an opening order at market loses at its stop cannot be computed, so ${key}.maxLossAtStops forbids it`,
      hint: 'write a limit price; or `reference` and `maxDistance`, and it is counted from the worst of them',
      path: orderPath(draft.index, 'price'),
    });
  }
}

/** Adds up in the plan's order; the breach is at the order that passes the limit. */
function lossIsSmall(stopped: readonly Stopped[], most: Decimal, bound: Bound, found: Found): void {
  let total = Decimal.zero;
  let breach: OrderDraft | undefined;
  for (const [order, stops] of stopped) {
    total = total.plus(lossOf(order, stops));
    if (total.compare(most) > 0) breach ??= order.draft;
  }
  if (breach === undefined) return;
  found({
    code: 'policy/max-loss-at-stops',
    message: `the loss at the stops is ${total.canonical()}; ${bound.who} allows ${most.toString()}, which this order passes`,
    hint: `take off ${total.minus(most).canonical()}: make orders smaller or their stops nearer, or ${orChange(bound, 'maxLossAtStops')}`,
    path: placeOf(breach, 'size'),
  });
}

function lossOf(order: Ready, { stops }: Stops): Decimal {
  const entry = worstEntry(order.draft);
  if (entry === undefined) return Decimal.zero;
  return stops.reduce((sum, { size, at }) => {
    const distance = isLong(order.side) ? entry.minus(at) : at.minus(entry);
    return distance.compare(Decimal.zero) > 0 ? sum.plus(size.times(distance)) : sum;
  }, Decimal.zero);
}
