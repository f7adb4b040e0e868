/** How a plan differs from an earlier one, order by order. */
import { conditionTexts } from './condition-words.ts';
import { orderChanges, type OrderContent } from './order-changes.ts';
import { orderContent, type PlannedOrder } from './order.ts';

/** By ids, in the order of the plans: what is gone in that of the earlier one. */
export interface PlanChanges {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: { readonly id: string; readonly fields: FieldChanges }[];
}

/** By name, what each field said before and says now; null where it was not there. */
export type FieldChanges = Record<string, [before: string | null, after: string | null]>;

/** Orders go by their ids; an order's own words count, and what it waits for. */
export function planChanges(before: readonly PlannedOrder[], now: readonly PlannedOrder[]): PlanChanges {
  const old = new Map(before.map((order) => [order.id, order]));
  const added: string[] = [];
  const changed: PlanChanges['changed'] = [];
  for (const order of now) {
    const was = old.get(order.id);
    old.delete(order.id);
    if (was === undefined) {
      added.push(order.id);
      continue;
    }
    const fields = orderChanges(wordsOf(was), wordsOf(order));
    if (fields.length === 0) continue;
    const pairs = fields.map(({ field, before: from = null, after: to = null }) => [field, [from, to]] as const);
    changed.push({ id: order.id, fields: Object.fromEntries(pairs) as FieldChanges });
  }
  return { added, removed: [...old.keys()], changed };
}

const wordsOf = (order: PlannedOrder): OrderContent => ({
  ...orderContent(order),
  ...(order.after !== undefined && { after: order.after.join(', ') }),
  ...conditionTexts(order),
});
