/** What a save changed of a plan, order by order. */
import type { Schedule } from '../../compile/compile-plan.ts';
import type { PublicEvent } from '../../model/event.ts';
import { orderChanges, type OrderContent } from '../../model/order-changes.ts';
import { orderContent, type Plan, type PlannedOrder } from '../../model/order.ts';

/** What a dry run showed, as the next save is compared with it. */
export interface Shown {
  readonly plan: Plan;
  readonly schedule: Pick<Schedule, 'weight'>;
}

/** Orders go by their ids; an order's own words count, and what it waits for. */
export function planChanged(before: Shown, now: Shown): Extract<PublicEvent, { event: 'plan-changed' }> {
  const old = new Map(before.plan.orders.map((order) => [order.id, order]));
  const added: string[] = [];
  const changed: { id: string; fields: Record<string, [string | null, string | null]> }[] = [];
  for (const order of now.plan.orders) {
    const was = old.get(order.id);
    old.delete(order.id);
    if (was === undefined) {
      added.push(order.id);
      continue;
    }
    const fields = orderChanges(wordsOf(was), wordsOf(order));
    if (fields.length === 0) continue;
    const pairs = fields.map(({ field, before: from = null, after: to = null }) => [field, [from, to]] as const);
    changed.push({ id: order.id, fields: Object.fromEntries(pairs) as Record<string, [string | null, string | null]> });
  }
  const [was, is] = [before.schedule.weight, now.schedule.weight];
  const weight = { ip: [was.ip, is.ip] as [number, number], uid: [was.uid, is.uid] as [number, number] };
  return { event: 'plan-changed', added, removed: [...old.keys()], changed, weight };
}

const wordsOf = (order: PlannedOrder): OrderContent => ({
  ...orderContent(order),
  ...(order.after !== undefined && { after: order.after.join(', ') }),
});
