/** Every fault that version 3 alone has, by its bare answer, and whether an order came of it (v3/wire-faults.ts). */
import { afterEach, expect, test } from 'vitest';
import { parseFaults, type FaultSpec } from '../../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { WIRE_FAULTS, type WireFaultName } from '../../../src/paper/wire-faults.ts';
import { PATHS, send, single } from '../../support/paper-client.ts';
import { ask, ORDER, orderOf } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const start = async (options: PaperOptions = {}): Promise<PaperExchange> => (paper = await startPaperExchange(options));

const OF_ONE: [WireFaultName, number, RegExp, orders: number][] = [
  ['address', 401, /^\{"code":-1056,"msg":"[^"]+"\}$/, 0],
  ['clock-refused', 401, /^\{"code":-1046,/, 0],
  ['not-found', 404, /^\{"timestamp":\d+,"status":404,"error":"Not Found","path":"\/capi\/v3\/order"\}$/, 0],
  ['rate-bare', 429, /^$/, 0],
  ['ban', 429, /^\{"code":429,/, 0],
  ['cap', 500, /^\{"code":-1054,"msg":"FAILED_PRECONDITION: .* exceed max size .* and try again"\}$/, 0],
  ['false-with-order', 200, /"orderId":"\d{18}".*"success":false,"errorCode":""/, 1],
  ['true-with-error', 200, /"orderId":"\d{18}".*"success":true,"errorCode":"-1054"/, 1],
  ['foreign-id', 200, /"orderId":"\d{18}","clientOrderId":"somebody-else","success":true/, 1],
  ['id-zero', 200, /"orderId":"0","clientOrderId":"bid-1"/, 1],
  ['id-null', 200, /"orderId":null,"clientOrderId":"bid-1"/, 1],
  ['key-twice', 200, /"orderId":"702345678901234567","orderId":"\d{18}"/, 1],
  ['bare-500', 500, /^$/, 1],
  ['system-500', 500, /^\{"code":-1054,"msg":"System error, please retry later\."\}$/, 1],
  ['http-504-after', 504, /^<html>.*504 Gateway Timeout/, 1],
];

test.each(OF_ONE)('%s', async (fault, status, words, orders) => {
  const at = await start({ faults: { [fault]: 1 } });
  const said = await ask(at, 'POST', '/capi/v3/order', { body: ORDER });
  expect([said.status, words.exec(said.text) === null ? said.text : 'as it should', at.orders.length]).toEqual([
    status,
    'as it should',
    orders,
  ]);
});

const BATCH = { batchOrders: ['a', 'b', 'c'].map((id) => orderOf(id)) };
const shape = (json: unknown): unknown =>
  (json as { orderId: string; clientOrderId: string }[]).map(({ orderId, clientOrderId }) => [
    clientOrderId,
    orderId.slice(-1),
  ]);

async function batchUnder(...faults: string[]): Promise<unknown> {
  const at = await start({ faults: Object.fromEntries(faults.map((name) => [name, 1])), seed: 4 });
  const { status, json } = await ask(at, 'POST', '/capi/v3/batchOrders', { body: BATCH });
  await at.close();
  return status === 200 ? shape(json) : [status, json, at.orders.length];
}

test('faults of a batch: refused, doubled, foreign, under one id, one left out', async () => {
  expect(await batchUnder()).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ]);
  expect(await batchUnder('no-batch')).toEqual([400, { code: -1150, msg: "Request method 'POST' not supported" }, 0]);
  expect(await batchUnder('one-id')).toEqual([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
  ]);
  expect(await batchUnder('doubled')).toHaveLength(4);
  expect(await batchUnder('missing')).toHaveLength(2);
  expect(await batchUnder('foreign-id')).toContainEqual(['somebody-else', expect.anything()]);
});

test('a ban shuts out the account for as long as it is told to', async () => {
  let nowMs = 0;
  const clock = { wallMs: () => Date.now(), monotonicMs: () => nowMs };
  const at = await start({ faults: { ban: 1 }, banMs: 500, clock });
  const statuses: number[] = [];
  for (const atMs of [0, 499, 500]) {
    nowMs = atMs;
    if (atMs === 0) await ask(at, 'POST', '/capi/v3/order', { body: ORDER });
    statuses.push((await ask(at, 'GET', '/capi/v3/openOrders')).status);
  }
  expect(statuses).toEqual([429, 429, 200]);
});

test('every one of them has a test, is read by the grammar, and means nothing to version 2', async () => {
  const tested = [...OF_ONE.map(([name]) => name), 'no-batch', 'one-id', 'doubled', 'odd-counts'];
  expect(tested.toSorted()).toEqual(WIRE_FAULTS.toSorted());
  const all = parseFaults(WIRE_FAULTS.map((name) => `${name}:1`).join(','));
  const faults = Object.fromEntries(WIRE_FAULTS.map((name) => [name, 1]));
  expect(all).toEqual({ ok: true, value: faults });
  const at = await start({ faults });
  const said = await send(at.origin, PATHS.single, single(), { timestamp: String(Date.now()) });
  expect([said.status, JSON.parse(said.text)]).toEqual([200, { client_oid: 'one', order_id: at.orders[0]?.orderId }]);
});

/** The statuses of twenty orders. */
async function statusesUnder(faults: FaultSpec): Promise<number[]> {
  const ample = { amount: 1000, windowMs: 1000 };
  const at = await start({ faults, seed: 9, orderCalls: ample, orderCallsPerMinute: ample });
  const statuses: number[] = [];
  for (let one = 0; one < 20; one++)
    statuses.push((await ask(at, 'POST', '/capi/v3/order', { body: orderOf(`o${one}`) })).status);
  await at.close();
  return statuses;
}

test('they do not move the faults of both versions under the same seed', async () => {
  const alone = await statusesUnder({ rate: 0.4 });
  expect(new Set(alone)).toEqual(new Set([200, 429]));
  expect(await statusesUnder({ rate: 0.4, 'foreign-id': 0.5, 'id-null': 0.5 })).toEqual(alone);
});
