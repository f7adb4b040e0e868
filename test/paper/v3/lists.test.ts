/** What lists may do to whoever reads them, the account, and contracts that are hard on a program. */
import { afterEach, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { ask, ORDER, orderOf, TRIGGER } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const AMPLE = { amount: 1000, windowMs: 10_000 };
const start = async (options: PaperOptions = {}): Promise<PaperExchange> =>
  (paper = await startPaperExchange({ orderCalls: AMPLE, orderCallsPerMinute: AMPLE, ...options }));

type Record = Readonly<{ [name: string]: unknown }>;
const told = async (at: PaperExchange, path: string): Promise<readonly Record[]> =>
  (await ask(at, 'GET', `/capi/v3/${path}`)).json;
const place = async (at: PaperExchange, body: object): Promise<string> =>
  ((await ask(at, 'POST', '/capi/v3/order', { body })).json as { orderId: string }).orderId;

const { timeInForce: _none, price: _left, ...atMarket } = ORDER;
const MARKET = { ...atMarket, type: 'MARKET' };
const IDS = Array.from({ length: 12 }, (_, index) => `o${index + 1}`);
const named = (records: readonly Record[]): unknown[] => records.map(({ clientOrderId }) => clientOrderId);

test('a full page is followed by the next, in whatever order its records are', async () => {
  for (const lists of [undefined, 'shuffled'] as const) {
    const at = await start({ ...(lists && { lists }) });
    for (const id of IDS) await place(at, orderOf(id));
    const pages = await Promise.all([0, 1, 2, 3].map((page) => told(at, `openOrders?limit=5&page=${page}`)));
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2, 0]);
    const all = named(pages.flat());
    expect(new Set(all)).toEqual(new Set(IDS));
    const newestFirst = IDS.toReversed();
    if (lists === undefined) expect(all).toEqual(newestFirst);
    else expect(all).not.toEqual(newestFirst);
    await at.close();
  }
});

test('ids are bare numbers of 18 digits that no double has, in every list', async () => {
  const at = await start();
  await place(at, MARKET);
  await place(at, orderOf('rests'));
  await ask(at, 'POST', '/capi/v3/algoOrder', { body: TRIGGER });
  for (const [path, name] of [
    ['openOrders', 'orderId'],
    ['order/history', 'orderId'],
    ['openAlgoOrders', 'algoId'],
    ['userTrades', 'orderId'],
    ['userTrades', 'id'],
  ] as const) {
    const [, digits = ''] =
      new RegExp(`"${name}":([0-9]+)[,}]`).exec((await ask(at, 'GET', `/capi/v3/${path}`)).text) ?? [];
    expect([path, digits.length]).toEqual([path, 18]);
    expect(BigInt(digits)).toBeGreaterThan(2n ** 53n);
  }
});

test('only what is above an order id is told of what is open, and one order by either id', async () => {
  const at = await start();
  const first = await place(at, orderOf('a'));
  await place(at, orderOf('b'));
  expect(named(await told(at, `openOrders?orderId=${first}`))).toEqual(['b']);
  const one = async (query: string) => (await ask(at, 'GET', `/capi/v3/order?${query}`)).json as Record;
  expect(await one(`orderId=${first}`)).toMatchObject({ clientOrderId: 'a', status: 'NEW', origQty: '0.01' });
  expect(await one('origClientOrderId=b')).toMatchObject({ clientOrderId: 'b' });
  expect(await one('origClientOrderId=c')).toMatchObject({ code: -3200 });
  expect(await one('')).toMatchObject({ code: -1140 });
});

test('a filled order may be told without what was filled, and its trades tell it', async () => {
  const at = await start({ lists: 'unfilled' });
  const ids = [await place(at, MARKET), await place(at, { ...MARKET, newClientOrderId: 'other' })];
  const records = await told(at, 'order/history');
  expect(records.map(({ status, executedQty }) => [status, executedQty])).toEqual(
    expect.arrayContaining([
      ['FILLED', '0'],
      ['FILLED', undefined],
    ]),
  );
  for (const id of ids) expect(await told(at, `userTrades?orderId=${id}`)).toMatchObject([{ qty: '0.01' }]);
});

