/** What the policy and the limits of a plan demand of stops: that each opening order has one, and a bound on the loss there. */
import { Decimal } from '../../model/decimal.ts';
import { isLong } from '../../model/order.ts';
import { entryOf, stopsOf, type Stops, type Stoppable } from '../../model/stops.ts';
import { quoted } from '../../source/quoted.ts';
import { isFaulty } from '../read/field.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { moreRungs, type Bound, type PolicyRule } from './policy-rules.ts';
import { worstEntry } from './worst-case.ts';

/** An order with all that its stops depend on. */
export interface Ready extends Stoppable {
  readonly draft: OrderDraft;
}

/** An opening order and what closes it. */
type Stopped = readonly [order: Ready, stops: Stops];

/** Undefined for an order with a mistake in one of these fields: it may be the stop. */
export function readyOf(draft: OrderDraft): Ready | undefined {
  const { stopLoss, trigger, reference, maxDistance } = draft;
  if ([stopLoss, trigger, reference, maxDistance].some(isFaulty)) return undefined;
  const [symbol, marginMode, side] = [draft.symbol.value, draft.marginMode.value, draft.side.value];
  const [size, price] = [draft.size.value, draft.price.value];
  if (symbol === undefined || marginMode === undefined || side === undefined) return undefined;
  if (size === undefined || price === undefined) return undefined;
  const stops = { stopLoss: stopLoss.value, trigger: trigger.value, reference: reference.value };
  return { draft, symbol, marginMode, side, size, price, ...stops };
}

/** Judges only complete orders; a plan with an incomplete one is refused anyway. */
export const stopsHold: PolicyRule = (orders, bound, found) => {
  const { requireStop, maxLossAtStops } = bound.limits;
  if (requireStop !== true && maxLossAtStops === undefined) return;
  const ready = orders.flatMap((order) => readyOf(order) ?? []);
  if (ready.length < orders.length) return;
  const stopped = [...stopsOf(ready)];
  eachHasAStop(stopped, bound, found);
  if (maxLossAtStops === undefined) return;
  lossIsKnown(stopped, bound, found);
  lossIsSmall(stopped, maxLossAtStops, bound, found);
};

function eachHasAStop(stopped: readonly Stopped[], { limits, key }: Bound, found: Found): void {
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
      hint: wayToStop(alike.map(([one]) => one)),
      path: orderPath(draft.index, 'id'),
    });
  }
}

/** A trigger that stops the order with the worst entry stops them all. */
function wayToStop(orders: readonly Ready[]): string {
  const [{ side, trigger }] = orders as [Ready, ...Ready[]];
  const entries = orders.flatMap((order) => entryOf(order) ?? []).toSorted((a, b) => a.compare(b));
  const entry = entries.at(isLong(side) ? 0 : -1);
  if (entry === undefined)
    return 'add `stopLoss`; or `reference`, which tells a trigger that stops from one that takes a profit';
  const close = `a trigger ${isLong(side) ? 'below' : 'above'} ${entry.toString()} that closes as much`;
  return trigger === undefined ? `add \`stopLoss\`, or ${close}` : `add ${close}`;
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
function lossIsSmall(stopped: readonly Stopped[], most: Decimal, { who, key }: Bound, found: Found): void {
  let total = Decimal.zero;
  let breach: OrderDraft | undefined;
  for (const [order, stops] of stopped) {
    total = total.plus(lossOf(order, stops));
    if (total.compare(most) > 0) breach ??= order.draft;
  }
  if (breach === undefined) return;
  found({
    code: 'policy/max-loss-at-stops',
    message: `the orders that open lose ${total.canonical()} at their stops; ${who} allows ${most.toString()}, which is passed here`,
    hint: `make orders smaller or their stops nearer, or change ${key}.maxLossAtStops`,
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
