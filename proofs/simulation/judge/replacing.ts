/** What a run may take the place of, and how much of an order there may come to be. */
import { saysTheSame, type Task } from '../expected.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import type { Surroundings } from '../life.ts';
import type { OrderWords } from '../plan-text.ts';

/** Ids of orders whose place a run may take, and of those that it may take off. */
export interface Replaced {
  readonly replaced: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** `sentAs`: what each said when it was sent, by client order id. */
export function replacedBy(
  { replaces, orders }: Task,
  before: ReadonlyMap<string, JournaledOrder>,
  sentAs: ReadonlyMap<string, OrderWords>,
): Replaced {
  const newest = new Map([...before.values()].map((order) => [order.id, order]));
  const isEdited = (words: OrderWords): boolean => {
    const sent = sentAs.get(newest.get(words.id)?.clientOid ?? '');
    return sent !== undefined && !saysTheSame(sent, words);
  };
  const inPlan = new Set(orders.map(({ id }) => id));
  return {
    replaced: new Set(replaces?.edited === true ? orders.filter(isEdited).map(({ id }) => id) : []),
    removed: new Set(replaces?.removed === true ? [...newest.keys()].filter((id) => !inPlan.has(id)) : []),
  };
}

/** What of all other lineages of an order was filled, or may be yet, in millionths. */
export function standingBeside({ disk, venue }: Surroundings, id: string, clientOid: string): number {
  return [...disk.orders().values()]
    .filter((one) => one.id === id && one.clientOid !== clientOid)
    .reduce((sum, { orderId }) => sum + (venue.listed.aliveAs(orderId)?.mostFilled ?? 0), 0);
}
