/** Every call that only reads, with what it costs and takes (docs/exchange.md#weights, docs/exchange.md#lists). */
import type { Weight } from '../model/call.ts';
import { fills, positions } from './account-queries.ts';
import { listContracts, ticker, time } from './market-queries.ts';
import { detail, history, openOrders, openTriggers, triggerHistory } from './order-queries.ts';
import { ANYTHING, MILLISECONDS, ORDER_ID, PAGE, SYMBOL, UP_TO_100, type Query } from './query.ts';

const ip = (weight: number): Weight => ({ ip: weight, uid: 0 });

/** Every query by its path. */
export const QUERIES: ReadonlyMap<string, Query> = new Map<string, Query>([
  ['/capi/v2/market/time', { weight: ip(1), private: false, params: {}, required: [], answer: time }],
  [
    '/capi/v2/market/ticker',
    { weight: ip(1), private: false, params: { symbol: SYMBOL }, required: ['symbol'], answer: ticker },
  ],
  [
    '/capi/v2/market/contracts',
    { weight: ip(10), private: false, params: { symbol: SYMBOL }, required: [], answer: listContracts },
  ],
  [
    '/capi/v2/order/detail',
    { weight: { ip: 2, uid: 2 }, private: true, params: { orderId: ORDER_ID }, required: ['orderId'], answer: detail },
  ],
  [
    '/capi/v2/order/current',
    {
      weight: { ip: 2, uid: 2 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ORDER_ID,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: openOrders,
    },
  ],
  [
    '/capi/v2/order/currentPlan',
    {
      weight: { ip: 3, uid: 3 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ANYTHING,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: openTriggers,
    },
  ],
  [
    '/capi/v2/order/history',
    {
      weight: { ip: 10, uid: 10 },
      private: true,
      params: { symbol: SYMBOL, pageSize: UP_TO_100, createDate: MILLISECONDS, endCreateDate: MILLISECONDS },
      required: [],
      answer: history,
    },
  ],
  [
    '/capi/v2/order/historyPlan',
    {
      weight: { ip: 5, uid: 10 },
      private: true,
      params: {
        symbol: SYMBOL,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        delegateType: /^[1-4]$/,
        pageSize: UP_TO_100,
      },
      required: ['symbol'],
      answer: triggerHistory,
    },
  ],
  [
    '/capi/v2/order/fills',
    {
      weight: { ip: 5, uid: 5 },
      private: true,
      params: { symbol: SYMBOL, orderId: ORDER_ID, startTime: MILLISECONDS, endTime: MILLISECONDS, limit: UP_TO_100 },
      required: [],
      answer: fills,
    },
  ],
  [
    '/capi/v2/account/position/singlePosition',
    {
      weight: { ip: 2, uid: 3 },
      private: true,
      params: { symbol: SYMBOL },
      required: ['symbol'],
      answer: positions,
    },
  ],
]);
