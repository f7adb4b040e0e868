/**
 * How many parts of stops may become due within a window, beside those that were sent in it. What protects nothing leaves them room, so a
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

/** By the length of a window in ms: while entries fill, each look may make a part of the stop of each group due. */
export function stopsToCome(
  plan: FollowPlan,
  known: FollowKnown,
  time: number,
  of: StopsOf,
): (windowMs: number) => number {
  const views = groupViews(new Turn(plan, known, time));
  return (windowMs) => views.reduce((all, view) => all + ofGroup(view, { ...of, time, windowMs }), 0);
}

interface InWindow extends StopsOf {
  readonly time: number;
  readonly windowMs: number;
}

function ofGroup({ stops, entries, held }: GroupView, { everyMs, opening, time, windowMs }: InWindow): number {
  const placed = stops.filter(({ off }) => off === undefined);
  if (placed.length === 0) return 0;
  const mayFill = entries.some(({ open, order }) => open > 0n || opening.has(order.id));
  // One that takes the place of another, or closes the rest.
  if (!mayFill) return held > 0n ? 1 : 0;
  const left = Math.max(...placed.map(({ accepted }) => mostParts('stop') - accepted));
  const sent = stops.reduce((all, stop) => all + sentSince(stop, time - windowMs), 0);
  return Math.max(0, Math.min(Math.ceil(windowMs / everyMs), left) - sent);
}

const sentSince = ({ parts }: FollowedOrder, ms: number): number =>
  parts.filter(({ part }) => part.state !== 'absent' && part.sentMs > ms).length;
