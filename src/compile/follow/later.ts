/** Which orders of a plan only a follower acts on. Pure. */
import type { Conditions } from '../../model/follow.ts';
import type { PlannedOrder } from '../../model/order.ts';

/** Whether a run without a follower would leave something of the order undone. */
export const needsFollow = ({ exit, afterFilled, afterAt, until, slice }: Conditions): boolean =>
  exit !== undefined ||
  afterFilled !== undefined ||
  afterAt !== undefined ||
  until !== undefined ||
  slice !== undefined;

const waitsForMore = ({ exit, afterFilled, afterAt, slice }: Conditions): boolean =>
  exit !== undefined || afterFilled !== undefined || afterAt !== undefined || slice !== undefined;

const NONE: ReadonlySet<string> = new Set();

/** Ids of the orders that only a follower sends: those that wait for more than acceptance, and what waits for one of them. */
export function laterIds(orders: readonly PlannedOrder[]): ReadonlySet<string> {
  if (!orders.some(waitsForMore)) return NONE;
  const later = new Set(orders.filter(waitsForMore).map(({ id }) => id));
  const rest = orders.filter(({ id, after }) => after !== undefined && !later.has(id));
  for (let before = -1; before < later.size;) {
    before = later.size;
    for (const { id, after = [] } of rest) if (after.some((one) => later.has(one))) later.add(id);
  }
  return later;
}

/** The names of what needs a follower, a ladder by its own, in the plan's order. */
export const followedNames = (orders: readonly PlannedOrder[]): readonly string[] => [
  ...new Set(orders.filter(needsFollow).map(({ id, ladder = id }) => ladder)),
];
