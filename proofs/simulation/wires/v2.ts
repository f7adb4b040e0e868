/** Version 2: the words of the exchange, as they are. Its prices are figures of their own: a mistake in the program's must show. */
import { OPERATIONS } from '../../../src/exchange/v2/operations.ts';
import type { Cost } from '../../../src/model/call.ts';
import { readCancel } from '../cancels/cancel-request.ts';
import type { HeldRow } from '../cancels/told-state.ts';
import { readRequest } from '../request.ts';
import type { Wire } from './wire.ts';

const call = (ip: number, uid: number): Cost => ({ ip, uid, orderCalls: 1 });
const question = (ip: number, uid: number): Cost => ({ ip, uid, orderCalls: 0 });

const heldTold = (symbol: string, rows: readonly HeldRow[]): readonly object[] =>
  rows.map(({ side, size, value }) => ({
    symbol,
    side,
    margin_mode: 'SHARED',
    leverage: '20',
    size,
    open_value: value,
  }));

export const V2: Wire = {
  interface: 'v2',
  operations: OPERATIONS,
  costs: {
    place: {
      '/capi/v2/order/placeOrder': call(2, 5),
      '/capi/v2/order/batchOrders': call(5, 10),
      '/capi/v2/order/plan_order': call(2, 5),
    },
    cancel: {
      '/capi/v2/order/cancel_order': call(2, 3),
      '/capi/v2/order/cancel_batch_orders': call(5, 10),
      '/capi/v2/order/cancel_plan': call(2, 3),
    },
    lists: {
      open: question(2, 2),
      history: question(10, 10),
      'open-triggers': question(3, 3),
      'trigger-history': question(5, 10),
    },
    fills: question(5, 5),
    position: question(2, 3),
    positions: question(10, 15),
    contracts: question(10, 0),
    market: question(1, 0),
    settings: question(0, 0),
    money: question(5, 10),
    time: question(1, 0),
  },
  readPlaced: readRequest,
  readCancel: ({ path, body }) => readCancel(path, body),
  readQuery: (query) => query,
  isPaged: (list) => list === 'open' || list === 'open-triggers',
  page: (records, list) => JSON.stringify(list === 'trigger-history' ? { list: records } : records),
  fills: (text) => text,
  position: (symbol, rows) => JSON.stringify(heldTold(symbol, rows)),
  positions: (rows) => JSON.stringify([...rows].flatMap(([symbol, held]) => heldTold(symbol, held))),
  contracts: (symbols, maxSize) =>
    JSON.stringify(
      symbols.map((symbol) => ({
        symbol,
        tick_size: '1',
        priceEndStep: 1,
        contract_val: '0.000001',
        size_increment: '6',
        minOrderSize: '0.000001',
        maxOrderSize: maxSize,
      })),
    ),
  market: (path, symbol, price) => {
    if (path !== '/capi/v2/market/ticker') throw new Error(`no prices are at ${path}`);
    return JSON.stringify({ symbol, last: price, best_bid: price, best_ask: price, markPrice: price });
  },
  settings: (name) => {
    if (name !== 'money') throw new Error(`version 2 has no ${name}`);
    return JSON.stringify([{ coinName: 'USDT', available: '1000', equity: '1000' }]);
  },
  said: (reply) => reply,
};
