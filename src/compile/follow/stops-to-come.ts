/**
 * How many parts of stops may become due by a time, beside those that were sent. What protects nothing leaves them room, so a
 * fill that the next look sees gets its stop at once. Pure.
 */
import type { FollowKnown } from '../../model/followed.ts';
import type { FollowedOrder } from './followed-order.ts';
import { mostParts, type FollowPlan } from './follow-plan.ts';
import { groupViews, type GroupView } from './group-view.ts';
import { Turn } from './turn.ts';

interface StopsOf {
  readonly everyMs: number;
  /** Ids of orders that are about to open. */
  readonly opening: ReadonlySet<string>;
}

/** The window that begins so long before then and ends `afterMs` from now. */
export interface WindowToCome {
  readonly windowMs: number;
  readonly afterMs: number;
}

/**
 * While entries fill, each look may make a part of the stop of each group due, and no look another one: so many looks, and one at once
 * as an order is accepted, come until then. A window never has more of them than looks, with those that were sent in it.
 */
export function stopsToCome(
  plan: FollowPlan,
  known: FollowKnown,
  time: number,
  of: StopsOf,
): (window: WindowToCome) => number {
  const views = groupViews(new Turn(plan, known, time));
  return (window) => views.reduce((all, view) => all + ofGroup(view, { ...of, ...window, time }), 0);
}

interface InWindow extends StopsOf, WindowToCome {
  readonly time: number;
}

/** The look that comes next may be at hand, and one more follows where an order was accepted. */
const AT_ONCE = 2;

function ofGroup({ stops, entries, held }: GroupView, { everyMs, opening, time, windowMs, afterMs }: InWindow): number {
  const placed = stops.filter(({ off }) => off === undefined);
  if (placed.length === 0) return 0;
  const mayFill = entries.some(({ open, order }) => open > 0n || opening.has(order.id));
  // One that takes the place of another, or closes the rest.
  if (!mayFill) return held > 0n ? 1 : 0;
  const left = Math.max(...placed.map(({ accepted }) => mostParts('stop') - accepted));
  const sent = stops.reduce((all, stop) => all + sentSince(stop, time + afterMs - windowMs), 0);
  return Math.max(
    0,
    Math.min(Math.floor(afterMs / everyMs) + AT_ONCE, Math.floor(windowMs / everyMs) + 1 - sent, left),
  );
}

const sentSince = ({ parts }: FollowedOrder, ms: number): number =>
  parts.filter(({ part }) => part.state !== 'absent' && part.sentMs > ms).length;