test('what ended may be told as EXPIRED, and what fired as TRIGGERED with the order that it became', async () => {
  const at = await start({ lists: 'expired' });
  await place(at, orderOf('ioc', { timeInForce: 'IOC' }));
  expect(await told(at, 'order/history')).toMatchObject([{ clientOrderId: 'ioc', status: 'EXPIRED' }]);
  await ask(at, 'POST', '/capi/v3/algoOrder', { body: TRIGGER });
  const [, trigger] = at.orders;
  at.fire(trigger?.orderId ?? '');
  const became = at.orders[2]?.orderId;
  const text = (await ask(at, 'GET', '/capi/v3/allAlgoOrders')).text;
  expect(text).toMatch(new RegExp(`"algoStatus":"TRIGGERED","actualOrderId":${became},`));
});

test.each([
  ['STOP', { type: 'STOP', price: '65100' }],
  ['TAKE_PROFIT', { type: 'TAKE_PROFIT', price: '65100' }],
  ['TAKE_PROFIT_MARKET', { type: 'TAKE_PROFIT_MARKET' }],
])('a trigger is told by its type: %s', async (type, changes) => {
  const at = await start();
  await ask(at, 'POST', '/capi/v3/algoOrder', { body: { ...TRIGGER, ...changes } });
  expect(await told(at, 'openAlgoOrders?page=1')).toMatchObject([{ orderType: type, algoStatus: 'UNTRIGGERED' }]);
});

test('presets appear with the fill, name their parent, have ids of their own, and end in the history of orders', async () => {
  for (const lists of [undefined, 'named-after'] as const) {
    const at = await start({ presets: true, ...(lists && { lists }) });
    const parent = await place(at, { ...ORDER, slTriggerPrice: '50000', tpTriggerPrice: '80000' });
    expect(await told(at, 'openAlgoOrders')).toEqual([]);
    at.fill(parent);
    const { text, json } = await ask(at, 'GET', '/capi/v3/openAlgoOrders');
    expect(text.match(/"actualOrderId":(\d+)/g)).toEqual(Array(2).fill(`"actualOrderId":${parent}`));
    const children = json as readonly Record[];
    expect(children.map(({ orderType, reduceOnly }) => [orderType, reduceOnly])).toEqual([
      ['STOP_MARKET', true],
      ['TAKE_PROFIT_MARKET', true],
    ]);
    const ids = children.map(({ clientAlgoId }) => clientAlgoId);
    if (lists === undefined) for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    else expect(ids).toEqual(['bid-1sl', 'bid-1tp']);
    const [, target] = at.orders;
    at.fire(target?.orderId ?? '');
    const over = await told(at, 'order/history');
    expect(over.find(({ status }) => status === 'CANCELED')).toMatchObject({
      clientOrderId: ids[0],
      type: 'STOP_MARKET',
      stopPrice: '50000',
      reduceOnly: true,
    });
    await at.close();
  }
});

test('times: the history of 90 days, trades of seven, and of the last seven where none are named', async () => {
  const at = await start();
  await place(at, MARKET);
  const [now, day] = [Date.now(), 86_400_000];
  const spanned = (days: number) => `startTime=${now - days * day}&endTime=${now + 1}`;
  expect(await told(at, `userTrades?${spanned(6)}`)).toHaveLength(1);
  expect(await told(at, 'userTrades')).toHaveLength(1);
  expect(await told(at, `userTrades?${spanned(8)}`)).toMatchObject({ code: -1171 });
  expect(await told(at, `order/history?${spanned(89)}`)).toHaveLength(1);
  for (const list of ['order/history', 'allAlgoOrders'])
    expect(await told(at, `${list}?${spanned(91)}`)).toMatchObject({ code: -1171 });
  for (const query of [
    'userTrades?limit=101',
    'openOrders?limit=101',
    'openAlgoOrders?limit=0',
    'order/history?limit=1001',
  ])
    expect(await told(at, query)).toMatchObject({ code: -1142 });
});

