/** A rename whose `was` names nothing: it would place an order again that stands under a name that the plan has no more. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { mayStand, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';

/** Refuses (exit 5) where `was` names nothing that was ever sent, and orders stand that the plan has no more. */
export function checkRenames(plan: Plan, known: JournalState, account: KnownAccount): void {
  const entries = Map.groupBy(plan.orders, ({ id, ladder = id }) => ladder);
  const removed = standingRemoved(plan, known);
  if (removed.length === 0) return;
  for (const [name, orders] of entries) {
    const was = wasOf(plan, name, orders[0] as PlannedOrder);
    if (was === undefined || orders.some(({ id }) => known.has(id)) || isOfPlan(orders, plan, account)) continue;
    const [first] = removed as readonly [KnownOrder, ...KnownOrder[]];
    const others = new Set(removed.map(nameOf));
    const hint = others.size === 1 ? `was: ${nameOf(first)}` : 'the first of its names';
    refuse(
      'plan/renamed',
      `${name} was: ${was}, and nothing was ever sent under that name; removed, and it may be open: ${someOf(removed.map(toldOf))}`,
      `was keeps the id under which it was sent first: write ${hint}; where ${name} is new, leave was out`,
    );
  }
}

const wasOf = ({ ladders }: Plan, name: string, { was, ladder }: PlannedOrder): string | undefined =>
  ladder === undefined ? was : ladders.find((one) => one.name === name)?.was;

function standingRemoved({ orders }: Plan, known: JournalState): readonly KnownOrder[] {
  const inPlan = new Set(orders.map(({ id }) => id));
  return [...known.values()].filter((order) => !inPlan.has(order.id) && mayStand(order));
}

/** Another generation of the plan knows it: then it is the name that it had first. */
const isOfPlan = (orders: readonly PlannedOrder[], plan: Plan, account: KnownAccount): boolean =>
  account.some((one) => one.plan === plan.name && orders.some(({ was = '' }) => one.orders.has(was)));

/** A rung by the name of its ladder. */
const nameOf = ({ id, ladder }: KnownOrder): string => (ladder === undefined ? id : id.replace(/-\d+$/, ''));

const toldOf = ({ id, orderId }: KnownOrder): string => (orderId === undefined ? id : `${id} (order ${orderId})`);
