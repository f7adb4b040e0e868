import { afterEach, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { ask, ORDER, TRIGGER } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const start = async (options: PaperOptions = {}): Promise<PaperExchange> => (paper = await startPaperExchange(options));

test('an order is taken, and told under its own ids', async () => {
  const at = await start();
  const { status, json } = await ask(at, 'POST', '/capi/v3/order', {
    body: ORDER,
  });
  expect(status).toBe(200);
  const [order] = at.orders;
  expect(json).toEqual({
    orderId: order?.orderId,
    clientOrderId: 'bid-1',
    success: true,
    errorCode: '',
    errorMessage: '',
  });
  expect(order).toMatchObject({
    symbol: 'cmt_btcusdt',
    type: '1',
    orderType: '0',
    match: '0',
    size: '0.01',
  });
});

test.each([
  ['BUY', 'LONG', '1'],
  ['SELL', 'SHORT', '2'],
  ['SELL', 'LONG', '3'],
  ['BUY', 'SHORT', '4'],
])('%s %s is type %s of the book', async (side, positionSide, type) => {
  const at = await start();
  const price = side === 'BUY' ? '60000' : '70000';
  await ask(at, 'POST', '/capi/v3/order', {
    body: { ...ORDER, side, positionSide, price },
  });
  expect(at.orders[0]?.type).toBe(type);
});

const { timeInForce: _none, price: _left, ...bare } = ORDER;
test.each<[string, object, number, number]>([
  ['no time in force', { ...ORDER, timeInForce: '' }, 400, -1141],
  ['no price', { ...ORDER, price: undefined }, 400, -1141],
  ['a number for a text', { ...ORDER, quantity: 0.01 }, 400, -1141],
  ['a wrong type', { ...ORDER, type: 'limit' }, 400, -1116],
  ['a wrong side', { ...ORDER, positionSide: 'BOTH' }, 400, -1117],
  ['a wrong time in force', { ...ORDER, timeInForce: 'GTX' }, 400, -1115],
  ['the symbol of version 2', { ...ORDER, symbol: 'cmt_btcusdt' }, 400, -1142],
  ['a symbol that is not listed', { ...ORDER, symbol: 'NOSUCHUSDT' }, 400, -1142],
  ['an id of 37 characters', { ...ORDER, newClientOrderId: 'a'.repeat(37) }, 400, -1180],
  ['a size off the step', { ...ORDER, quantity: '0.00001' }, 500, -1054],
  ['a target on the wrong side', { ...ORDER, tpTriggerPrice: '59000' }, 500, -1054],
])('%s is refused', async (_, body, status, code) => {
  const at = await start();
  const said = await ask(at, 'POST', '/capi/v3/order', { body });
  expect([said.status, (said.json as { code: number }).code]).toEqual([status, code]);
  expect(at.orders).toEqual([]);
});

test('what version 3 does not know in an order means nothing', async () => {
  const at = await start();
  const body = { ...bare, type: 'MARKET', reduceOnly: true, marginMode: 3 };
  expect((await ask(at, 'POST', '/capi/v3/order', { body })).status).toBe(200);
  expect(at.orders[0]).toMatchObject({ status: 'filled', marginMode: 1 });
});

test('an order is of the margin mode that its account is set to', async () => {
  const settings = { separatedType: 'COMBINED', dualSidePosition: true, canTrade: true } as const;
  const at = await start({ account: { ...settings, marginType: 'ISOLATED', apiSymbols: ['BTCUSDT'] } });
  await ask(at, 'POST', '/capi/v3/order', { body: ORDER });
  expect(at.orders.map(({ marginMode }) => marginMode)).toEqual([3]);
  const other = { ...ORDER, symbol: 'ETHUSDT', price: '3000' };
  expect((await ask(at, 'POST', '/capi/v3/order', { body: other })).json).toMatchObject({ code: -1058 });
});

test('a trigger carries presets, and its list begins at page 1', async () => {
  const at = await start({ presets: true });
  const body = {
    ...TRIGGER,
    presetTakeProfitPrice: '70000',
    presetStopLossPrice: '60000',
  };
  const { json } = await ask(at, 'POST', '/capi/v3/algoOrder', { body });
  expect(json).toMatchObject({ clientOrderId: 'stop-1', success: true });
  const page = '/capi/v3/openAlgoOrders?page=';
  expect((await ask(at, 'GET', `${page}0`)).json).toMatchObject({
    code: -1142,
  });
  expect((await ask(at, 'GET', `${page}1`)).json).toMatchObject([
    {
      clientAlgoId: 'stop-1',
      orderType: 'STOP_MARKET',
      algoStatus: 'UNTRIGGERED',
      tpTriggerPrice: '70000',
    },
  ]);
  expect((await ask(at, 'GET', `${page}2`)).json).toEqual([]);
  at.fire(at.orders[0]?.orderId ?? '');
  const fired = at.orders[1]?.orderId;
  const children = (await ask(at, 'GET', `${page}1`)).text;
  expect(children.match(/"actualOrderId":(\d+)/g)).toEqual([`"actualOrderId":${fired}`, `"actualOrderId":${fired}`]);
  expect(children).not.toContain('stop-1');
});

test.each<[string, number, RegExp]>([
  ['error-with-order', 500, /^\{"code":-1054,.*"orderId":"\d{18}"\}$/],
  ['zeros-with-order', 200, /^\{"code":"200","msg":"success",/],
  ['error-unlisted', 400, /"code":-1000/],
  ['no-order-id', 200, /"orderId":""/],
  ['rate-with-order', 429, /"orderId":"\d{18}"/],
])('the fault %s answers falsely of an order that is taken', async (fault, status, words) => {
  const at = await start({ faults: { [fault]: 1 } });
  const said = await ask(at, 'POST', '/capi/v3/order', { body: ORDER });
  expect([said.status, words.test(said.text), at.orders.length]).toEqual([status, true, 1]);
});

test('the faults before an order keep it away', async () => {
  for (const [fault, status] of [
    ['http-500-before', 500],
    ['rate', 429],
    ['http-418-before', 418],
  ] as const) {
    const at = await start({ faults: { [fault]: 1 } });
    expect((await ask(at, 'POST', '/capi/v3/order', { body: ORDER })).status).toBe(status);
    expect(at.orders).toEqual([]);
    await at.close();
  }
});
