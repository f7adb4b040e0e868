import { afterEach, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { ask, ORDER, TRIGGER } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const start = async (options: PaperOptions = {}): Promise<PaperExchange> => (paper = await startPaperExchange(options));

const place = async (at: PaperExchange, changes: object = {}): Promise<string> => {
  const { json } = await ask(at, 'POST', '/capi/v3/order', {
    body: { ...ORDER, ...changes },
  });
  return (json as { orderId: string }).orderId;
};

test('a resting order is listed with its id as a number, and cancelled by a query that is signed', async () => {
  const at = await start();
  const orderId = await place(at);
  expect((await ask(at, 'GET', '/capi/v3/openOrders?symbol=BTCUSDT')).text).toContain(`"orderId":${orderId},`);
  const target = `/capi/v3/order?orderId=${orderId}`;
  expect((await ask(at, 'DELETE', target, { signed: 'another text' })).json).toMatchObject({ code: -1047 });
  expect((await ask(at, 'DELETE', target)).json).toEqual({
    orderId,
    origClientOrderId: '',
    success: true,
    errorCode: '',
    errorMessage: '',
  });
  expect((await ask(at, 'GET', '/capi/v3/openOrders')).json).toEqual([]);
  expect((await ask(at, 'GET', '/capi/v3/order/history')).json).toMatchObject([
    {
      clientOrderId: 'bid-1',
      status: 'CANCELED',
      executedQty: '0',
      origQty: '0.01',
      timeInForce: 'GTC',
    },
  ]);
});

test('an order is cancelled by its client order id; a trigger is not found where orders are cancelled', async () => {
  const at = await start();
  await place(at);
  const trigger = (await ask(at, 'POST', '/capi/v3/algoOrder', { body: TRIGGER })).json as { orderId: string };
  expect((await ask(at, 'DELETE', '/capi/v3/order?origClientOrderId=bid-1')).json).toMatchObject({ success: true });
  const plain = await ask(at, 'DELETE', `/capi/v3/order?orderId=${trigger.orderId}`);
  expect([plain.status, plain.json]).toMatchObject([400, { code: -3200 }]);
  expect((await ask(at, 'DELETE', `/capi/v3/algoOrder?orderId=${trigger.orderId}`)).json).toMatchObject({
    success: true,
  });
  expect((await ask(at, 'GET', '/capi/v3/allAlgoOrders')).json).toMatchObject({
    orders: [{ clientAlgoId: 'stop-1', algoStatus: 'CANCELED' }],
    hasMore: false,
    nextPage: 0,
  });
});

test('a batch of cancels takes numbers of 18 digits, and answers each order', async () => {
  const at = await start();
  const orderId = await place(at);
  const said = await ask(at, 'DELETE', '/capi/v3/batchOrders', {
    body: `{"orderIdList":[${orderId},702345678901234568]}`,
  });
  expect(said.json).toMatchObject([
    { orderId, success: true },
    {
      orderId: '702345678901234568',
      success: false,
      errorCode: 'ORDER_NOT_FOUND',
    },
  ]);
});

test('pages begin at 0, and a full one is followed by the rest', async () => {
  const at = await start();
  for (const name of ['a', 'b', 'c']) await place(at, { newClientOrderId: name });
  const page = async (number: number): Promise<string[]> =>
    ((await ask(at, 'GET', `/capi/v3/openOrders?limit=2&page=${number}`)).json as { clientOrderId: string }[]).map(
      (one) => one.clientOrderId,
    );
  expect([await page(0), await page(1), await page(2)]).toEqual([['c', 'b'], ['a'], []]);
});

test('a fill is told by trades, by the position, and by version 2 of the same book', async () => {
  const at = await start();
  const { timeInForce: _, price: __, ...market } = ORDER;
  const { json } = await ask(at, 'POST', '/capi/v3/order', {
    body: { ...market, type: 'MARKET' },
  });
  const { orderId } = json as { orderId: string };
  expect((await ask(at, 'GET', `/capi/v3/userTrades?orderId=${orderId}`)).json).toMatchObject([
    { symbol: 'BTCUSDT', qty: '0.01', side: 'BUY', positionSide: 'LONG' },
  ]);
  expect((await ask(at, 'GET', '/capi/v3/account/position/singlePosition?symbol=BTCUSDT')).json).toContainEqual(
    expect.objectContaining({ symbol: 'BTCUSDT', side: 'LONG', size: '0.01' }),
  );
  expect((await ask(at, 'GET', '/capi/v2/order/history?symbol=cmt_btcusdt')).json).toMatchObject([
    { client_oid: 'bid-1', order_id: orderId },
  ]);
});

test('another key is refused, and an unknown path is not found', async () => {
  const at = await start();
  expect(await ask(at, 'GET', '/capi/v3/openOrders', { key: 'other' })).toMatchObject({
    status: 401,
    json: { code: -1044 },
  });
  expect(await ask(at, 'GET', '/capi/v3/sim/order')).toMatchObject({
    status: 404,
    json: { error: 'Not Found' },
  });
});

test('ids of 19 digits in a batch are answered to the digit', async () => {
  const at = await start();
  const ids = ['9223372036854775807', '9223372036854775806'];
  const { text } = await ask(at, 'DELETE', '/capi/v3/batchOrders', { body: `{"orderIdList":[${ids.join(',')}]}` });
  for (const id of ids) expect(text).toContain(`"orderId":"${id}"`);
});
