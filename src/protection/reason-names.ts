/** What the rows of reasons call an order: its id, and its plan where another plan or generation has that id as well. */
import type { GuardedOrder } from './guarded.ts';

type NameOfOrder = (order: GuardedOrder) => string | undefined;

/** `orders`: all that are judged. There may be thousands, so only those that share an id with one of `named` are looked at. */
export function namesAmong(orders: readonly GuardedOrder[], named: readonly GuardedOrder[]): NameOfOrder {
  const ids = new Set(named.map(({ id }) => id));
  const plans = new Map<string, Set<string>>();
  const generations = new Map<string, Set<number>>();
  for (const { id, plan = '', generation = 0 } of orders) {
    if (id === undefined || !ids.has(id)) continue;
    added(plans, id, plan);
    added(generations, `${id}\n${plan}`, generation);
  }
  return ({ id, plan = '', generation = 0 }) => {
    if (id === undefined) return undefined;
    const [ofPlans, ofPlan] = [plans.get(id)?.size ?? 0, generations.get(`${id}\n${plan}`)?.size ?? 0];
    if (plan === '') return id;
    if (ofPlan > 1) return `${id} of ${plan}, generation ${generation}`;
    return ofPlans > 1 ? `${id} of ${plan}` : id;
  };
}

function added<Key, One>(sets: Map<Key, Set<One>>, key: Key, one: One): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([one]));
  else set.add(one);
}
