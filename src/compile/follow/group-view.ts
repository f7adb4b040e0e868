/** What a group comes to now: filled, held, and what of it is closed at this moment. */
import { identityOf } from '../../model/order.ts';
import type { PlanGroup } from './follow-plan.ts';
import { inTurn, type FollowedOrder } from './followed-order.ts';
import { stepsIn, type PartView } from './part-view.ts';
import { sharedOut } from './shares.ts';
import type { Turn } from './turn.ts';

export interface GroupView {
  readonly group: PlanGroup;
  readonly entries: readonly FollowedOrder[];
  readonly stops: readonly FollowedOrder[];
  readonly closeOuts: readonly FollowedOrder[];
  readonly targets: readonly FollowedOrder[];
  readonly filled: bigint;
  /** Never below 0; `tooMuch` is what was closed beyond it. */
  readonly held: bigint;
  readonly tooMuch: bigint;
  /** The targets' parts of what was filled, in their order. */
  readonly shares: readonly bigint[];
  /** Nothing more can be filled of its entries. */
  readonly isEntered: boolean;
  /** The last fill of an entry. */
  readonly filledMs?: number;
  /** A stop fired, or closed at market, and nothing was filled since. */
  readonly hasFired: boolean;
  readonly isFrozen: boolean;
  /** The position has all that the plan holds on this side: what is not seen did not close. */
  isThere: boolean;
  /** The last look saw nothing at all of the position. */
  readonly isEmpty: boolean;
  /** What closes now beside the targets: fired stops, closes at market, and those that this turn places. */
  closing: bigint;
}

export function groupViews(turn: Turn): GroupView[] {
  const views = turn.plan.groups.map((group) => groupView(turn, group));
  const held = heldBeside(turn);
  for (const view of views) held.set(view.group.position, (held.get(view.group.position) ?? 0n) + view.held);
  for (const view of views) {
    const { position: name, step } = view.group;
    const position = turn.known.positions.get(name);
    view.isThere = position !== undefined && stepsIn(position, step) >= (held.get(name) as bigint);
    view.closing = closingOf(view.stops, view.isThere) + closingOf(view.closeOuts, view.isThere);
  }
  return views;
}

/** By position, what orders of no group opened and have not closed. */
function heldBeside(turn: Turn): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const { place, position, opens } of turn.plan.beside) {
    const { filled } = turn.views[place] as FollowedOrder;
    if (filled > 0n) held.set(position, (held.get(position) ?? 0n) + (opens ? filled : -filled));
  }
  // What is closed beyond that was held before.
  for (const [name, steps] of held) if (steps < 0n) held.set(name, 0n);
  return held;
}

function groupView(turn: Turn, group: PlanGroup): GroupView {
  const viewsOf = (ids: readonly string[]): FollowedOrder[] => ids.map((id) => turn.view(id));
  const [entries, stops, closeOuts, targets] = [
    viewsOf(group.entries),
    viewsOf(group.stops).flatMap((stop) => inTurn(stop, turn.known)),
    viewsOf(group.closeOuts),
    viewsOf(group.targets),
  ];
  const elsewhere = turn.known.closedElsewhere.get(group.name);
  const filled = filledOf(entries);
  const closed =
    filledOf(stops) +
    filledOf(closeOuts) +
    filledOf(targets) +
    (elsewhere === undefined ? 0n : stepsIn(elsewhere, group.step));
  const filledMs = lastFill(entries);
  const firedMs = lastFired(stops);
  return {
    group,
    entries,
    stops,
    closeOuts,
    targets,
    filled,
    held: filled > closed ? filled - closed : 0n,
    tooMuch: closed > filled ? closed - filled : 0n,
    shares: sharedOut(filled, group.weights),
    isEntered: entries.every((entry) => isOver(turn, entry)),
    ...(filledMs !== undefined && { filledMs }),
    hasFired: firedMs !== undefined && (filledMs === undefined || filledMs <= firedMs),
    closing: 0n,
    isFrozen: isAnyFrozen(entries) || isAnyFrozen(stops) || isAnyFrozen(closeOuts) || isAnyFrozen(targets),
    isThere: false,
    isEmpty: turn.known.emptyPositions?.has(group.position) === true,
  };
}

const filledOf = (views: readonly FollowedOrder[]): bigint => views.reduce((sum, { filled }) => sum + filled, 0n);

function closingOf(views: readonly FollowedOrder[], isThere: boolean): bigint {
  let closing = 0n;
  for (const { parts } of views)
    for (const part of parts) if (part.isOrdinary && !(isThere && isDead(part))) closing += part.left;
  return closing;
}

const isAnyFrozen = (views: readonly FollowedOrder[]): boolean => views.some(({ isFrozen }) => isFrozen);

/** Full looks that lack an unknown order before it counts as not there. */
const LOOKS = 2;
export const isDead = ({ isUnsure, part: { lackedBy = 0 } }: PartView): boolean => isUnsure && lackedBy >= LOOKS;

/**
 * Whether nothing of an order can fill any more. What a person settled as absent is sent again where it is an exit, or where a person
 * allows it; what is allowed again is not over before it is sent.
 */
export function isOver({ known }: Pick<Turn, 'known'>, { order, parts }: FollowedOrder): boolean {
  if (known.withheld?.has(order.id) === true) return parts.every(({ left }) => left === 0n);
  const last = parts.at(-1)?.part;
  if (last === undefined || !parts.every(({ left }) => left === 0n)) return false;
  if (order.exit === undefined && last.number < (known.again?.get(identityOf(order)) ?? 0)) return false;
  return last.state === 'over' || last.state === 'rejected' || (last.state === 'absent' && order.exit === undefined);
}

export function lastFill(views: readonly FollowedOrder[]): number | undefined {
  let last: number | undefined;
  for (const { parts } of views)
    for (const { part } of parts) {
      if (part.trades.size === 0) continue;
      for (const { ms } of part.trades.values()) if (last === undefined || ms > last) last = ms;
    }
  return last;
}

/** When a stop last fired, or was sent as a close at market. */
function lastFired(stops: readonly FollowedOrder[]): number | undefined {
  let last: number | undefined;
  for (const { parts } of stops)
    for (const { isOrdinary, part } of parts) {
      if (!isOrdinary || part.state === 'rejected' || part.state === 'absent') continue;
      const ms = part.firedMs ?? part.sentMs;
      if (last === undefined || ms > last) last = ms;
    }
  return last;
}
