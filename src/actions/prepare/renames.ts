/** Orders whose name changed: a rename that `was` does not tell, or tells wrongly, would place once more what is open already. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { mayStand, type JournalState, type KnownOrder, removedAfterSend } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { orderOfPart } from '../../model/ids.ts';
import { type Plan, type PlannedOrder, orderContent } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { SourceFile } from '../../source/source-file.ts';

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
      `${name} was: ${was}, and nothing was ever sent under that name; removed from the plan, and maybe open: ${someOf(removed.map(toldOf))}`,
      `was: is the id under which the order was first sent: write ${hint}; if ${name} is new, leave was out`,
    );
  }
}

const wasOf = ({ ladders }: Plan, name: string, { was, ladder }: PlannedOrder): string | undefined =>
  ladder === undefined ? was : ladders.find((one) => one.name === name)?.was;

function standingRemoved({ orders }: Plan, known: JournalState): readonly KnownOrder[] {
  const inPlan = new Set(orders.map(({ id }) => id));
  return [...known.values()].filter((order) => !inPlan.has(orderOfPart(order.id)) && mayStand(order));
}

/** Another generation of the plan knows it: then it is the name that it had first. */
const isOfPlan = (orders: readonly PlannedOrder[], plan: Plan, account: KnownAccount): boolean =>
  account.some((one) => one.plan === plan.name && orders.some(({ was = '' }) => one.orders.has(was)));

/** A rung by the name of its ladder. */
const nameOf = ({ id, ladder }: KnownOrder): string => (ladder === undefined ? id : id.replace(/-\d+$/, ''));

const toldOf = ({ id, orderId }: KnownOrder): string => (orderId === undefined ? id : `${id} (order ${orderId})`);

/** One for each order or ladder that is new and says what a removed one says. */
export function renamedWarnings(plan: Plan, known: JournalState, source: SourceFile): Diagnostic[] {
  const entries = Map.groupBy(renamedOrders(plan.orders, known), ({ order }) => order.line);
  return Array.from(entries.values(), (renamed) => warningOf(renamed as [Renamed, ...Renamed[]], source));
}

function warningOf([first, ...more]: readonly [Renamed, ...Renamed[]], source: SourceFile): Diagnostic {
  const { order, before } = first;
  const rungs = more.length === 0 ? '' : ` (and ${more.length} more of its rungs likewise)`;
  const was = order.ladder === undefined ? before.id : before.id.replace(/-\d+$/, '');
  return {
    severity: 'warning',
    code: 'order/renamed',
    source,
    ...markOf(source, order),
    message: `${order.id} is the same order as ${before.id}, which was removed and may still be open: this doubles it${rungs}`,
    hint: `if only the name changed, write was: ${was}`,
  };
}

/** The order's name on its first line, or the whole line where it stands elsewhere. */
function markOf(source: SourceFile, { id, ladder = id, line }: PlannedOrder): Pick<Diagnostic, 'start' | 'end'> {
  const text = source.line(line);
  const words = text.includes(ladder) ? ladder : text.trim();
  const start = source.lineStart(line) + text.indexOf(words);
  return { start, end: start + words.length };
}

/** A new order, and the order that is gone from the plan and says the same. */
interface Renamed {
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
