/** What else of the account stands, besides the orders of the plan. */
import { safe, type Safe } from '../../model/safe-text.ts';
import { amountOf } from '../../report/text/phrases.ts';
import type { StandingOrder } from '../../model/event.ts';
import type { RunView } from '../../report/view/run-view.ts';

/** How many orders stand of earlier generations of the plan, by generation, and of other plans. */
function besides({ standing, plan }: RunView): { generations: Map<number, number>; others: number } {
  const generations = new Map<number, number>();
  let others = 0;
  for (const order of onceEach(standing)) {
    if (order.plan !== plan?.name) others += 1;
    else if (order.generation !== plan.generation)
      generations.set(order.generation, (generations.get(order.generation) ?? 0) + 1);
  }
  return { generations, others };
}

/** What was filled of an order before and what rests of it are one order. */
const onceEach = (standing: RunView['standing']): Iterable<StandingOrder> =>
  new Map(standing.map((order) => [JSON.stringify([order.plan, order.generation, order.id]), order])).values();

const open = (amount: number): Safe => safe`${amountOf(amount, 'open order')}`;

/** A text for each generation of the plan and one for other plans. */
export function standingWords(view: RunView): Safe[] {
  const { generations, others } = besides(view);
  return [
    ...[...generations].map(([generation, amount]) => safe`generation ${generation} of this plan: ${open(amount)}`),
    ...(others > 0 ? [safe`other plans: ${open(others)} (ordo status)`] : []),
  ];
}

/** What this run would place next to itself: the last screen says it. */
export function standingWarnings(view: RunView): Safe[] {
  if (view.orders.planned === 0) return [];
  return [...besides(view).generations].map(
    ([generation, amount]) => safe`generation ${generation}: ${open(amount)} as well`,
  );
}
