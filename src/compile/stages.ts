import type { PlannedOrder } from '../model/order.ts';

/**
 * The orders so that each stands behind all that it waits for, else in the plan's order. A valid plan has no circle; were
 * there one, its orders would be missing, which is a bug and thrown.
 */
export function inStages(orders: readonly PlannedOrder[]): readonly PlannedOrder[] {
  if (orders.every(({ after }) => after === undefined)) return orders;
  const waiting = new Map(orders.map((order) => [order.id, new Set(order.after)]));
  const followers = new Map<string, PlannedOrder[]>();
  for (const order of orders) {
    for (const id of new Set(order.after)) {
      const others = followers.get(id);
      if (others === undefined) followers.set(id, [order]);
      else others.push(order);
    }
  }
  const sorted = orders.filter(({ after }) => after === undefined);
  for (const { id } of sorted) {
    for (const follower of followers.get(id) ?? []) {
      const left = waiting.get(follower.id);
      left?.delete(id);
      if (left?.size === 0) sorted.push(follower);
    }
  }
  if (sorted.length !== orders.length) throw new Error('orders of a plan wait for each other');
  return sorted;
}
