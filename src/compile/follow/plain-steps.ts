/** Orders that are no exits: sent once when what they wait for has come about, openings and slices only while they are not late. */
import type { Slice } from '../../model/follow.ts';
import { identityOf, isOpening, type PlannedOrder } from '../../model/order.ts';
import type { Came, CameAbout } from './came-about.ts';
import { stepsIn, type PartView } from './part-view.ts';
import type { Turn } from './turn.ts';

const MOST_LATE_SLICE_MS = 30_000;

export function plainSteps(turn: Turn, facts: CameAbout, frozen: ReadonlySet<string>): void {
  const { rules } = turn.plan;
  // What closes counts as well: a stop that may not be there leaves bare what is opened beside it.
  const isOpen = rules.onUnknown === 'continue' || !turn.views.some(({ parts }) => parts.some(isUnsure));
  for (const view of turn.views) {
    const { order } = view;
    if (order.exit !== undefined || frozen.has(order.id) || turn.known.withheld?.has(order.id) === true) continue;
    const since = turn.known.again?.get(identityOf(order)) ?? 1;
    if (view.parts.some(({ part }) => part.number >= since && part.state !== 'absent')) continue;
    const due = dueSince(turn, order, facts);
    const isEnded = facts.ended(view);
    if (due === 'never' || isEnded?.because === 'until-filled') turn.withhold(order.id, 'not-needed');
    else if (isEnded !== undefined) turn.withhold(order.id, 'missed');
    else if (due !== 'not-yet') send(turn, order, due, isOpen);
  }
}

/** From when on it is due, where the time has come. */
function dueSince(turn: Turn, order: PlannedOrder, facts: CameAbout): Came {
  const came = facts.since(order);
  if (order.slice === undefined || came === 'never') return came;
  const ms = sliceMs(order.slice, turn.known.approvedMs);
  return turn.isPast(ms) && typeof came === 'number' ? ms : 'not-yet';
}

export const sliceMs = ({ from, offsetMs }: Slice, approvedMs: number): number => (from?.ms ?? approvedMs) + offsetMs;

function send(turn: Turn, order: PlannedOrder, dueMs: number, isOpen: boolean): void {
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
    return;
  }
  if (isOpening(side) && !isOpen) return;
  const step = turn.plan.stepOf(symbol);
  const because = slice === undefined ? 'conditions' : 'slice';
  const of = [...(afterFilled ?? []), ...(after ?? [])];
  turn.place(order, false, { rank: 3, steps: stepsIn(size, step), step, because, of });
}

const isUnsure = (part: PartView): boolean => part.isUnsure;