test('a batch of cancels may be answered in an object, at most ten at once, and canceling is told', async () => {
  const at = await start({ cancelsAs: 'orderList', cancelDelayMs: 60_000 });
  const orderId = await place(at, ORDER);
  const many = (ids: readonly string[]) =>
    ask(at, 'DELETE', '/capi/v3/batchOrders', { body: { origClientOrderIdList: ids } });
  expect((await many(['bid-1', 'nobody'])).json).toEqual({
    orderList: [
      { orderId, origClientOrderId: 'bid-1', success: true, errorCode: '', errorMessage: '' },
      expect.objectContaining({ origClientOrderId: 'nobody', success: false, errorCode: 'ORDER_NOT_FOUND' }),
    ],
  });
  expect(await told(at, 'openOrders')).toMatchObject([{ status: 'CANCELING' }]);
  expect((await many(IDS)).json).toMatchObject({ code: -1142 });
});

test('the account: money, what is held on both sides, one side alone, isolated and separated', async () => {
  const settings = { marginType: 'ISOLATED', separatedType: 'SEPARATED', dualSidePosition: false } as const;
  const at = await start({ account: { ...settings, canTrade: false }, balance: '5413.06877369' });
  expect(await told(at, 'account/balance')).toMatchObject([{ asset: 'USDT', availableBalance: '5413.06877369' }]);
  expect(await told(at, 'account/accountConfig')).toMatchObject({ canTrade: false, dualSidePosition: false });
  expect(await told(at, 'account/symbolConfig?symbol=BTCUSDT')).toMatchObject([
    { symbol: 'BTCUSDT', marginType: 'ISOLATED', separatedType: 'SEPARATED' },
  ]);
  expect(await told(at, 'account/position/allPosition')).toEqual([]);
  await place(at, MARKET);
  await place(at, { ...MARKET, side: 'SELL', positionSide: 'SHORT', quantity: '0.02', newClientOrderId: 'short' });
  expect(await told(at, 'account/position/allPosition')).toMatchObject([
    { symbol: 'BTCUSDT', side: 'LONG', size: '0.01', marginType: 'ISOLATED' },
    { symbol: 'BTCUSDT', side: 'SHORT', size: '0.02' },
  ]);
});

test('odd contracts: no decimals, a step of a million, letters of another script, one that is shut, a coarser grid', async () => {
  const at = await start({ oddContracts: true });
  const { symbols } = (await ask(at, 'GET', '/capi/v3/market/exchangeInfo')).json as { symbols: Record[] };
  expect(symbols).toContainEqual(
    expect.objectContaining({ symbol: 'SATSUSDT', pricePrecision: 0, contractVal: 1_000_000, baseAsset: 'SATS' }),
  );
  const tradable = await told(at, 'market/apiTradingSymbols');
  expect(tradable).toContain('牛来USDT');
  expect(symbols.map(({ symbol }) => symbol)).toContain('SHUTUSDT');
  expect(tradable).not.toContain('SHUTUSDT');
  const order = (changes: object) => ask(at, 'POST', '/capi/v3/order', { body: { ...ORDER, ...changes } });
  expect((await order({ symbol: 'SHUTUSDT', price: '10', quantity: '0.1' })).json).toMatchObject({ code: -1058 });
  expect((await order({ symbol: '牛来USDT', price: '0.001', quantity: '10' })).status).toBe(200);
  expect((await order({ symbol: 'SATSUSDT', price: '30', quantity: '1000000' })).status).toBe(200);
  expect((await order({ symbol: 'SATSUSDT', price: '30.5', quantity: '1000000' })).status).toBe(500);
  expect((await order({ symbol: 'SATSUSDT', price: '30', quantity: '100' })).status).toBe(500);
  const trigger = (triggerPrice: string) =>
    ask(at, 'POST', '/capi/v3/algoOrder', {
      body: { ...TRIGGER, symbol: 'XAUTUSDT', triggerPrice, clientAlgoId: `at-${triggerPrice}` },
    });
  expect((await trigger('4100.1')).status).toBe(200);
  const off = await trigger('4100.05');
  expect([off.status, off.text]).toEqual([500, expect.stringContaining("stepSize '0.1' requirement")]);
  // Both versions list the usual ones, and version 2 alone those.
  expect((await (await fetch(`${at.origin}/capi/v2/market/contracts`)).json()) as unknown[]).toHaveLength(8);
});
