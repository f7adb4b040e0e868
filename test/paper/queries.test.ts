import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { json, list, NOW_MS, PATHS, send, single, startAmple, trigger } from '../support/paper-client.ts';

const DAY_MS = 86_400_000;

/** One order a day apart from the next: o0 (94 days old) to o4 open, f0 to f4 filled, t0 to t4 triggers. */
let exchange: PaperExchange;
let nowMs = NOW_MS;
const ages = [94, 90, 2, 1, 0];
beforeAll(async () => {
  exchange = await startAmple({ clock: { wallMs: () => nowMs, monotonicMs: () => 0 } });
  for (const [index, age] of ages.entries()) {
    nowMs = NOW_MS - age * DAY_MS;
    const symbol = index === 2 ? 'cmt_ethusdt' : 'cmt_btcusdt';
    const market = { match_price: '1', price: undefined };
    const now = { timestamp: String(nowMs) };
    await send(exchange.origin, PATHS.single, single({ symbol, client_oid: `o${index}`, price: '3000' }), now);
    await send(exchange.origin, PATHS.single, single({ symbol, client_oid: `f${index}`, ...market }), now);
    await send(exchange.origin, PATHS.trigger, trigger({ symbol, client_oid: `t${index}` }), now);
  }
});
afterAll(() => exchange.close());

const ask = (target: string) => send(exchange.origin, `/capi/v2/${target}`, undefined);
const idOf = (clientOid: string): string =>
  exchange.orders.find((order) => order.clientOid === clientOid)?.orderId ?? '';
const clientOids = async (target: string): Promise<unknown[]> =>
  list(await ask(target)).map((one) => one['client_oid']);

describe('lists tell the newest first and filter as documented', () => {
  const rows: [target: string, expected: string][] = [
    ['order/current', 'o4 o3 o2 o1 o0'],
    ['order/current?symbol=cmt_ethusdt', 'o2'],
    ['order/current?symbol=cmt_nonesuch', ''],
    ['order/current?limit=2', 'o4 o3'],
    ['order/current?limit=2&page=1', 'o2 o1'],
    ['order/current?limit=2&page=3', ''],
    [`order/current?startTime=${NOW_MS - DAY_MS}`, 'o4 o3'],
    [`order/current?endTime=${NOW_MS - DAY_MS}`, 'o3 o2 o1 o0'],
    ['order/currentPlan', 't4 t3 t2 t1 t0'],
    ['order/currentPlan?symbol=cmt_ethusdt', 't2'],
    ['order/currentPlan?orderId=stop', 't4 t3 t2 t1 t0'],
    [`order/currentPlan?startTime=${NOW_MS - 2 * DAY_MS}&endTime=${NOW_MS - DAY_MS}`, 't3 t2'],
    ['order/history', 'f4 f3 f2 f1'],
    ['order/history?pageSize=2', 'f4 f3'],
    ['order/history?symbol=cmt_ethusdt', 'f2'],
    [`order/history?createDate=${NOW_MS - 2 * DAY_MS}&endCreateDate=${NOW_MS - DAY_MS}`, 'f3 f2'],
    [`order/history?createDate=${NOW_MS - 99 * DAY_MS}`, 'f4 f3 f2 f1'],
  ];
  it.each(rows)('%s', async (target, expected) => {
    expect((await clientOids(target)).join(' ')).toBe(expected);
  });

  it('by order id', async () => {
    expect(await clientOids(`order/current?orderId=${idOf('o1')}`)).toEqual(['o1']);
    expect(await clientOids(`order/currentPlan?orderId=${idOf('t1')}`)).toEqual(['t1']);
  });
});

describe('records', () => {
  const ordinary = {
    symbol: 'cmt_btcusdt',
    size: '0.01',
    createTime: String(NOW_MS),
    fee: '0',
    type: 'open_long',
    order_type: 'normal',
    totalProfits: '0',
    contracts: 100,
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
  };

  it('an open order', async () => {
    const [first] = list(await ask('order/current?limit=1'));
    expect(first).toEqual({
      ...ordinary,
      client_oid: 'o4',
      order_id: idOf('o4'),
      price: '3000',
      price_avg: '0',
      status: 'open',
      filled_qty: '0',
      filledQtyContracts: 0,
    });
  });

  it('a filled order, the same by its id', async () => {
    const [first] = list(await ask('order/history?pageSize=1'));
    expect(first).toEqual({
      ...ordinary,
      client_oid: 'f4',
      order_id: idOf('f4'),
      price: '0',
      price_avg: '64000.1',
      status: 'filled',
      filled_qty: '0.01',
      filledQtyContracts: 100,
    });
    expect(json(await ask(`order/detail?orderId=${idOf('f4')}`))).toEqual(first);
  });

  it('a trigger order: digits for status and types', async () => {
    const [first] = list(await ask('order/currentPlan?limit=1'));
    expect(first).toMatchObject({
      client_oid: 't4',
      order_id: idOf('t4'),
      price: '0',
      status: '0',
      type: '3',
      order_type: '0',
      triggerPrice: '61900',
      triggerPriceType: 'MARKET',
      triggerTime: null,
    });
  });

  it('no trigger order has become history', async () => {
    expect(json(await ask('order/historyPlan?symbol=cmt_btcusdt&delegateType=4&pageSize=100'))).toEqual({
      list: [],
      nextPage: false,
    });
  });
});

