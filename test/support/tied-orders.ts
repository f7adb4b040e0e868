/** Orders that wait for each other: by hand, and at random without a circle. */
import { array, nat, tuple, type Arbitrary } from 'fast-check';
import type { Order, PlannedOrder } from '../../src/model/order.ts';
import { anOrder, anyOrders, type OrderWords } from './plan-builder.ts';

/** `{ a: [], b: ['a'] }`: an order for each key, which waits for those of its list. */
export const tied = (ties: Readonly<Record<string, readonly string[]>>, words: OrderWords = {}): Order[] =>
  Object.entries(ties).map(([id, after]) => waiting(anOrder({ ...words, id }), after));

/** The order as one that waits for these; none, and it has no such key. */
export const waiting = (order: Order, after: readonly string[]): Order =>
  after.length === 0 ? order : { ...order, after };

/**
 * Up to `most` orders of every kind, about half of them tied. Drawn ranks decide who may wait for whom, so an order may
 * stand in the plan before those that it waits for.
 */
export const anyTiedOrders = (most: number): Arbitrary<Order[]> =>
  tuple(
    anyOrders(most),
    array(nat(1000), { minLength: most, maxLength: most }),
    array(tuple(nat(1000), nat(1000)), { maxLength: most, size: 'max' }),
  ).map(([orders, ranks, ties]) => {
    const after = orders.map((): string[] => []);
    const isEarlier = (a: number, b: number): boolean => ((ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b) < 0;
    for (const [a, b] of orders.length > 1 ? ties : []) {
      const [one, other] = [a % orders.length, b % orders.length];
      const [first, last] = isEarlier(one, other) ? [one, other] : [other, one];
      if (first !== last) after[last]?.push((orders[first] as Order).id);
    }
    return orders.map((order, index) => waiting(order, after[index] ?? []));
  });

/** Of each order all that must be accepted before it, over however many steps. */
export function allBefore(orders: readonly PlannedOrder[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const found = new Map<string, ReadonlySet<string>>();
  const before = (id: string): ReadonlySet<string> => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const all = new Set<string>();
    for (const one of byId.get(id)?.after ?? []) for (const each of [one, ...before(one)]) all.add(each);
    found.set(id, all);
    return all;
  };
  for (const { id } of orders) before(id);
  return found;
}
