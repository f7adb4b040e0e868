/** What the policy and the limits of a plan demand of stops: that each opening order has one, and a bound on the loss there. */
import { Decimal } from '../../model/decimal.ts';
import type { Policy } from '../../model/config.ts';
import { isLong } from '../../model/order.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { sum } from '../../protection/sum.ts';
import { quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import type { JudgedStops, Opening } from './judged-stops.ts';
import { moreRungs, orChange, type Bound } from './policy-rules.ts';
import { BARING, beyondOf, sideOf, toldStops } from './stop-words.ts';
import { worstEntry } from './worst-case.ts';

/** Whether an opening order without a stop is a breach. */
export const demandsStops = ({ requireStop, maxLossAtStops }: Policy): boolean =>
  requireStop === true || maxLossAtStops !== undefined;

/** What has no stop is said once, by the first limit that demands it; each bound of the loss is held. */
export function stopsHold(stops: JudgedStops, bounds: readonly Bound[], found: Found): void {
  const demanding = bounds.find(({ limits }) => demandsStops(limits));
  if (demanding === undefined) return;
  eachHasAStop(stops, demanding, found);
  for (const bound of bounds) {
    const { maxLossAtStops } = bound.limits;
    if (maxLossAtStops === undefined) continue;
    lossIsKnown(stops, bound, found);
    lossIsSmall(stops, maxLossAtStops, bound, found);
  }
}

/** A unit is covered, or the order is a breach, whatever the reason: a stop in the wrong place is told where it stands. */
function eachHasAStop(stops: JudgedStops, { limits, key }: Bound, found: Found): void {
  const limit = `${key}.${limits.requireStop === true ? 'requireStop' : 'maxLossAtStops'}`;
  for (const told of toldStops(stops, BARING, true))
    found({ ...told, severity: 'error', code: 'policy/no-stop', message: `${told.message}, so ${limit} forbids it` });
  const bare = stops.openings.filter(({ pieces }) => pieces.some(isWithout));
  for (const alike of Map.groupBy(bare, ({ draft }) => draft.index).values()) {
    const [{ draft, order, pieces }] = alike as [Opening, ...Opening[]];
    const left = sum(pieces.filter((piece) => !isWithout(piece)));
    const what = left.isZero
      ? `opens ${order.size.toString()} without a stop`
      : `opens ${order.size.toString()}, and stops close only ${left.canonical()} of it`;
    const other = pieces.find(({ reason }) => reason === 'other-margin-mode')?.stop;
    const mode = other === undefined ? '' : `: ${quoted(other.id ?? '')} has another margin mode, ${other.marginMode}`;
    found({
      code: 'policy/no-stop',
      message: `${quoted(draft.id ?? '')} ${what}${mode}, so ${limit} forbids it${moreRungs(alike.length - 1)}`,
      hint: wayToStop(
        alike.map((one) => one.order),
        stops,
        other,
      ),
      path: orderPath(draft.index, 'id'),
    });
  }
}

/** Naked for another reason than the place of a stop. */
const isWithout = ({ result, reason }: Opening['pieces'][number]): boolean =>
  result === 'naked' && !BARING.some((code) => code === reason);

/** A trigger that stops the order with the worst entry stops them all. */
function wayToStop(
  orders: readonly GuardedOrder[],
  { marketOf }: JudgedStops,
  other: GuardedOrder | undefined,
): string {
  const [first] = orders as [GuardedOrder, ...GuardedOrder[]];
  if (other !== undefined) return `write \`marginMode: ${first.marginMode}\` at ${quoted(other.id ?? '')}`;
  const market = marketOf(first);
  const entry = beyondOf(orders, market);
  if (entry === undefined)
    return 'add `stopLoss`; or a trigger that closes as much, and `reference:` with where the market is';
  const close = `a trigger ${sideOf(first)} ${entry.toString()} that closes as much`;
  if (first.trigger === undefined) return `add \`stopLoss\`, or ${close}`;
  return market === undefined
    ? `add ${close}, ${sideOf(first)} the market as well, and \`reference:\` with where the market is`
    : `add ${close}`;
}

function lossIsKnown({ openings }: JudgedStops, { key }: Bound, found: Found): void {
  for (const { draft, pieces } of openings) {
    if (!pieces.some(({ result }) => result === 'covered') || worstEntry(draft) !== undefined) continue;
    found({
      code: 'policy/unknown-loss',
      message: `what an opening order at market loses at its stop cannot be computed, so ${key}.maxLossAtStops forbids it`,
      hint: 'write a limit price; or `reference` and `maxDistance`, and it is counted from the worst of them',
      path: orderPath(draft.index, 'price'),
    });
  }
}

/** Adds up in the plan's order; the breach is at the order that passes the limit. */
function lossIsSmall({ openings }: JudgedStops, most: Decimal, bound: Bound, found: Found): void {
  let total = Decimal.zero;
  let breach: OrderDraft | undefined;
  for (const opening of openings) {
    total = total.plus(lossOf(opening));
    if (total.compare(most) > 0) breach ??= opening.draft;
  }
  if (breach === undefined) return;
  found({
    code: 'policy/max-loss-at-stops',
    message: `the loss at the stops is ${total.canonical()}; ${bound.who} allows ${most.toString()}, which this order passes`,
    hint: `reduce it by ${total.minus(most).canonical()}: make orders smaller or their stops nearer, or ${orChange(bound, 'maxLossAtStops')}`,
    path: placeOf(breach, 'size'),
  });
}

/** The loss of what is covered, to the worst price at which its stop still closes. */
function lossOf({ order, draft, pieces }: Opening): Decimal {
  const entry = worstEntry(draft);
  if (entry === undefined) return Decimal.zero;
  return pieces.reduce((all, { result, size, exit }) => {
    if (result !== 'covered' || exit === undefined) return all;
    const distance = isLong(order.side) ? entry.minus(exit) : exit.minus(entry);
    return distance.compare(Decimal.zero) > 0 ? all.plus(size.times(distance)) : all;
  }, Decimal.zero);
}
