import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { batch, entry, json, PATHS, send, single, startAmple, trigger, type Changes } from '../support/paper-client.ts';

/** The exchange of all rows: what it has accepted must never change. */
let exchange: PaperExchange;
beforeAll(async () => {
  exchange = await startAmple();
  await send(exchange.origin, PATHS.single, single({ client_oid: 'restingOrder' }));
  await send(exchange.origin, PATHS.trigger, trigger({ client_oid: 'restingTrigger' }));
});
afterAll(() => exchange.close());

async function refusalOf(kind: keyof typeof PATHS, body: Changes | string | Uint8Array<ArrayBuffer>): Promise<unknown> {
  const before = [...exchange.orders];
  const received = await send(exchange.origin, PATHS[kind], body);
  expect(exchange.orders).toEqual(before);
  expect(before).toHaveLength(2);
  return [received.status, json(received)['code'], json(received)['data']];
}

const refused = (code: string): unknown => [400, code, null];
const text = (value: unknown): string => JSON.stringify(value);

describe('a body that cannot be read', () => {
  const rows: [name: string, body: string | Uint8Array<ArrayBuffer>][] = [
    ['empty', ''],
    ['no JSON', '{"symbol":'],
    ['a trailing comma', '{"symbol":"cmt_btcusdt",}'],
    ['two values', `${text(single())}{}`],
    ['a list', text([single()])],
    ['a string', '"order"'],
    ['null', 'null'],
    [
      'a byte that is no UTF-8',
      new TextEncoder().encode(text(single({ client_oid: 'x' }))).map((byte) => (byte === 0x78 ? 0xff : byte)),
    ],
    ['a BOM', `\ufeff${text(single())}`],
    ['a name twice', text(single()).replace('{', '{"price":"62000",')],
    ['a name twice with one value', text(single()).replace('{', '{"price":"63000",')],
    ['a name twice, once escaped', text(single()).replace('{', '{"\\u0070rice":"63000",')],
    ['a name twice in an entry', text(batch()).replace('"price"', '"size":"0.01","price"')],
    ['nested beyond sense', '['.repeat(500_000)],
  ];
  it.each(rows)('%s', async (_name, body) => {
    expect(await refusalOf('single', body)).toEqual(refused('40017'));
    expect(await refusalOf('batch', body)).toEqual(refused('40017'));
  });

  it('longer than 1 MiB', async () => {
    const long = text(single()).padEnd(1024 * 1024 + 1);
    expect(await refusalOf('single', long)).toEqual([413, '413', null]);
  });
});

describe('a single order that cannot be read', () => {
  const missing = ['symbol', 'client_oid', 'size', 'type', 'order_type', 'match_price', 'price'].map(
    (name): [string, Changes, string] => [`no ${name}`, { [name]: undefined }, '40017'],
  );
  const empty = [
    'symbol',
    'client_oid',
    'size',
    'type',
    'order_type',
    'match_price',
    'price',
    'presetStopLossPrice',
  ].map((name): [string, Changes, string] => [`an empty ${name}`, { [name]: '' }, '40019']);
  const notText = ['symbol', 'client_oid', 'size', 'type', 'order_type', 'match_price', 'price'].flatMap(
    (name): [string, Changes, string][] => [
      [`${name} as a number`, { [name]: 1 }, '40020'],
      [`${name} as null`, { [name]: null }, '40020'],
      [`${name} as a list`, { [name]: ['1'] }, '40020'],
    ],
  );
  const spelled = ['1e3', '+1', '.5', '1.', '01', '1_000', '0x10', ' 1', 'one', '1'.repeat(41), '-'].flatMap(
    (value): [string, Changes, string][] => [
      [`size ${value}`, { size: value }, '40020'],
      [`price ${value}`, { price: value }, '40020'],
      [`a preset ${value}`, { presetTakeProfitPrice: value }, '40020'],
      [`a market order's price ${value}`, { match_price: '1', price: value }, '40020'],
    ],
  );
  const rows: [name: string, changes: Changes, code: string][] = [
    ...missing,
    ...empty,
    ...notText,
    ...spelled,
    ['an unknown field', { timeInForce: '0' }, '40017'],
    ['a field of another letter case', { marginmode: 1 }, '40017'],
    ['a field of a trigger order', { trigger_price: '61900' }, '40017'],
    ['a name of the language', { constructor: '1' }, '40017'],
    ['41 characters of client_oid', { client_oid: 'a'.repeat(41) }, '40020'],
    ['a special character in client_oid', { client_oid: 'a#1' }, '40020'],
    ['a letter beyond ASCII in client_oid', { client_oid: 'é' }, '40020'],
    ['a line end in client_oid', { client_oid: 'a\n' }, '40020'],
    ['type 0', { type: '0' }, '40020'],
    ['type 5', { type: '5' }, '40020'],
    ['type in words', { type: 'open_long' }, '40020'],
    ['order_type 4', { order_type: '4' }, '40020'],
    ['match_price 2', { match_price: '2' }, '40020'],
    ['marginMode 2', { marginMode: 2 }, '40020'],
    ['marginMode as a string', { marginMode: '1' }, '40020'],
    ['marginMode as null', { marginMode: null }, '40020'],
    ['a preset that is true', { presetStopLossPrice: true }, '40020'],
    ['a preset that is null', { presetStopLossPrice: null }, '40020'],
  ];
  it.each(rows)('%s', async (_name, changes, code) => {
    expect(await refusalOf('single', single(changes))).toEqual(refused(code));
  });

  it.each(['1.0', '1e0', '-1'])('marginMode %s', async (digits) => {
    const body = text(single({ marginMode: 1 })).replace('"marginMode":1', `"marginMode":${digits}`);
    expect(await refusalOf('single', body)).toEqual(refused('40020'));
  });

  it('a preset as a number with an exponent', async () => {
    const body = text(single({ presetTakeProfitPrice: 1 })).replace('Price":1', 'Price":6.5e4');
    expect(await refusalOf('single', body)).toEqual(refused('40020'));
  });
});

