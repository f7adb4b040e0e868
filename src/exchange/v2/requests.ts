/** Every request of version 2: where it goes, what it weighs (docs/exchange.md#weights), and how much of it one may carry. */
import type { CallKind, Cost, Weight } from '../../model/call.ts';
import type { ListName } from '../../model/listing.ts';

interface Request<W extends Weight = Cost> {
  readonly path: string;
  readonly weight: W;
}

/** The calls that place. */
export const OPERATIONS: Readonly<Record<CallKind, Request<Weight>>> = {
  single: { path: '/capi/v2/order/placeOrder', weight: { ip: 2, uid: 5 } },
  batch: { path: '/capi/v2/order/batchOrders', weight: { ip: 5, uid: 10 } },
  trigger: { path: '/capi/v2/order/plan_order', weight: { ip: 2, uid: 5 } },
};

/** Most entries of one batch (docs/exchange.md#batch). */
export const MAX_BATCH = 20;

/** The calls that cancel; a trigger order has one of its own. */
export const CANCELS: Readonly<Record<CallKind, Request<Weight>>> = {
  single: { path: '/capi/v2/order/cancel_order', weight: { ip: 2, uid: 3 } },
  batch: { path: '/capi/v2/order/cancel_batch_orders', weight: { ip: 5, uid: 10 } },
  trigger: { path: '/capi/v2/order/cancel_plan', weight: { ip: 2, uid: 3 } },
};

/** Most orders of one batch of cancels (docs/exchange.md#cancel-batch). */
export const MOST_CANCELS = 50;

export const LISTS: Readonly<Record<ListName, Request>> = {
  open: { path: '/capi/v2/order/current', weight: { ip: 2, uid: 2, orderCalls: 0 } },
  history: { path: '/capi/v2/order/history', weight: { ip: 10, uid: 10, orderCalls: 0 } },
  'open-triggers': { path: '/capi/v2/order/currentPlan', weight: { ip: 3, uid: 3, orderCalls: 0 } },
  'trigger-history': { path: '/capi/v2/order/historyPlan', weight: { ip: 5, uid: 10, orderCalls: 0 } },
};

/** Most orders that one page tells. */
export const PAGE_SIZE = 100;

/** Trades of the account, of one symbol (docs/exchange.md#fills). */
export const FILLS: Request = { path: '/capi/v2/order/fills', weight: { ip: 5, uid: 5, orderCalls: 0 } };

/** Most trades that one page tells. */
export const MOST_FILLS = 100;

/** What the account holds of one symbol. */
export const POSITION: Request = {
  path: '/capi/v2/account/position/singlePosition',
  weight: { ip: 2, uid: 3, orderCalls: 0 },
};

/** The same of all symbols. */
export const POSITIONS: Request = {
  path: '/capi/v2/account/position/allPosition',
  weight: { ip: 10, uid: 15, orderCalls: 0 },
};

/** What the account has of each coin (docs/exchange.md#money). */
export const MONEY: Request = { path: '/capi/v2/account/assets', weight: { ip: 5, uid: 10, orderCalls: 0 } };

/** The prices of one symbol (docs/exchange.md#market). Public. */
export const TICKER: Request = { path: '/capi/v2/market/ticker', weight: { ip: 1, uid: 0, orderCalls: 0 } };

/** Candles of one symbol (docs/exchange.md#candles). Public. */
export const CANDLES: Readonly<Record<'newest' | 'history', Request & { readonly mostOfPage: number }>> = {
  newest: { path: '/capi/v2/market/candles', weight: { ip: 1, uid: 0, orderCalls: 0 }, mostOfPage: 1000 },
  history: { path: '/capi/v2/market/historyCandles', weight: { ip: 5, uid: 0, orderCalls: 0 }, mostOfPage: 100 },
};

/** The server's clock (docs/exchange.md#time). */
export const TIME: Request = { path: '/capi/v2/market/time', weight: { ip: 1, uid: 0, orderCalls: 0 } };

/** The contracts. Public: needs no signature, and names no account. */
export const CONTRACTS: Request = { path: '/capi/v2/market/contracts', weight: { ip: 10, uid: 0, orderCalls: 0 } };
