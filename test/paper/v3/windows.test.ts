/** The windows of version 3: orders in 10 s and in a minute, weight by address, what answers say of them, and the ban. */
import { afterEach, expect, test } from 'vitest';
import type { Counting } from '../../../src/paper/counting.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { ask, ORDER, orderOf, TRIGGER, type Said } from './raw.ts';

let paper: PaperExchange | undefined;
let nowMs = 0;
afterEach(async () => paper?.close());

async function start(options: PaperOptions = {}): Promise<PaperExchange> {
  await paper?.close();
  nowMs = 0;
  return (paper = await startPaperExchange({
    clock: { wallMs: () => Date.now(), monotonicMs: () => nowMs },
    ...options,
  }));
}

let next = 0;
const placed = (at: PaperExchange, changes: object = {}): Promise<Said> =>
  ask(at, 'POST', '/capi/v3/order', { body: orderOf(`order-${(next += 1)}`, changes) });
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
const counts = ({ headers }: Said): (string | null)[] =>
  ['X-ORDER-COUNT-10S', 'X-ORDER-REMAINING-10S', 'X-ORDER-COUNT-1M', 'X-ORDER-REMAINING-1M'].map((name) =>
    headers.get(name),
  );
const weights = ({ headers }: Said): (string | null)[] =>
  ['x-used-weight-10s', 'x-remaining-weight-10s'].map((name) => headers.get(name));

test('10 orders in 10 s and 50 in a minute by default, and each answer says what is left', async () => {
  const at = await start();
  expect(counts(await placed(at))).toEqual(['1', '9', '1', '49']);
  for (let more = 2; more <= 10; more++)
    expect(counts(await placed(at))).toEqual([String(more), String(10 - more), String(more), String(50 - more)]);
  for (let burst = 1; burst < 5; burst++) {
    nowMs = burst * 10_000;
    for (const id of ids(10)) expect([id, (await placed(at)).status]).toEqual([id, 200]);
  }
  nowMs = 50_000;
  const refused = await placed(at);
  expect([refused.status, refused.json, counts(refused)]).toEqual([
    429,
    { code: 429, msg: 'Rate limit exceeded' },
    ['0', '10', '50', '0'],
  ]);
  expect([at.orders.length, at.refusedByRate]).toEqual([50, 1]);
});

test('what is refused counts, a trigger counts as one and a batch as five, a cancel not at all', async () => {
  const at = await start();
  expect(counts(await placed(at, { quantity: '0.00001' }))).toEqual(['1', '9', '1', '49']);
  expect(counts(await ask(at, 'POST', '/capi/v3/algoOrder', { body: TRIGGER }))[0]).toBe('2');
  const batch = await ask(at, 'POST', '/capi/v3/batchOrders', { body: { batchOrders: [orderOf('a')] } });
  expect(counts(batch)).toEqual(['7', '3', '7', '43']);
  const cancel = await ask(at, 'DELETE', '/capi/v3/order?origClientOrderId=a');
  expect([counts(cancel), weights(cancel)]).toEqual([
    [null, null, null, null],
    ['1', '499'],
  ]);
});

test('an order costs the address nothing, and reads and cancels cost what the table says', async () => {
  const at = await start();
  expect(weights(await placed(at))).toEqual(['0', '500']);
  let used = 0;
  for (const [method, target, weight] of [
    ['GET', 'openOrders', 2],
    ['GET', 'order/history', 10],
    ['GET', 'openAlgoOrders', 3],
    ['GET', 'allAlgoOrders', 5],
    ['GET', 'userTrades', 5],
    ['GET', 'order?orderId=1', 2],
    ['GET', 'account/position/singlePosition?symbol=BTCUSDT', 2],
    ['GET', 'account/position/allPosition', 10],
    ['GET', 'account/balance', 5],
    ['GET', 'account/accountConfig', 5],
    ['GET', 'account/symbolConfig', 5],
    ['GET', 'market/apiTradingSymbols', 5],
    ['GET', 'market/exchangeInfo', 1],
    ['GET', 'market/time', 1],
    ['DELETE', 'order?orderId=1', 1],
    ['DELETE', 'algoOrder?orderId=1', 1],
    ['DELETE', 'batchOrders', 5],
  ] as const) {
    used += weight;
    const body = target === 'batchOrders' ? { orderIdList: [1] } : undefined;
    const said = await ask(at, method, `/capi/v3/${target}`, { body });
    expect([target, ...weights(said)]).toEqual([target, String(used), String(500 - used)]);
  }
});