describe('an order the engine refuses', () => {
  const short = { type: '2' };
  const market = { match_price: '1', price: undefined };
  const rows: [name: string, changes: Changes][] = [
    ['an unknown symbol', { symbol: 'cmt_nonesuch' }],
    ['a symbol in capitals', { symbol: 'CMT_BTCUSDT' }],
    ['size 0', { size: '0' }],
    ['size 0.0000', { size: '0.0000' }],
    ['a negative size', { size: '-0.01' }],
    ['a size off the step', { size: '0.00015' }],
    ['a size below the step', { size: '0.00001' }],
    ['a size off a step above 1', { symbol: 'cmt_dogeusdt', size: '150', price: '0.08' }],
    ['a size above the maximum', { size: '1200.0001' }],
    ['a size above the maximum of market orders that open', { ...market, size: '100.0001' }],
    ['the same, short', { ...market, ...short, size: '100.0001' }],
    ['price 0', { price: '0' }],
    ['a negative price', { price: '-63000' }],
    ['a price off the tick', { price: '63000.05' }],
    ["a market order's price off the tick", { match_price: '1', price: '63000.05' }],
    ['a take-profit off the tick', { presetTakeProfitPrice: '65000.05' }],
    ['a stop-loss off the tick', { presetStopLossPrice: '62000.05' }],
    ['a take-profit of 0', { presetTakeProfitPrice: '0' }],
    ['a take-profit below a long', { presetTakeProfitPrice: '62999.9' }],
    ['a take-profit at the price of a long', { presetTakeProfitPrice: '63000' }],
    ['a take-profit above a short', { ...short, presetTakeProfitPrice: '63000.1' }],
    ['a stop-loss above a long', { presetStopLossPrice: '63000.1' }],
    ['a stop-loss at the price of a long', { presetStopLossPrice: '63000.0' }],
    ['a stop-loss below a short', { ...short, presetStopLossPrice: '62999.9' }],
    ['a take-profit below the last price of a market long', { ...market, presetTakeProfitPrice: '63999.9' }],
    ['a take-profit above the last price of a market short', { ...market, ...short, presetTakeProfitPrice: '64000.1' }],
    ['a preset as a number on the wrong side', { presetTakeProfitPrice: 62_000 }],
  ];
  it.each(rows)('%s', async (_name, changes) => {
    const received = await send(exchange.origin, PATHS.single, single(changes));
    expect(json(received)['msg']).toMatch(/^INVALID_ARGUMENT: /);
    expect(await refusalOf('single', single(changes))).toEqual(refused('40015'));
  });
});

