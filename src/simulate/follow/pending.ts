/** What time alone brings: instants, slices and ends that have not come yet, each with when it may and when it must. */
import { sliceMs } from '../../compile/follow/plain-steps.ts';
import type { Knowledge } from './known.ts';
import type { Moment } from './moment.ts';
import type { FollowSetup } from './setup.ts';

/** The first first. Of those that are known only by their candle, any may come next that can be the first. */
export function pendingOf(setup: FollowSetup, known: Knowledge, approvedMs: number): readonly Moment[] {
  if (known.until === Number.POSITIVE_INFINITY) return [];
  const instants = new Set<number>();
  const ends: Moment[] = [];
  const see = (ms: number | undefined): void => {
    if (ms !== undefined && ms > known.now) instants.add(ms);
  };
  for (const order of setup.plan.orders) {
    const parts = known.parts.get(order.id) ?? [];
    const isUnsent = parts.length === 0 && !known.withheld.has(order.id);
    if (isUnsent || order.exit !== undefined) {
      see(order.afterAt?.ms);
      if (order.slice !== undefined) see(sliceMs(order.slice, approvedMs));
    }
    const open = parts.filter(({ state }) => state === 'works');
    if (isUnsent || order.exit !== undefined || open.length > 0) see(order.until?.at?.ms);
    for (const { ends: end, root } of open) if (end?.isPast === false) ends.push({ from: end.from, to: end.to, root });
  }
  return [...[...instants].map((ms) => ({ from: ms, to: ms })), ...ends].toSorted(
    (one, other) => one.from - other.from,
  );
}

export function nextOf(pending: readonly Moment[]): readonly Moment[] {
  const first = Math.min(...pending.map(({ to }) => to));
  return pending.filter(({ from }) => from <= first);
}
