/** What else of the account stands, besides the orders of the plan. */
import { safe, type Safe } from '../../model/safe-text.ts';
import { amountOf } from '../../report/text/phrases.ts';
import type { StandingOrder } from '../../model/event.ts';
import type { RunView } from '../../report/view/run-view.ts';

type Orders = readonly StandingOrder[];

/** Orders of earlier generations of the plan, by generation, and of other plans. */
function besides({ standing, plan }: RunView): { generations: ReadonlyMap<number, Orders>; others: Orders } {
  const orders = onceEach(standing);
  const own = orders.filter((order) => order.plan === plan?.name && order.generation !== plan.generation);
  return {
    generations: Map.groupBy(own, ({ generation }) => generation),
    others: orders.filter((order) => order.plan !== plan?.name),
  };
}

/** What was filled of an order before and what rests of it are one order. */
const onceEach = (standing: RunView['standing']): Orders => {
  const once = new Map<string, StandingOrder>();
  for (const order of standing) {
    const key = JSON.stringify([order.plan, order.generation, order.id]);
    if (order.isHeld !== true || !once.has(key)) once.set(key, order);
  }
  return [...once.values()];
};

/** `11 open orders`; of what was filled alone: `3 orders were filled`. */
function openWords(orders: Orders): Safe {
  const open = orders.filter(({ isHeld }) => isHeld !== true).length;
  if (open > 0) return safe`${amountOf(open, 'open order')}`;
  return safe`${amountOf(orders.length, 'order')} ${orders.length === 1 ? 'was' : 'were'} filled`;
}

/** A text for each generation of the plan and one for other plans. */
export function standingWords(view: RunView): Safe[] {
  const { generations, others } = besides(view);
  return [
    ...[...generations].map(([number, orders]) => safe`generation ${number} of this plan: ${openWords(orders)}`),
    ...(others.length > 0 ? [safe`other plans: ${openWords(others)} (ordo status)`] : []),
  ];
}

/** What this run would place next to itself: the last screen says it. */
export function standingWarnings(view: RunView): Safe[] {
  if (view.orders.planned === 0) return [];
  return [...besides(view).generations].map(
    ([number, orders]) => safe`generation ${number}: ${openWords(orders)} as well`,
  );
}
