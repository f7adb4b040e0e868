/** A market that moves, as version 3 tells it: limits fill, triggers fire, presets close, and more than is held is refused. */
import { afterEach, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange } from '../../../src/paper/server.ts';
import { PATHS, send, single } from '../../support/paper-client.ts';
import { ask, orderOf, TRIGGER } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const AMPLE = { amount: 1000, windowMs: 10_000 };
const start = async (): Promise<PaperExchange> =>
  (paper = await startPaperExchange({
    market: { seed: 7, stepMs: 0 },
    orderCalls: AMPLE,
    orderCallsPerMinute: AMPLE,
    ipWeight: AMPLE,
  }));

type Told = Readonly<Record<string, unknown>>;
const told = async (at: PaperExchange, path: string): Promise<readonly Told[]> =>
  (await ask(at, 'GET', `/capi/v3/${path}`)).json;
const place = async (at: PaperExchange, body: object) =>
  (await ask(at, 'POST', '/capi/v3/order', { body })).json as { orderId: string };

/** Steps until something is there, so that the test names no price of the walk. */
async function until(at: PaperExchange, isSo: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 3000; steps += 10) {
    if (await isSo()) return;
    at.advance(10);
  }
  throw new Error('the market never came there');
}

test('a limit fills, its presets appear, and one of them closes the position and ends the other', async () => {
  const at = await start();
  const near = { price: '63900', tpTriggerPrice: '64300', slTriggerPrice: '63500' };
  const { orderId } = await place(at, orderOf('entry', near));
  expect(await told(at, 'openAlgoOrders')).toEqual([]);
  await until(at, async () => (await told(at, 'openOrders')).length === 0);
  const [filled] = await told(at, 'order/history');
  expect(filled).toMatchObject({ clientOrderId: 'entry', status: 'FILLED', executedQty: '0.01', avgPrice: '63900' });
  expect(await told(at, `userTrades?orderId=${orderId}`)).toMatchObject([{ qty: '0.01', quoteQty: '639' }]);
  expect(await told(at, 'openAlgoOrders')).toHaveLength(2);
  await until(at, async () => (await told(at, 'openAlgoOrders')).length === 0);
  const { orders } = (await ask(at, 'GET', '/capi/v3/allAlgoOrders')).json as { orders: readonly Told[] };
  expect(new Set(orders.map(({ algoStatus }) => algoStatus))).toEqual(new Set(['CANCELED', 'TRIGGERED']));
  const closing = (await told(at, 'userTrades')).find(({ side }) => side === 'SELL');
  expect(closing).toMatchObject({ positionSide: 'LONG', qty: '0.01' });
  expect(await told(at, 'account/position/allPosition')).toEqual([]);
});

test('a trigger fires where the price is reached, by the id that it was given, with its presets', async () => {
  const at = await start();
  const body = { ...TRIGGER, triggerPrice: '64200', presetStopLossPrice: '60000' };
  await ask(at, 'POST', '/capi/v3/algoOrder', { body });
  await until(at, async () => (await told(at, 'userTrades')).length > 0);
  expect(await told(at, 'userTrades')).toMatchObject([{ price: '64200.1', side: 'BUY' }]);
  expect(await told(at, 'order/history')).toMatchObject([{ clientOrderId: 'stop-1', status: 'FILLED' }]);
  expect(await told(at, 'openAlgoOrders')).toMatchObject([{ orderType: 'STOP_MARKET', triggerPrice: '60000' }]);
});

test('no more is closed than is held, whichever version opened it', async () => {
  const at = await start();
  const close = orderOf('close', { side: 'SELL', price: '90000', quantity: '0.02' });
  const none = await ask(at, 'POST', '/capi/v3/order', { body: close });
  expect([none.status, none.text]).toEqual([500, expect.stringContaining('FAILED_PRECONDITION')]);
  const opened = single({ match_price: '1', price: undefined, size: '0.02' });
  expect((await send(at.origin, PATHS.single, opened, { timestamp: String(Date.now()) })).status).toBe(200);
  expect((await ask(at, 'POST', '/capi/v3/order', { body: close })).status).toBe(200);
  expect(await told(at, 'account/position/singlePosition?symbol=BTCUSDT')).toMatchObject([
    { side: 'LONG', size: '0.02' },
    { side: 'SHORT', size: '0' },
  ]);
});