describe('a trigger order that is refused', () => {
  const missing = ['symbol', 'client_oid', 'size', 'type', 'match_type', 'execute_price', 'trigger_price'].map(
    (name): [string, Changes, string] => [`no ${name}`, { [name]: undefined }, '40017'],
  );
  const rows: [name: string, changes: Changes, code: string][] = [
    ...missing,
    ['an empty execute_price', { execute_price: '' }, '40019'],
    ['a number for trigger_price', { trigger_price: 61_900 }, '40020'],
    ['_ in client_oid', { client_oid: 'stop_1' }, '40020'],
    ['- in client_oid', { client_oid: 'stop-1' }, '40020'],
    ['41 characters of client_oid', { client_oid: 'a'.repeat(41) }, '40020'],
    ['match_type 2', { match_type: '2' }, '40020'],
    ['order_type', { order_type: '0' }, '40017'],
    ['match_price', { match_price: '1' }, '40017'],
    ['presets', { presetStopLossPrice: '60000' }, '40017'],
    ['size 0', { size: '0' }, '40015'],
    ['a size off the step', { size: '0.00015' }, '40015'],
    ['a size above the maximum', { size: '1201' }, '40015'],
    ['a market size above the maximum, opening', { type: '1', size: '101' }, '40015'],
    ['trigger_price 0', { trigger_price: '0' }, '40015'],
    ['trigger_price off the tick', { trigger_price: '61900.05' }, '40015'],
    ['execute_price 0 for a limit', { match_type: '0' }, '40015'],
    ['execute_price off the tick for a limit', { match_type: '0', execute_price: '61900.05' }, '40015'],
    ['execute_price off the tick for a market', { execute_price: '61900.05' }, '40015'],
    ['an unknown symbol', { symbol: 'cmt_nonesuch' }, '40015'],
    ['the client_oid of an open order', { client_oid: 'restingOrder' }, '40015'],
    ['the client_oid of a resting trigger', { client_oid: 'restingTrigger' }, '40015'],
  ];
  it.each(rows)('%s', async (_name, changes, code) => {
    expect(await refusalOf('trigger', trigger(changes))).toEqual(refused(code));
  });
});

describe('a batch that is refused as a whole', () => {
  const rows: [name: string, body: Changes, code: string][] = [
    ['no symbol', batch([entry()], { symbol: undefined }), '40017'],
    ['no list', batch([], { orderDataList: undefined }), '40017'],
    ['an unknown field', batch([entry()], { size: '1' }), '40017'],
    ['a list that is none', batch([], { orderDataList: entry() }), '40020'],
    ['an empty list', batch([]), '40019'],
    ['21 entries', batch(Array.from({ length: 21 }, (_, index) => entry({ client_oid: `n${index}` }))), '40020'],
    ['an entry that is a string', batch([entry(), 'order']), '40020'],
    ['an entry that is null', batch([null]), '40020'],
    ['an unknown symbol', batch([entry()], { symbol: 'cmt_nonesuch' }), '40015'],
    ['marginMode as a string', batch([entry()], { marginMode: '1' }), '40020'],
    ['an entry without client_oid', batch([entry(), entry({ client_oid: undefined })]), '40017'],
    ['an entry with an empty client_oid', batch([entry({ client_oid: '' })]), '40019'],
    ['an entry with an unknown field', batch([entry({ trigger_price: '1' })]), '40017'],
    ['an entry with a number for its size', batch([entry({ size: 0.01 })]), '40020'],
    ['a limit entry without price', batch([entry({ price: undefined })]), '40017'],
    ['an entry of another symbol', batch([entry({ symbol: 'cmt_ethusdt' })]), '40020'],
    ['an entry of another margin mode', batch([entry({ marginMode: 3 })]), '40020'],
    [
      'an entry of another margin mode than the default',
      batch([entry({ marginMode: 3 })], { marginMode: undefined }),
      '40020',
    ],
  ];
  it.each(rows)('%s', async (_name, body, code) => {
    expect(await refusalOf('batch', body)).toEqual(refused(code));
  });
});

describe('paths and methods', () => {
  const rows: [method: string, target: string, status: number, code: string][] = [
    ['POST', '/capi/v2/order/plan_orders', 404, '404'],
    ['POST', '/capi/v2/order/placeOrder/', 404, '404'],
    ['POST', '//capi/v2/order/placeOrder', 404, '404'],
    ['PUT', PATHS.single, 405, '405'],
    ['POST', '/capi/v2/order/current', 405, '405'],
    ['POST', `${PATHS.single}?symbol=cmt_btcusdt`, 400, '40017'],
  ];
  it.each(rows)('%s %s', async (method, target, status, code) => {
    const received = await send(exchange.origin, target, single(), { method });
    expect([received.status, json(received)['code']]).toEqual([status, code]);
    expect(exchange.orders).toHaveLength(2);
  });

  it('GET of an order path', async () => {
    const received = await send(exchange.origin, PATHS.batch, undefined);
    expect(received.status).toBe(405);
  });
});

it('carries what the engine refuses in a 200 where that is asked for, and nothing else', async () => {
  const other = await startAmple({ businessStatus: 200 });
  const byEngine = await send(other.origin, PATHS.single, single({ size: '0' }));
  const byReader = await send(other.origin, PATHS.single, single({ size: '' }));
  const bySignature = await send(other.origin, PATHS.single, single(), { secret: 'other' });
  await other.close();
  expect([byEngine.status, json(byEngine)['code']]).toEqual([200, '40015']);
  expect([byReader.status, bySignature.status]).toEqual([400, 401]);
  expect(other.orders).toEqual([]);
});
