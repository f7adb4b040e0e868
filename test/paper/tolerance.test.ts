import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import {
  batch,
  entry,
  json,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  type Changes,
  type Sending,
} from '../support/paper-client.ts';

/** Each row was refused to a real client, although nothing forbids it or the live exchange takes it. */
interface Row {
  readonly kind: 'single' | 'trigger';
  readonly changes: Changes;
  /** What the strict reading says. */
  readonly code: string;
  /** What the book then has of it. */
  readonly booked: Changes;
}

const market = { match_price: '1' };
const row = (
  name: string,
  kind: Row['kind'],
  changes: Changes,
  code: string,
  booked: Row['booked'] = {},
): [string, Row] => [name, { kind, changes, code, booked }];

const TOLERATED: readonly (readonly [string, Row])[] = [
  row('_ in the client_oid of a trigger, as recorded live', 'trigger', { client_oid: 'smt_tighten_1' }, '40020', {
    clientOid: 'smt_tighten_1',
  }),
  row('the client_oid of the documents’ sample', 'single', { client_oid: 'ww#123456' }, '40020', {
    clientOid: 'ww#123456',
  }),
  row('. : / in client_oid', 'single', { client_oid: 'a.b:c/d' }, '40020', { clientOid: 'a.b:c/d' }),
  row('a letter beyond ASCII in client_oid', 'single', { client_oid: '\u{1F600}'.repeat(40) }, '40020'),
  row('an empty price at market', 'single', { ...market, price: '' }, '40019', { match: '1' }),
  row('an empty execute_price at market', 'trigger', { execute_price: '' }, '40019', { price: '0' }),
  row('an off-tick price at market', 'single', { ...market, price: '63000.05' }, '40015', { status: 'filled' }),
  row('an off-tick execute_price at market', 'trigger', { execute_price: '61900.05' }, '40015', { price: '0' }),
  row('an unknown key', 'single', { separatedMode: 'COMBINED' }, '40017'),
  row('an unknown key of a trigger', 'trigger', { separatedMode: 1 }, '40017'),
  row('a name of the language for a key', 'single', { constructor: '1' }, '40017'),
  row('an empty preset', 'single', { presetStopLossPrice: '' }, '40019'),
  row('a preset that is null', 'single', { presetTakeProfitPrice: null }, '40020'),
];

let open: PaperExchange;
let strict: PaperExchange;
beforeEach(async () => {
  open = await startAmple({ strict: false });
  strict = await startAmple({ strict: true });
});
afterEach(() => Promise.all([open.close(), strict.close()]));

const bodyOf = ({ kind, changes }: Row): Changes => (kind === 'single' ? single(changes) : trigger(changes));

describe('what only the strict reading refuses', () => {
  it.each(TOLERATED)('%s', async (_name, one) => {
    const taken = await send(open.origin, PATHS[one.kind], bodyOf(one));
    const refused = await send(strict.origin, PATHS[one.kind], bodyOf(one));
    expect([taken.status, json(taken)['order_id']]).toEqual([200, open.orders[0]?.orderId]);
    expect(open.orders).toMatchObject([one.booked]);
    expect(open.orders[0]).not.toHaveProperty('stopLoss');
    expect(open.orders[0]).not.toHaveProperty('takeProfit');
    expect([refused.status, json(refused)['code'], strict.orders.length]).toEqual([400, one.code, 0]);
  });

  it.each(TOLERATED.filter(([, one]) => one.kind === 'single'))('%s, in a batch', async (_name, one) => {
    const body = batch([entry(), entry(one.changes)]);
    const answer = json(await send(open.origin, PATHS.batch, body));
    expect([answer['result'], open.orders.length]).toEqual([true, 2]);
    const refused = json(await send(strict.origin, PATHS.batch, body));
    // What cannot be read refuses the whole batch; what the engine refuses is one entry's.
    expect([refused['code'], strict.orders.length]).toEqual(one.code === '40015' ? [undefined, 1] : [one.code, 0]);
  });

  const sendings: [name: string, sending: Sending][] = [
    ['no locale', { headers: { locale: undefined } }],
    ['an empty locale', { headers: { locale: '' } }],
  ];
  it.each(sendings)('%s', async (_name, sending) => {
    expect((await send(open.origin, PATHS.single, single(), sending)).status).toBe(200);
    expect(json(await send(strict.origin, PATHS.single, single(), sending))['code']).toBe('40017');
  });

  it('an unknown key beside the list of a batch', async () => {
    const body = batch([entry()], { separatedMode: 1 });
    expect((await send(open.origin, PATHS.batch, body)).status).toBe(200);
    expect(json(await send(strict.origin, PATHS.batch, body))['code']).toBe('40017');
  });
});

