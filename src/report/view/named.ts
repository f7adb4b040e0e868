import type { Ladder } from '../../model/order.ts';

/** Orders of a list by their ids, and the ladders all of whose rungs are in it. */
export interface Named {
  readonly orders: readonly string[];
  readonly ladders: readonly Ladder[];
}

export function namedAmong(ids: readonly string[], ladders: readonly Ladder[]): Named {
  const left = new Set(ids);
  const whole = ladders.filter(({ orders }) => orders.every((id) => left.has(id)));
  for (const { orders } of whole) for (const id of orders) left.delete(id);
  return { orders: [...left], ladders: whole };
}
