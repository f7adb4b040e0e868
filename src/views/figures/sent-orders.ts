import type { OrderHeadline, StandingOrder } from '../../model/event.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { ShownState } from '../../model/outcome.ts';
import { MEANING, type GuardedOrder, type MarketRange, type OrderStanding } from '../../protection/guarded.ts';
import { filledOf } from '../../protection/held.ts';
import { behindLine } from '../../protection/judged.ts';
import { guardedFrom, knownFrom } from '../../protection/stands.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { OF_RUN, drawnContent, drawnFollowed, type DrawnOrder } from './drawn-order.ts';
import type { Stood } from './line-of.ts';

/** What a run would send and what stands besides, with their numbers parsed. */
interface SentOrders {
  readonly headlines: readonly OrderHeadline[];
  /** With what only a follower sends: what opens, and targets. */
  readonly drawn: readonly DrawnOrder[];
  /** Orders with a number that cannot be read. */
  readonly unread: number;
  readonly standing: readonly DrawnOrder[];
  /** Where the market was seen, by symbol: what is drawn is judged as the one line is. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
  /** What stands of the account, as the one line knows it. */
  readonly account?: Stood;
}

/** What a run would send, with what stands as the one line knows it; of a run that is told again, as it was announced. */
export function sentOrders(view: RunView): SentOrders {
  const headlines: OrderHeadline[] = [];
  const drawn: DrawnOrder[] = [];
  const kinds = new Map(view.steps.flatMap((step) => (step.does === 'place' ? [[step.id, step.kind] as const] : [])));
  let unread = 0;
  for (const { id, call, headline, state } of view.orders) {
    if (headline === undefined || (call === undefined && !kinds.has(id))) continue;
    if (call !== undefined) headlines.push(headline);
    const order = drawnFollowed(headline, kinds.get(id));
    if (order === undefined) unread += 1;
    else if (order !== 'stop') drawn.push({ ...order, state });
  }
  const markets = marketsIn(view);
  const { stands } = view.protection ?? {};
  if (stands === undefined)
    return { headlines, drawn, unread, standing: standingBefore(view), ...defined({ markets }) };
  const judged = view.protection && behindLine(view.protection);
  const account: Stood = { ...inRun(guardedFrom(stands, markets), view), ...defined({ judged }) };
  return { headlines, drawn, unread, standing: drawnOf(account, view), account, ...defined({ markets }) };
}

/** The plan of this run goes by the same name in both. */
const inRun = (account: Stood, { plan }: RunView): Stood => ({
  ...account,
  orders: account.orders.map((order) =>
    order.plan === plan?.name && order.generation === plan?.generation
      ? Object.assign({}, order, { plan: OF_RUN })
      : order,
  ),
});

const keyOf = ({ plan = '', generation = 0, id = '' }: Pick<GuardedOrder, 'plan' | 'generation' | 'id'>): string =>
  `${plan}\n${generation}\n${id}`;

const SHOWN_AS: Readonly<Partial<Record<OrderStanding, ShownState>>> = { open: 'accepted', fired: 'accepted' };

/** With the target and the state that only the announcement has. */
function drawnOf({ orders }: Stood, { standing, plan: ours }: RunView): DrawnOrder[] {
  const announced = new Map(standing.filter(({ isHeld }) => isHeld !== true).map((one) => [keyOf(one), one]));
  return orders.map((guarded) => {
    const { price, filled: _filled, plan, generation, id = 'not ordo’s', ...of } = guarded;
    const name = plan === OF_RUN ? ours?.name : plan;
    const told = announced.get(keyOf({ id, ...defined({ plan: name, generation }) }));
    const takeProfit = Decimal.parse(told?.content['takeProfit'] ?? '');
    const state = told === undefined ? (SHOWN_AS[of.standing] ?? 'unknown') : SHOWN[told.state];
    const limit = price.kind === 'limit' ? price.at : undefined;
    return {
      ...of,
      id,
      size: restOf(guarded),
      state,
      guarded,
      ...defined({ plan, price: limit, takeProfit }),
    } as DrawnOrder;
  });
}

/** What works of an order; of one that was filled, what it filled. */
function restOf(order: GuardedOrder): Decimal {
  const { size } = filledOf(order);
  return size.isZero || MEANING[order.standing].opening === 'held' ? order.size : order.size.minus(size);
}

const STANDINGS: Readonly<Record<StandingOrder['state'], OrderStanding>> = {
  accepted: 'open',
  unknown: 'unsure',
  'in-flight': 'unsure',
};

function marketsIn({ protection }: RunView): ReadonlyMap<string, MarketRange> | undefined {
  const ranges = protection?.markets?.map(
    ({ symbol, low, high }) => [symbol, { low: Decimal.of(low), high: Decimal.of(high) }] as const,
  );
  return ranges && new Map(ranges);
}

function standingOf(
  state: StandingOrder['state'],
  isHeld: boolean,
  known: StandingOrder['known'],
): Pick<GuardedOrder, 'standing' | 'filled'> {
  if (known === undefined) return { standing: isHeld ? 'filled' : STANDINGS[state] };
  return knownFrom(known);
}

const SHOWN = { accepted: 'accepted', unknown: 'unknown', 'in-flight': 'sending' } as const;

/**
 * What was sent does not say where its author thought the market is; an order that the plan still has does. What goes off
 * first is not counted, unless it is to be: what takes its place is. What was filled before is.
 */
export function standingBefore(
  { standing, orders, plan, calls }: RunView,
  { withCancelled = false } = {},
): DrawnOrder[] {
  const off = new Set(calls.cancels.flatMap(({ orders: ids }) => ids));
  return standing.flatMap(({ id, content, plan: its, generation, state, isHeld = false, preset, known }) => {
    const isOurs = its === plan?.name && generation === plan.generation;
    if (!withCancelled && isOurs && !isHeld && off.has(id)) return [];
    const reference = isOurs ? orders.byId(id)?.headline?.reference : undefined;
    const { stopLoss: _gone, ...bare } = content;
    const order = drawnContent(id, preset === 'missing' ? bare : content, reference);
    if (order === undefined) return [];
    return {
      ...order,
      state: SHOWN[state],
      ...(isOurs ? { plan: OF_RUN } : { plan: its, generation }),
      ...standingOf(state, isHeld, known),
      ...defined({ preset }),
    };
  });
}
