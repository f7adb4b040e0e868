/** Finds orders whose name changed: a rename places what stands once more. */
import { removedAfterSend, type JournalState, type KnownOrder } from '../journal/records/state.ts';
import { orderContent, type PlannedOrder } from '../model/order.ts';

/** A new order, and the order that is gone from the plan and says the same. */
export interface Renamed {
  readonly order: PlannedOrder;
  readonly before: KnownOrder;
}

/** Each order that is new to the journal, with a removed one of the same content that may stand. Each is found once. */
export function renamedOrders(orders: readonly PlannedOrder[], known: JournalState): Renamed[] {
  const removed = removedAfterSend(
    known,
    orders.map(({ id }) => id),
  );
  if (removed.length === 0) return [];
  const byContent = Map.groupBy(removed, ({ content }) => keyOf(content));
  return orders.flatMap((order) => {
    if ((known.get(order.id)?.state ?? 'never-sent') !== 'never-sent') return [];
    const before = byContent.get(keyOf(orderContent(order)))?.shift();
    return before === undefined ? [] : [{ order, before }];
  });
}

const keyOf = (content: KnownOrder['content']): string =>
  JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1)));
