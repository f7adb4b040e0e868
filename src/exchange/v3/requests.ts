/**
 * Every request of version 3: where it goes, and what it costs (docs/exchange-v3.md#weights). What places costs no IP weight: it
 * counts as one order in each of the account's two windows, of which the longer one is counted as `uid` (`Limits.countsOrders`).
 */
import type { CallKind, Cost } from '../../model/call.ts';
import type { ListName } from '../../model/listing.ts';
import type { Request } from '../answers/operations-with.ts';

const order: Cost = { ip: 0, uid: 1 };
/** A read or a cancel, by its IP weight. */
const by = (ip: number): Cost => ({ ip, uid: 0 });

/** Most entries of one batch (docs/exchange-v3.md#batch). */
export const MAX_BATCH = 5;

/** The calls that place. A batch is counted as five orders, however many it carries. */
export const PLACES: Readonly<Record<CallKind, Request>> = {
  single: { path: '/capi/v3/order', weight: order },
  batch: { path: '/capi/v3/batchOrders', weight: { ip: 0, uid: MAX_BATCH } },
  trigger: { path: '/capi/v3/algoOrder', weight: order },
};

/** Most orders of one batch of cancels. */
export const MOST_CANCELS = 10;

/** The calls that cancel; a trigger order has one of its own. */
export const CANCELS: Readonly<Record<CallKind, Request>> = {
  single: { path: '/capi/v3/order', weight: by(1) },
  batch: { path: '/capi/v3/batchOrders', weight: by(5) },
  trigger: { path: '/capi/v3/algoOrder', weight: by(1) },
};

export const LISTS: Readonly<Record<ListName, Request>> = {
  open: { path: '/capi/v3/openOrders', weight: by(2) },
  history: { path: '/capi/v3/order/history', weight: by(10) },
  'open-triggers': { path: '/capi/v3/openAlgoOrders', weight: by(3) },
  'trigger-history': { path: '/capi/v3/allAlgoOrders', weight: by(5) },
};

/** Most records that one page tells: what the lists of what is open take, and the histories take more. */
export const PAGE_SIZE = 100;

export const FILLS: Request = { path: '/capi/v3/userTrades', weight: by(5) };
/** The histories tell 90 days at most, in one question and in all; a little less, as the clocks are two. */
export const LONGEST_HISTORY_MS = 90 * 86_400_000 - 60_000;

/** Trades are told of seven days at most; a little less, as the clocks are two. */
export const LONGEST_TRADES_MS = 7 * 86_400_000 - 60_000;

export const POSITION: Request = { path: '/capi/v3/account/position/singlePosition', weight: by(2) };
export const POSITIONS: Request = { path: '/capi/v3/account/position/allPosition', weight: by(10) };
export const MONEY: Request = { path: '/capi/v3/account/balance', weight: by(5) };
/** The prices of one symbol (docs/exchange-v3.md#market). Public. */
export const BOOK_TICKER: Request = { path: '/capi/v3/market/ticker/bookTicker', weight: by(1) };
export const MARK_PRICE: Request = { path: '/capi/v3/market/symbolPrice', weight: by(1) };
/** Candles of one symbol (docs/exchange-v3.md#candles). Public. */
export const CANDLES: Readonly<Record<'newest' | 'history', Request & { readonly mostOfPage: number }>> = {
  newest: { path: '/capi/v3/market/klines', weight: by(1), mostOfPage: 1000 },
  history: { path: '/capi/v3/market/historyKlines', weight: by(5), mostOfPage: 100 },
};
export const TIME: Request = { path: '/capi/v3/market/time', weight: by(1) };
export const ACCOUNT: Request = { path: '/capi/v3/account/accountConfig', weight: by(5) };
export const SYMBOLS: Request = { path: '/capi/v3/account/symbolConfig', weight: by(5) };
export const TRADABLE: Request = { path: '/capi/v3/market/apiTradingSymbols', weight: by(5) };
export const CONTRACTS: Request = { path: '/capi/v3/market/exchangeInfo', weight: by(1) };
