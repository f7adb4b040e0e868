import type { PlannedOrder } from '../model/order.ts';

/** Orders of one `after`, as the rungs of a ladder are, and those of them that still come first. */
interface Waiting {
  readonly orders: PlannedOrder[];
  readonly left: Set<string>;
}

/**
 * The orders so that each stands behind all that it waits for, else in the plan's order. A valid plan has no circle; were
 * there one, its orders would be missing, which is a bug and thrown.
 */
export function inStages(orders: readonly PlannedOrder[]): readonly PlannedOrder[] {
  const waiting = waitingOf(orders);
  if (waiting.size === 0) return orders;
  const followers = new Map<string, Waiting[]>();
  for (const follower of waiting.values()) {
    for (const id of follower.left) {
      const others = followers.get(id);
      if (others === undefined) followers.set(id, [follower]);
      else others.push(follower);
    }
  }
  const sorted = orders.filter(({ after }) => after === undefined);
  for (const { id } of sorted) {
    for (const { left, orders: next } of followers.get(id) ?? []) {
      left.delete(id);
      if (left.size === 0) for (const order of next) sorted.push(order);
    }
  }
  if (sorted.length !== orders.length) throw new Error('orders of a plan wait for each other');
  return sorted;
}

function waitingOf(orders: readonly PlannedOrder[]): ReadonlyMap<readonly string[], Waiting> {
  const waiting = new Map<readonly string[], Waiting>();
  for (const order of orders) {
    if (order.after === undefined) continue;
    const alike = waiting.get(order.after);
    if (alike === undefined) waiting.set(order.after, { orders: [order], left: new Set(order.after) });
    else alike.orders.push(order);
  }
  return waiting;
}
