/** What the paper exchange keeps of orders and requests, and what becomes of an order by its price. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import {
  batch,
  entry,
  NOW_MS,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  type Changes,
} from '../support/paper-client.ts';

let exchange: PaperExchange;
beforeEach(async () => {
  exchange = await startAmple();
});
afterEach(() => exchange.close());

const place = (kind: keyof typeof PATHS, body: Changes | string) => send(exchange.origin, PATHS[kind], body);

describe('what is recorded', () => {
  it('the digits as received, presets as strings or numbers, and the margin mode', async () => {
    const body = JSON.stringify(
      single({
        size: '0.0100',
        price: '63000.0',
        presetTakeProfitPrice: '65000.10',
        presetStopLossPrice: 0,
        marginMode: 3,
      }),
    ).replace('"presetStopLossPrice":0', '"presetStopLossPrice":62000.10');
    await place('single', body);
    expect(exchange.orders).toEqual([
      {
        kind: 'single',
        orderId: exchange.orders[0]?.orderId,
        clientOid: 'one',
        symbol: 'cmt_btcusdt',
        marginMode: 3,
        type: '1',
        orderType: '0',
        match: '0',
        size: '0.0100',
        price: '63000.0',
        takeProfit: '65000.10',
        stopLoss: '62000.10',
        status: 'open',
        acceptedAtMs: NOW_MS,
      },
    ]);
  });

  it('cross where the margin mode is left out, and the batch its entries are of', async () => {
    await place('single', single());
    await place('batch', batch([entry({ symbol: 'cmt_btcusdt', marginMode: 3 })], { marginMode: 3 }));
    await place('batch', batch([entry({ presetTakeProfitPrice: '65000' })], { marginMode: undefined }));
    expect(
      exchange.orders.map(({ kind, symbol, marginMode, takeProfit }) => [kind, symbol, marginMode, takeProfit]),
    ).toEqual([
      ['single', 'cmt_btcusdt', 1, undefined],
      ['batch', 'cmt_btcusdt', 3, undefined],
      ['batch', 'cmt_btcusdt', 1, '65000'],
    ]);
  });

  it('a trigger order and its prices', async () => {
    await place('trigger', trigger({ match_type: '0', execute_price: '61850.5' }));
    expect(exchange.orders[0]).toMatchObject({ match: '0', price: '61850.5', trigger: '61900', status: 'untriggered' });
  });

  it('every request with its bytes, status, weight and refusal', async () => {
    await place('single', single());
    await place('batch', batch([]));
    await send(exchange.origin, '/capi/v2/market/ticker?symbol=cmt_btcusdt', undefined);
    await send(exchange.origin, PATHS.trigger, trigger(), { headers: { 'ACCESS-KEY': 'other' } });
    expect(exchange.requests).toEqual([
      {
        method: 'POST',
        path: PATHS.single,
        query: '',
        body: JSON.stringify(single()),
        receivedAtMs: 0,
        status: 200,
        weight: { ip: 2, uid: 5 },
      },
      {
        method: 'POST',
        path: PATHS.batch,
        query: '',
        body: JSON.stringify(batch([])),
        receivedAtMs: 0,
        status: 400,
        weight: { ip: 5, uid: 10 },
        refusal: { code: '40019', message: expect.any(String) as string },
      },
      {
        method: 'GET',
        path: '/capi/v2/market/ticker',
        query: 'symbol=cmt_btcusdt',
        body: '',
        receivedAtMs: 0,
        status: 200,
        weight: { ip: 1, uid: 0 },
      },
      {
        method: 'POST',
        path: PATHS.trigger,
        query: '',
        body: JSON.stringify(trigger()),
        receivedAtMs: 0,
        status: 401,
        weight: { ip: 2, uid: 0 },
        refusal: { code: '40006', message: expect.any(String) as string },
      },
    ]);
  });
});

describe('fate of an order: the last BTC trade is at 64000, the ask one tick above', () => {
  const rows: [name: string, changes: Changes, status: string, averagePrice?: string][] = [
    ['a market buy', { match_price: '1', price: undefined }, 'filled', '64000.1'],
    ['a market sell', { type: '2', match_price: '1', price: undefined }, 'filled', '64000'],
    ['a buy at the ask', { price: '64000.1' }, 'filled', '64000.1'],
    ['a buy above the ask', { price: '70000' }, 'filled', '64000.1'],
    ['a buy below the ask', { price: '64000' }, 'open'],
    ['a sell at the bid', { type: '3', price: '64000' }, 'filled', '64000'],
    ['a sell above the bid', { type: '2', price: '64000.1' }, 'open'],
    ['closing a short buys', { type: '4', price: '64000.1' }, 'filled', '64000.1'],
    ['post-only that crosses', { order_type: '1', price: '64000.1' }, 'canceled'],
    ['post-only that rests', { order_type: '1' }, 'open'],
    ['fok that crosses', { order_type: '2', price: '64000.1' }, 'filled', '64000.1'],
    ['fok that does not', { order_type: '2' }, 'canceled'],
    ['ioc that crosses', { order_type: '3', type: '2', price: '63999' }, 'filled', '64000'],
    ['ioc that does not', { order_type: '3', type: '2', price: '64001' }, 'canceled'],
  ];
  it.each(rows)('%s', async (_name, changes, status, averagePrice) => {
    await place('single', single(changes));
    expect([exchange.orders[0]?.status, exchange.orders[0]?.averagePrice]).toEqual([status, averagePrice]);
  });
});
