import type { OrderHeadline, StandingOrder } from '../../model/event.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { MarketRange, OrderStanding } from '../../protection/guarded.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { OF_RUN, drawnContent, drawnOrder, type DrawnOrder } from './drawn-order.ts';

/** What a run would send and what stands besides, with their numbers parsed. */
export interface SentOrders {
  readonly headlines: readonly OrderHeadline[];
  readonly drawn: readonly DrawnOrder[];
  readonly standing: readonly DrawnOrder[];
  /** Where the market was seen, by symbol: what is drawn is judged as the one line is. */
  readonly markets?: ReadonlyMap<string, MarketRange>;
}

/** `withCancelled`: what stood before counts, whether or not the run was to cancel it. */
export function sentOrders(view: RunView, { withCancelled = false } = {}): SentOrders {
  const headlines: OrderHeadline[] = [];
  const drawn: DrawnOrder[] = [];
  for (const { call, headline, state } of view.orders) {
    if (call === undefined || headline === undefined) continue;
    headlines.push(headline);
    const order = drawnOrder(headline);
    if (order !== undefined) drawn.push({ ...order, state });
  }
  return { headlines, drawn, standing: standingOf(view, withCancelled), ...defined({ markets: marketsIn(view) }) };
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

const SHOWN = { accepted: 'accepted', unknown: 'unknown', 'in-flight': 'sending' } as const;

/**
 * What was sent does not say where its author thought the market is; an order that the plan still has does. What goes off
 * first is not counted: what takes its place is. What was filled before is.
 */
function standingOf({ standing, orders, plan, calls }: RunView, withCancelled: boolean): DrawnOrder[] {
  const off = new Set(calls.cancels.flatMap(({ orders: ids }) => ids));
  return standing.flatMap(({ id, content, plan: its, generation, state, isHeld = false, preset }) => {
    const isOurs = its === plan?.name && generation === plan.generation;
    if (!withCancelled && isOurs && !isHeld && off.has(id)) return [];
    const reference = isOurs ? orders.byId(id)?.headline?.reference : undefined;
    const { stopLoss: _gone, ...bare } = content;
    const order = drawnContent(id, preset === 'missing' ? bare : content, reference);
    if (order === undefined) return [];
    return {
      ...order,
      state: SHOWN[state],
      plan: isOurs ? OF_RUN : its,
      standing: isHeld ? 'filled' : STANDINGS[state],
      ...defined({ preset }),
    };
  });
}
