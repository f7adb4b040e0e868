/** Who may ask, and what is refused in which order: key, form, symbol, engine (docs/exchange-v3.md#codes). */
import { afterEach, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../../src/paper/server.ts';
import { ask, ORDER, orderOf, TRIGGER, type Said } from './raw.ts';

let paper: PaperExchange | undefined;
afterEach(async () => paper?.close());
const start = async (options: PaperOptions = {}): Promise<PaperExchange> => (paper = await startPaperExchange(options));
const codeOf = ({ status, json }: Said): unknown => [status, (json as { code: number }).code];

test.each<[string, Parameters<typeof ask>[3], number]>([
  ['no key', { headers: { 'ACCESS-KEY': undefined } }, -1040],
  ['no signature', { headers: { 'ACCESS-SIGN': undefined } }, -1041],
  ['no time', { headers: { 'ACCESS-TIMESTAMP': undefined } }, -1042],
  ['no passphrase', { headers: { 'ACCESS-PASSPHRASE': undefined } }, -1045],
  ['a time that is none', { headers: { 'ACCESS-TIMESTAMP': 'soon' } }, -1043],
  ['another key', { key: 'another' }, -1044],
  ['another passphrase', { headers: { 'ACCESS-PASSPHRASE': 'other' } }, -1049],
  ['a signature of another text', { signed: 'another' }, -1047],
  ['a time of 31 s ago', { atMs: Date.now() - 31_000 }, -1046],
  ['a time in 31 s', { atMs: Date.now() + 60_000 }, -1046],
])('%s is refused at 401', async (_, how, code) => {
  const at = await start();
  for (const [method, target, body] of [
    ['POST', '/capi/v3/order', ORDER],
    ['DELETE', '/capi/v3/order?orderId=1', undefined],
    ['GET', '/capi/v3/openOrders', undefined],
  ] as const)
    expect(codeOf(await ask(at, method, target, { ...how, body }))).toEqual([401, code]);
  expect(at.orders).toEqual([]);
});

test('no locale is asked for, and what is public needs no key', async () => {
  const at = await start({ strict: true });
  expect((await ask(at, 'POST', '/capi/v3/order', { body: ORDER })).status).toBe(200);
  const none = { 'ACCESS-KEY': undefined, 'ACCESS-SIGN': undefined };
  for (const path of ['time', 'exchangeInfo', 'apiTradingSymbols'])
    expect((await ask(at, 'GET', `/capi/v3/market/${path}`, { headers: none })).status).toBe(200);
});

test('a DELETE with a body is signed with it, and one with a query by its query', async () => {
  const at = await start();
  const { json } = await ask(at, 'POST', '/capi/v3/order', { body: ORDER });
  const { orderId } = json as { orderId: string };
  const nowMs = Date.now();
  const unsigned = { signed: `${nowMs}DELETE/capi/v3/batchOrders`, atMs: nowMs };
  const body = `{"orderIdList":[${orderId}]}`;
  expect(codeOf(await ask(at, 'DELETE', '/capi/v3/batchOrders', { body, ...unsigned }))).toEqual([401, -1047]);
  const short = { signed: `${nowMs}DELETE/capi/v3/order`, atMs: nowMs };
  expect(codeOf(await ask(at, 'DELETE', `/capi/v3/order?orderId=${orderId}`, short))).toEqual([401, -1047]);
  expect(at.orders[0]?.status).toBe('open');
  expect((await ask(at, 'DELETE', '/capi/v3/batchOrders', { body })).json).toMatchObject([{ success: true }]);
});

/** Each row breaks one rule; an order breaks those of all rows after it too, so the first that is looked at must answer. */
const IN_ORDER: [string, object, number, number][] = [
  ['the size is missing', { quantity: '' }, 400, -1141],
  ['a side that is none', { side: 'HOLD' }, 400, -1117],
  ['a type that is none', { type: 'ICEBERG' }, 400, -1116],
  ['a time in force that is none', { timeInForce: 'GTX' }, 400, -1115],
  ['an id with a blank', { newClientOrderId: 'a b' }, 400, -1180],
  ['a price that is no number', { price: '6e4' }, 400, -1142],
];

test('the form comes first, in its order', async () => {
  const at = await start();
  for (const [from] of IN_ORDER.entries()) {
    const changes = Object.assign({}, ...IN_ORDER.slice(from).map(([, change]) => change)) as object;
    const [what, , status, code] = IN_ORDER[from] as (typeof IN_ORDER)[number];
    const said = await ask(at, 'POST', '/capi/v3/order', { body: { ...ORDER, ...changes, symbol: 'cmt_btcusdt' } });
    expect([what, codeOf(said)]).toEqual([what, [status, code]]);
  }
});

test.each<[string, string | object]>([
  ['no JSON', '{"symbol":'],
  ['no object', '[]'],
])('%s is -1135', async (_, body) => {
  expect(codeOf(await ask(await start(), 'POST', '/capi/v3/order', { body }))).toEqual([400, -1135]);
});

const noTime = { ...ORDER, timeInForce: undefined };
test('a limit order without a time in force is refused in the words that were seen', async () => {
  const said = await ask(await start(), 'POST', '/capi/v3/order', { body: noTime });
  expect([said.status, said.json]).toEqual([400, { code: -1141, msg: "Parameter 'timeInForce' cannot be empty" }]);
});

test.each<[string, object, RegExp]>([
  ['a size off the step', { quantity: '0.00001' }, /^INVALID_ARGUMENT: .*stepSize '0\.0001'/],
  ['a price off the tick', { price: '60000.05' }, /^INVALID_ARGUMENT: .*stepSize '0\.1'/],
  ['a target below', { tpTriggerPrice: '59000' }, /^INVALID_ARGUMENT: .*must be greater/],
  ['a stop above', { slTriggerPrice: '61000' }, /^INVALID_ARGUMENT: .*must be less/],
])('the engine refuses %s at 500, -1054', async (_, changes, words) => {
  const at = await start();
  const said = await ask(at, 'POST', '/capi/v3/order', { body: { ...ORDER, ...changes } });
  const { code, msg } = said.json as { code: number; msg: string };
  expect([said.status, code, at.orders.length]).toEqual([500, -1054, 0]);
  expect(msg).toMatch(words);
});

test('money and the largest position are refused by faults, after the rules', async () => {
  const at = await start({ faults: { 'reject-one': 1 } });
  expect((await ask(at, 'POST', '/capi/v3/order', { body: ORDER })).text).toMatch(
    /^\{"code":-1054,"msg":"FAILED_PRECONDITION: .*available amount not enough"\}$/,
  );
  expect((await ask(at, 'POST', '/capi/v3/order', { body: { ...ORDER, quantity: '0.00001' } })).text).toContain(
    'INVALID_ARGUMENT',
  );
});

const CLOSE = orderOf('close', { side: 'SELL', price: '70000' });
test('with separated positions nothing is closed', async () => {
  const settings = { dualSidePosition: true, canTrade: true } as const;
  const at = await start({ account: { ...settings, marginType: 'CROSSED', separatedType: 'SEPARATED' } });
  expect((await ask(at, 'POST', '/capi/v3/order', { body: ORDER })).status).toBe(200);
  const said = await ask(at, 'POST', '/capi/v3/order', { body: CLOSE });
  expect([said.status, said.text]).toEqual([500, expect.stringContaining('FAILED_PRECONDITION: position id')]);
  const trigger = { ...TRIGGER, side: 'SELL', positionSide: 'LONG' };
  expect((await ask(at, 'POST', '/capi/v3/algoOrder', { body: trigger })).status).toBe(500);
});

test('a size that the presets of a position hold is not closed beside them', async () => {
  const at = await start({ presets: true });
  const { timeInForce: _, price: __, ...now } = ORDER;
  const opening = { ...now, type: 'MARKET', quantity: '0.02', slTriggerPrice: '50000', tpTriggerPrice: '80000' };
  expect((await ask(at, 'POST', '/capi/v3/order', { body: opening })).status).toBe(200);
  const said = await ask(at, 'POST', '/capi/v3/order', { body: CLOSE });
  expect([said.status, said.text]).toEqual([500, expect.stringContaining('cannot set reduce only')]);
  // What was opened without presets is free, and a preset that is cancelled holds nothing.
  await ask(at, 'POST', '/capi/v3/order', { body: { ...now, type: 'MARKET', newClientOrderId: 'more' } });
  expect((await ask(at, 'POST', '/capi/v3/order', { body: CLOSE })).status).toBe(200);
  const both = { ...CLOSE, newClientOrderId: 'all', quantity: '0.03' };
  expect((await ask(at, 'POST', '/capi/v3/order', { body: both })).status).toBe(500);
  for (const preset of at.orders.filter(({ presetOf }) => presetOf !== undefined))
    await ask(at, 'DELETE', `/capi/v3/algoOrder?orderId=${preset.orderId}`);
  expect((await ask(at, 'POST', '/capi/v3/order', { body: both })).status).toBe(200);
});
