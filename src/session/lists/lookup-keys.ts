/** What is sought in the exchange's lists: orders that are unknown, were placed, or were never sent from here. */
import { ownOrderId, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { identityOf, orderContent, type Order } from '../../model/order.ts';
import { kinOf } from './kin.ts';
import { lineagesOf } from './lineages.ts';
import type { Sought } from './list-matches.ts';
import type { LookedAt } from './stand.ts';

/**
 * How far back the lists of what is over are read for an order that may have been sent from elsewhere. With a day's leeway at
 * both ends, and a day for the look itself, no question spans more than the 90 days that the history keeps
 * (docs/exchange.md#retention).
 */
const ELSEWHERE_MS = 87 * 24 * 3_600_000;

/** An order by what was sent of it. A look makes one of each order that works, field by field. */
export function soughtOf(order: KnownOrder): Sought {
  const { id, clientOid, content, sentAtMs, signedAtMs = sentAtMs } = order;
  const { price, trigger } = content;
  return {
    id,
    clientOid,
    // One that was taken in has trades from before it was on record here.
    sentAtMs: Math.min(sentAtMs, signedAtMs),
    symbol: content['symbol'] ?? '',
    side: content['side'] ?? '',
    size: sentSize(order),
    isTrigger: trigger !== undefined,
    ...(price !== undefined && { price }),
    ...(trigger !== undefined && { trigger }),
  };
}

/** A placed order by what was sent of it. */
export function lookedAt(order: KnownOrder): LookedAt {
  const { orderId = '', seen, content } = order;
  const sought = soughtOf(order);
  const firedAs = seen?.firedAs;
  // From then on it is the limit order that its trigger became.
  if (firedAs !== undefined) return { ...sought, isTrigger: false, orderId: firedAs, firedAs };
  return {
    ...sought,
    orderId,
    ...(ownOrderId(order) === undefined && { isClaimed: true }),
    ...(order.rule === 'found' && { isFound: true }),
    ...(content['price'] === 'market' && { isAtMarket: true }),
  };
}

/** An order by what would be sent of it, under any lineage: whatever rests, and what is over of the last 88 days. */
export function soughtElsewhere(order: Order, plan: PlanName, sinceMs: number): Sought {
  const { price, trigger } = orderContent(order);
  return {
    id: order.id,
    clientOid: order.clientOid,
    sentAtMs: sinceMs,
    symbol: order.symbol,
    side: order.side,
    size: order.size.canonical(),
    isTrigger: order.trigger !== undefined,
    elsewhere: {
      marginMode: order.marginMode,
      clientOids: () => lineagesOf(plan, identityOf(order)),
      kin: () => kinOf(order, plan),
    },
    ...defined({ price, trigger }),
  };
}

/** A part of an exit that another journal may have placed, from that moment on: of any size up to its own. */
export function soughtPart(part: Order, sinceMs: number): Sought {
  const { id, clientOid, symbol, side, size, marginMode } = part;
  const { price, trigger } = orderContent(part);
  return {
    id,
    clientOid,
    sentAtMs: sinceMs,
    symbol,
    side,
    size: size.canonical(),
    isTrigger: part.trigger !== undefined,
    elsewhere: { marginMode, clientOids: () => [clientOid], kin: () => [], isPart: true },
    ...defined({ price, trigger }),
  };
}

/** An order by what would be sent of it: of an exit one part. */
export const soughtOfPlan = (order: Order, plan: PlanName, sinceMs: number): Sought =>
  order.exit === undefined ? soughtElsewhere(order, plan, sinceMs) : soughtPart(order, sinceMs);

/** From when on an order may have been sent from elsewhere, and be in the lists still. */
export const elsewhereSince = (nowMs: number): number => nowMs - ELSEWHERE_MS;
