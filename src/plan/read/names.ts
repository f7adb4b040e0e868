import type { OrderDraft } from './order-draft.ts';

/** The names that `after` can use, each with its order ids: an order has its own, a ladder those of its rungs. */
export type Names = ReadonlyMap<string, readonly string[]>;

export function namesOf(orders: readonly OrderDraft[]): Names {
  const names = new Map<string, string[]>();
  const add = (name: string, id: string): void => {
    const ids = names.get(name);
    if (ids === undefined) names.set(name, [id]);
    else ids.push(id);
  };
  for (const { id, rung } of orders) {
    if (id === undefined) continue;
    add(id, id);
    if (rung !== undefined) add(rung.ladder, id);
  }
  return names;
}

/** The ids of what an `after` names, each once. The rungs of a ladder share what they wait for, so one list is made of it. */
export function idsBehind(names: Names): (after: readonly string[]) => readonly string[] {
  const made = new Map<readonly string[], readonly string[]>();
  return (after) => {
    const ids = made.get(after) ?? [...new Set(after.flatMap((one) => names.get(one) ?? []))];
    made.set(after, ids);
    return ids;
  };
}
