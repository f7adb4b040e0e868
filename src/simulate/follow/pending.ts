/** What time alone brings: instants, slices and ends that have not come yet, each with when it may and when it must. */
import { sliceMs } from '../../compile/follow/plain-steps.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { Knowledge } from './known.ts';
import type { DueMoment } from './due-moment.ts';
import type { FollowSetup } from './setup.ts';

/** The first first. Of those that are known only by their candle, any may come next that can be the first. */
export function pendingOf(setup: FollowSetup, known: Knowledge, approvedMs: number): readonly DueMoment[] {
  if (known.until === Number.POSITIVE_INFINITY) return [];
  const instants = new Set(
    setup.plan.orders.flatMap((order) => instantsOf(order, known, approvedMs)).filter((ms) => ms > known.now),
  );
  const ends = [...known.parts.values()].flat().flatMap(({ state, ends: end, root }): DueMoment[] => {
    const isOpen = state === 'works' && end?.isPast === false;
    return isOpen ? [{ from: end.from, to: end.to, root }] : [];
  });
  return [...[...instants].map((ms) => ({ from: ms, to: ms })), ...ends].toSorted(
    (one, other) => one.from - other.from,
  );
}

/** The instants of an order that still matter. */
function instantsOf(order: PlannedOrder, { parts, withheld }: Knowledge, approvedMs: number): readonly number[] {
  const { id, exit, afterAt, slice, until } = order;
  const placed = parts.get(id) ?? [];
  const mayBeSent = exit !== undefined || (placed.length === 0 && !withheld.has(id));
  const isOpen = placed.some(({ state }) => state === 'works');
  const sent = [afterAt?.ms ?? [], slice === undefined ? [] : sliceMs(slice, approvedMs)].flat();
  return [...(mayBeSent ? sent : []), ...(mayBeSent || isOpen ? [until?.at?.ms ?? []].flat() : [])];
}

export function nextOf(pending: readonly DueMoment[]): readonly DueMoment[] {
  const first = Math.min(...pending.map(({ to }) => to));
  return pending.filter(({ from }) => from <= first);
}