test('whoever goes over a limit is shut out for 10 s: the account by its orders, the address by its weight', async () => {
  const one = { amount: 1, windowMs: 1000 };
  let at = await start({ orderCalls: one });
  await placed(at);
  expect((await placed(at)).status).toBe(429);
  nowMs = 9_999;
  expect((await ask(at, 'GET', '/capi/v3/openOrders')).status).toBe(429);
  expect((await ask(at, 'GET', '/capi/v3/market/time', { key: 'another' })).status).toBe(200);
  nowMs = 10_000;
  expect((await placed(at)).status).toBe(200);

  at = await start({ ipWeight: { amount: 2, windowMs: 1000 } });
  expect((await ask(at, 'GET', '/capi/v3/openOrders')).status).toBe(200);
  expect((await ask(at, 'GET', '/capi/v3/market/time')).status).toBe(429);
  nowMs = 5000;
  expect((await ask(at, 'GET', '/capi/v3/market/time', { key: 'another' })).status).toBe(429);
  nowMs = 10_000;
  expect((await placed(at)).status).toBe(200);
});

const MOMENTS = [0, 0, 600, 600, 1000];
const COUNTED: [Counting, readonly number[]][] = [
  ['sliding', [200, 200, 429, 429, 200]],
  ['fixed', [200, 200, 200, 200, 429]],
  ['bucket', [200, 200, 200, 429, 200]],
];
test.each<[Counting, readonly number[]]>(COUNTED)(
  'both windows of orders are counted by %s windows',
  async (counting, statuses) => {
    const few = { amount: 2, windowMs: 1000 };
    const wide = { amount: 4, windowMs: 2000 };
    for (const windows of [
      { orderCalls: few, orderCallsPerMinute: { amount: 100, windowMs: 2000 } },
      { orderCalls: { amount: 100, windowMs: 500 }, orderCallsPerMinute: few },
      { orderCalls: few, orderCallsPerMinute: wide },
    ]) {
      // A ban of nothing: only the windows refuse. Fixed windows begin in the middle of each second.
      const at = await start({ ...windows, counting, phaseMs: 500, banMs: 0 });
      const said: number[] = [];
      for (const atMs of MOMENTS) {
        nowMs = atMs;
        said.push((await placed(at)).status);
      }
      expect(said).toEqual(statuses);
    }
  },
);

test.each<[Counting, readonly number[]]>(COUNTED)(
  'the window of the address by %s windows',
  async (counting, statuses) => {
    const at = await start({ ipWeight: { amount: 2, windowMs: 1000 }, counting, phaseMs: 500, banMs: 0 });
    const said: number[] = [];
    for (const atMs of MOMENTS) {
      nowMs = atMs;
      said.push((await ask(at, 'GET', '/capi/v3/market/time')).status);
    }
    expect(said).toEqual(statuses);
  },
);

test('the windows of the two versions are apart, but for that of the address', async () => {
  const at = await start({ uidWeight: { amount: 1, windowMs: 1000 }, orderCalls: { amount: 1, windowMs: 1000 } });
  expect((await placed(at)).status).toBe(200);
  const second = await ask(at, 'GET', '/capi/v2/market/time');
  expect([second.status, weights(second), weights(await ask(at, 'GET', '/capi/v3/market/time'))]).toEqual([
    200,
    [null, null],
    ['2', '498'],
  ]);
});

test('headers that are no counts', async () => {
  const at = await start({ faults: { 'odd-counts': 1 } });
  expect(counts(await placed(at))).toEqual(['-1', '-3', 'none', '1e99']);
  expect(at.orders).toMatchObject([{ clientOid: `order-${next}`, price: ORDER.price }]);
});