describe('what a query refuses', () => {
  const rows: [target: string, code: string][] = [
    ['order/detail', '40017'],
    ['order/detail?orderId=', '40019'],
    ['order/detail?orderId=one', '40020'],
    ['order/detail?orderId=1', '40015'],
    ['order/detail?clientOid=o1', '40017'],
    ['order/current?limit=101', '40020'],
    ['order/current?limit=0', '40020'],
    ['order/current?page=-1', '40020'],
    ['order/current?orderId=stop', '40020'],
    ['order/current?client_oid=o1', '40017'],
    ['order/current?limit=1&limit=2', '40020'],
    ['order/history?pageSize=101', '40020'],
    ['order/history?createDate=yesterday', '40020'],
    ['order/historyPlan', '40017'],
    ['order/historyPlan?symbol=cmt_btcusdt&delegateType=5', '40020'],
    ['market/ticker', '40017'],
    ['market/ticker?symbol=cmt_nonesuch', '40020'],
    ['market/contracts?symbol=cmt_nonesuch', '40020'],
  ];
  it.each(rows)('%s', async (target, code) => {
    const received = await ask(target);
    expect([received.status, json(received)['code']]).toEqual([400, code]);
  });

  it('the id of a trigger order is that of no ordinary order', async () => {
    expect(json(await ask(`order/detail?orderId=${idOf('t4')}`))['code']).toBe('40015');
  });

  it.each(['detail?orderId=1', 'current', 'history', 'currentPlan', 'historyPlan?symbol=cmt_btcusdt'])(
    'order/%s without the key',
    async (target) => {
      const received = await send(exchange.origin, `/capi/v2/order/${target}`, undefined, { secret: 'other' });
      expect([received.status, json(received)['code']]).toEqual([401, '40009']);
    },
  );
});

const anonymous = (target: string): Promise<Response> => fetch(`${exchange.origin}/capi/v2/${target}`);

describe('the market', () => {
  it('time in three spellings, without a key', async () => {
    const response = await anonymous('market/time');
    expect(await response.json()).toEqual({
      epoch: '1764000000.000',
      iso: '2025-11-24T16:00:00.000Z',
      timestamp: NOW_MS,
    });
  });

  it('a ticker of strings', async () => {
    const ticker = (await (await anonymous('market/ticker?symbol=cmt_dogeusdt')).json()) as Record<string, string>;
    expect(ticker).toMatchObject({
      symbol: 'cmt_dogeusdt',
      last: '0.083',
      best_bid: '0.083',
      best_ask: '0.08301',
      timestamp: String(NOW_MS),
    });
    for (const value of Object.values(ticker)) expect(value).toBeTypeOf('string');
  });

  it('one contract, as a list', async () => {
    const response = await anonymous('market/contracts?symbol=cmt_ethusdt');
    expect(await response.json()).toMatchObject([
      { symbol: 'cmt_ethusdt', contract_val: '0.001', tick_size: '2', priceEndStep: 1 },
    ]);
  });

  it('all contracts, and the instruments they come to', async () => {
    const records = (await (await anonymous('market/contracts')).json()) as Record<string, string>[];
    expect(records.map((one) => one['symbol'])).toEqual([...paperInstruments.bySymbol.keys()]);
    const steps = [...paperInstruments.bySymbol.values()].map((one) => [
      one.symbol,
      one.step.toString(),
      one.minSize.toString(),
      one.tick.toString(),
    ]);
    expect(steps).toEqual([
      ['cmt_btcusdt', '0.0001', '0.0001', '0.1'],
      ['cmt_ethusdt', '0.001', '0.001', '0.01'],
      ['cmt_solusdt', '0.1', '0.1', '0.01'],
      ['cmt_dogeusdt', '100', '100', '0.00001'],
      ['cmt_xrpusdt', '10', '10', '0.0001'],
      ['cmt_adausdt', '10', '10', '0.0001'],
      ['cmt_bnbusdt', '0.1', '0.1', '0.01'],
      ['cmt_ltcusdt', '0.1', '0.1', '0.01'],
    ]);
  });
});

it('queries cost what docs/exchange.md#weights says', () => {
  const costs = new Map(
    exchange.requests.filter((one) => one.method === 'GET' && one.status === 200).map((one) => [one.path, one.weight]),
  );
  expect(Object.fromEntries(costs)).toEqual({
    '/capi/v2/order/detail': { ip: 2, uid: 2 },
    '/capi/v2/order/current': { ip: 2, uid: 2 },
    '/capi/v2/order/history': { ip: 10, uid: 10 },
    '/capi/v2/order/currentPlan': { ip: 3, uid: 3 },
    '/capi/v2/order/historyPlan': { ip: 5, uid: 10 },
    '/capi/v2/market/time': { ip: 1, uid: 0 },
    '/capi/v2/market/ticker': { ip: 1, uid: 0 },
    '/capi/v2/market/contracts': { ip: 10, uid: 0 },
  });
});