describe('one entry of a batch that cannot be read', () => {
  const long = 'a'.repeat(41);
  const rows: [name: string, bad: unknown, clientOid: string, code: string][] = [
    ['41 characters of client_oid', entry({ client_oid: long }), long, '40020'],
    ['no client_oid', entry({ client_oid: undefined }), '', '40017'],
    ['a client_oid that is a number', entry({ client_oid: 5 }), '', '40020'],
    ['a size that is a number', entry({ client_oid: 'b', size: 0.01 }), 'b', '40020'],
    ['a limit without price', entry({ client_oid: 'b', price: undefined }), 'b', '40017'],
    ['another symbol than the batch', entry({ client_oid: 'b', symbol: 'cmt_ethusdt' }), 'b', '40020'],
    ['no object', 'order', '', '40020'],
  ];
  it.each(rows)('%s: refuses that entry, and strictly the batch', async (_name, bad, clientOid, code) => {
    const body = batch([entry({ client_oid: 'a' }), bad, entry({ client_oid: 'c' })]);
    const answer = json(await send(open.origin, PATHS.batch, body));
    const infos = answer['order_info'] as Record<string, unknown>[];
    expect([answer['result'], infos.map((info) => info['result'])]).toEqual([false, [true, false, true]]);
    expect(infos[1]).toMatchObject({ order_id: '', client_oid: clientOid, error_code: code });
    expect(open.orders.map((order) => order.clientOid)).toEqual(['a', 'c']);
    expect(json(await send(strict.origin, PATHS.batch, body))['code']).toBe(code);
    expect(strict.orders).toEqual([]);
  });
});

describe('what the document forbids stays refused', () => {
  const rows: [name: string, kind: Row['kind'], changes: Changes, code: string][] = [
    ['41 characters of client_oid', 'single', { client_oid: 'a'.repeat(41) }, '40020'],
    ['an empty client_oid', 'single', { client_oid: '' }, '40019'],
    ['an empty price at a limit', 'single', { price: '' }, '40019'],
    ['no price at a limit', 'single', { price: undefined }, '40017'],
    ['a price at market that is no decimal', 'single', { ...market, price: '6e4' }, '40020'],
    ['an off-tick price at a limit', 'single', { price: '63000.05' }, '40015'],
    ['a preset off the tick', 'single', { presetStopLossPrice: '62000.05' }, '40015'],
    ['# in the client_oid of a trigger', 'trigger', { client_oid: 'a#1' }, '40020'],
    ['an empty execute_price at a limit', 'trigger', { match_type: '0', execute_price: '' }, '40019'],
    ['no execute_price', 'trigger', { execute_price: undefined }, '40017'],
    ['marginMode 2', 'single', { marginMode: 2 }, '40020'],
  ];
  it.each(rows)('%s', async (_name, kind, changes, code) => {
    const received = await send(open.origin, PATHS[kind], kind === 'single' ? single(changes) : trigger(changes));
    expect([received.status, json(received)['code'], open.orders.length]).toEqual([400, code, 0]);
  });
});

it('presets of a batch entry are lost without a word where its shape has none', async () => {
  const exchange = await startAmple({ strict: false, refuseBatchPresets: true });
  const received = await send(exchange.origin, PATHS.batch, batch([entry({ presetStopLossPrice: '62000' })]));
  await exchange.close();
  expect([received.status, exchange.orders.length]).toEqual([200, 1]);
  expect(exchange.orders[0]).not.toHaveProperty('stopLoss');
});

it('an order without margin is refused in the words that clients know', async () => {
  const exchange = await startAmple({ faults: { 'reject-one': 1 } });
  const received = json(await send(exchange.origin, PATHS.single, single()));
  await exchange.close();
  expect([received['code'], received['msg']]).toEqual([
    '40015',
    'FAILED_PRECONDITION: The order margin available amount not enough',
  ]);
});
