/**
 * Orders that are no exits: sent once when what they wait for has come about, openings and slices only while they are not late. One that
 * a person settled as absent is sent again only where a person allows it, as in every run.
 */
import type { Slice } from '../../model/follow.ts';
import type { UnknownBeside } from '../../model/held-back.ts';
import { identityOf, isOpening, type PlannedOrder } from '../../model/order.ts';
import type { Came, CameAbout } from './came-about.ts';
import type { FollowedOrder } from './followed-order.ts';
import { isDead } from './group-view.ts';
import { stepsIn, type PartView } from './part-view.ts';
import type { Turn } from './turn.ts';

const MOST_LATE_SLICE_MS = 30_000;

/** What it holds back beside unknown orders; undefined: nothing. */
export function plainSteps(turn: Turn, facts: CameAbout, frozen: ReadonlySet<string>): UnknownBeside | undefined {
  // What closes counts as well: a stop that may not be there leaves bare what is opened beside it.
  const unknown = turn.plan.rules.onUnknown === 'continue' ? [] : turn.views.flatMap(unsureParts);
  const isOpen = unknown.length === 0;
  const ids: string[] = [];
  for (const view of turn.views) {
    const { order } = view;
    if (order.exit !== undefined || frozen.has(order.id) || turn.known.withheld?.has(order.id) === true) continue;
    if (!plainStep(turn, view, { facts, isOpen })) ids.push(order.id);
  }
  if (ids.length === 0) return undefined;
  const inNoList = unknown.filter(isDead);
  return { ids, unknown: unknown.map(nameOf), inNoList: inNoList.map(nameOf) };
}

interface Sending {
  readonly facts: CameAbout;
  /** Nothing keeps from opening. */
  readonly isOpen: boolean;
}

/** Whether no unknown order holds it back. */
function plainStep(turn: Turn, view: FollowedOrder, { facts, isOpen }: Sending): boolean {
  const { order } = view;
  const since = turn.known.again?.get(identityOf(order)) ?? 1;
  if (view.parts.some(({ part }) => part.number >= since)) return true;
  const due = dueSince(turn, order, facts);
  const isEnded = facts.ended(view);
  if (due === 'never' || isEnded?.because === 'until-filled') turn.withhold(order.id, 'not-needed');
  else if (isEnded !== undefined) turn.withhold(order.id, 'missed');
  else if (due !== 'not-yet') return send(turn, order, due, isOpen);
  return true;
}

const unsureParts = ({ order: { id, exit }, parts }: FollowedOrder): readonly UnsurePart[] =>
  parts.flatMap((view) => (view.isUnsure ? [{ ...view, id, isExit: exit !== undefined }] : []));

interface UnsurePart extends PartView {
  readonly id: string;
  readonly isExit: boolean;
}

/** Lineages of an order share its id. */
const nameOf = ({ id, isExit, part: { number } }: UnsurePart): string =>
  isExit && number > 1 ? `${id}/${number}` : id;

/** From when on it is due, where the time has come. */
function dueSince(turn: Turn, order: PlannedOrder, facts: CameAbout): Came {
  const came = facts.since(order);
  if (order.slice === undefined || came === 'never') return came;
  const ms = sliceMs(order.slice, turn.known.approvedMs);
  return turn.isPast(ms) && typeof came === 'number' ? ms : 'not-yet';
}

export const sliceMs = ({ from, offsetMs }: Slice, approvedMs: number): number => (from?.ms ?? approvedMs) + offsetMs;

/** Whether nothing holds it back. */
function send(turn: Turn, order: PlannedOrder, dueMs: number, isOpen: boolean): boolean {
  const { slice, side, symbol, size, after, afterFilled } = order;
  const lateMs = turn.time - dueMs;
  const grace =
    slice !== undefined
      ? Math.min(Math.floor(slice.everyMs / 2), MOST_LATE_SLICE_MS)
      : isOpening(side)
        ? turn.plan.rules.maxPauseMs
        : Infinity;
  if (lateMs > grace) {
    turn.withhold(order.id, 'missed', lateMs);
    return true;
  }
  if (isOpening(side) && !isOpen) return false;
  const step = turn.plan.stepOf(symbol);
  const because = slice === undefined ? 'conditions' : 'slice';
  const of = [...(afterFilled ?? []), ...(after ?? [])];
  turn.place(order, false, { rank: 3, steps: stepsIn(size, step), step, because, of });
  return true;
}
