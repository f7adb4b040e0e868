import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/exchange/answers/answers.ts';
import type { Answer } from '../../src/model/evidence.ts';
import { listTarget, readList } from '../../src/exchange/v2/lists.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { ListName, ListQuery } from '../../src/model/listing.ts';
import { LISTS } from '../../src/exchange/v2/requests.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import { listedOid, listedOrderId, paperClient, putOrders } from '../support/listed-orders.ts';
import { afterTest, client, serve } from './rig.ts';

const answered = (status: number, text: string): Answer => ({ kind: 'answer', status, body: readBody(text) });
const RECORD = '{"client_oid":"ordoa","order_id":"596471064624628269","createTime":"1764000000000"}';
const page = (...orders: object[]): object => ({ kind: 'page', orders, unreadable: 0 });
const READ = { clientOid: 'ordoa', orderId: '596471064624628269', createdMs: 1_764_000_000_000 };

const timeTold = (evidence: Evidence): unknown => {
  const told = OPERATIONS.time.judge(evidence, undefined, { refusalCodes: new Set(), clean: (words) => words });
  return 'value' in told ? told.value : told;
};

describe('a page', () => {
  it.each([
    ['a bare list', `[${RECORD}]`, page(READ)],
    ['a list in an object', `{"list":[${RECORD}],"nextPage":false}`, page(READ)],
    ['a list in an envelope', `{"code":"00000","msg":"success","data":[${RECORD}]}`, page(READ)],
    ['an empty list', '[]', page()],
    [
      'digits above 2^53 and a time as a number',
      '[{"client_oid":"ordoa","order_id":596471064624628269,"createTime":1764000000000}]',
      page(READ),
    ],
    [
      'an order that was given no client order id',
      '[{"client_oid":null,"order_id":"7"}]',
      page({ clientOid: '', orderId: '7' }),
    ],
    [
      'a client order id in camelCase',
      '[{"clientOid":"ordoa","order_id":"7"}]',
      page({ clientOid: 'ordoa', orderId: '7' }),
    ],
    [
      'two client order ids that differ',
      '[{"clientOid":"ordoa","client_oid":"ordob","order_id":"7"}]',
      page({ clientOid: '', orderId: '7' }),
    ],
    [
      'a time that is none',
      '[{"client_oid":"ordoa","order_id":"7","createTime":"yesterday"}]',
      page({ clientOid: 'ordoa', orderId: '7' }),
    ],
  ])('of %s', (_, text, want) => expect(readList(answered(200, text), 'open')).toEqual(want));

  it.each<[string, string, object]>([
    [
      'an ordinary order',
      '"symbol":"cmt_btcusdt","type":"open_long","size":"0.010000"',
      { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.010000' },
    ],
    ['a trigger order', '"type":"4","size":"5"', { side: 'close-short', size: '5' }],
    ['a trigger order as a live list told it', '"type":"CLOSE_LONG"', { side: 'close-long' }],
    ['numbers', '"type":2,"size":0.010', { side: 'open-short', size: '0.010' }],
    ['a symbol with a capital', '"Symbol":"cmt_btcusdt"', { symbol: 'cmt_btcusdt' }],
    ['a type that is no side of ours', '"type":"burst_liquidate_long"', { side: 'burst_liquidate_long' }],
    ['a number that is no side of ours', '"type":"5"', { side: '5' }],
    ['nothing', '"symbol":null,"type":null,"size":null', {}],
    ['what is no text', '"symbol":{},"type":[1],"size":true', {}],
  ])('tells what an order is, of %s', (_, fields, want) => {
    const answer = readList(answered(200, `[{"client_oid":"ordoa","order_id":"7",${fields}}]`), 'open');
    expect(answer).toEqual(page({ clientOid: 'ordoa', orderId: '7', ...want }));
  });

  it('counts the records in which no order can be recognised', () => {
    const text = `[null, 7, [], {}, {"client_oid":"ordoa"}, {"client_oid":"ordoa","order_id":"0"}, ${RECORD}]`;
    expect(readList(answered(200, text), 'open')).toEqual({ kind: 'page', orders: [READ], unreadable: 6 });
  });

  it.each([
    ['nothing', 200, ''],
    ['HTML', 200, '<html></html>'],
    ['an object without a list', 200, '{"orders":[]}'],
    ['a list at another status', 500, '[]'],
    ['a list at a redirect', 302, '[]'],
    ['an error', 400, '{"code":"40020","msg":"Parameter bad"}'],
    ['an error at 200', 200, '{"code":"40020","msg":"Parameter bad"}'],
    ['a key that says two things', 200, '{"list":[],"list":[1]}'],
    ['text', 200, '"list"'],
  ])('is never made of %s', (_, status, text) =>
    expect(readList(answered(status, text), 'open')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/./) as string,
    }),
  );

  it.each([
    [429, ''],
    [418, '<html>'],
    [200, '{"code":"429","msg":"Too many requests"}'],
    [400, '{"code":429,"msg":"Too many requests"}'],
  ])('refused by the rate limit at status %i, %s', (status, text) => {
    const waiting = { ...answered(status, text), retryAfterMs: 3000 };
    expect(readList(waiting, 'open')).toMatchObject({ kind: 'rate-refused', retryAfterMs: 3000 });
  });

  it('refused for its timestamp is told apart', () =>
    expect(readList(answered(400, '{"code":"40008","msg":"expired"}'), 'open')).toEqual({
      kind: 'clock-refused',
      message: '40008 expired',
    }));
});

describe('the server’s time', () => {
  it.each([
    ['bare', 200, '{"epoch":"1765423487.896","timestamp":1765423487896}', 1_765_423_487_896],
    ['in an envelope', 200, '{"code":"00000","data":{"timestamp":"1765423487896"}}', 1_765_423_487_896],
    ['in seconds', 200, '{"timestamp":1765423487}', undefined],
    ['of an error', 500, '{"timestamp":1765423487896}', undefined],
    ['of no object', 200, '1765423487896', undefined],
    ['of no JSON', 200, 'noon', undefined],
  ])('%s', (_, status, text, want) => expect(timeTold(answered(status, text))).toBe(want));
});

async function paperWith(options: PaperOptions = {}): Promise<PaperExchange> {
  const paper = await startPaperExchange(options);
  afterTest(() => paper.close());
  return paper;
}

const query = (list: ListName, fields: Partial<ListQuery> = {}): ListQuery => ({
  list,
  symbol: 'cmt_btcusdt',
  page: 0,
  fromMs: Date.now() - 86_400_000,
  toMs: Date.now() + 86_400_000,
  ...fields,
});

describe('against the paper exchange, which refuses what is not documented', () => {
  it.each([
    ['open', { status: 'open' }],
    ['history', { status: 'filled', averagePrice: '60000' }],
    ['open-triggers', { status: 'untriggered', kind: 'trigger', trigger: '50000' }],
  ] as const)('%s tells its orders and what they are, the newest first, a hundred a page', async (list, fields) => {
    const paper = await paperWith();
    putOrders(paper, 120, fields);
    const exchange = paperClient(paper);
    const first = await exchange.list(query(list));
    if (first.kind !== 'page') throw new Error(JSON.stringify(first));
    expect(first.orders).toHaveLength(100);
    expect(first.orders[0]).toMatchObject({
      clientOid: listedOid(119),
      orderId: listedOrderId(119),
      symbol: 'cmt_btcusdt',
      side: 'open-long',
      size: '0.01',
    });
    const back = await exchange.list(query(list, { page: 1, toMs: first.orders.at(-1)?.createdMs ?? 0 }));
    expect(back).toMatchObject({ kind: 'page' });
    expect(back.kind === 'page' && back.orders.at(-1)).toMatchObject({ clientOid: listedOid(0) });
    expect(paper.requests.map(({ weight }) => weight)).toEqual(
      Array.from({ length: 2 }, () => ({ ip: LISTS[list].weight.ip, uid: LISTS[list].weight.uid })),
    );
    await exchange.close();
  });

  it('trigger-history is asked as documented', async () => {
    const paper = await paperWith();
    const exchange = paperClient(paper);
    expect(await exchange.list(query('trigger-history'))).toEqual({ kind: 'page', orders: [], unreadable: 0 });
    await exchange.close();
  });

  it('its clock far from ours: refused until it is asked its time, and then not', async () => {
    const offMs = 3_600_000;
    const clock = { wallMs: () => Date.now() - offMs, monotonicMs: () => performance.now() };
    const paper = await paperWith({ clock });
    const exchange = paperClient(paper);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'clock-refused' });
    expect(await exchange.syncClock()).toBe(true);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'page' });
    await exchange.close();
  });

  it('a full window is a refusal by the rate limit', async () => {
    const paper = await paperWith({ uidWeight: { amount: 2, windowMs: 10_000 } });
    const exchange = paperClient(paper);
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'page' });
    expect(await exchange.list(query('open'))).toMatchObject({ kind: 'rate-refused' });
    await exchange.close();
  });

  it('nobody there, and a silent one, are failures', async () => {
    const paper = await paperWith();
    const gone = paperClient(paper);
    await paper.close();
    expect(await gone.list(query('open'))).toMatchObject({ kind: 'failed' });
    expect(await gone.syncClock()).toBe(false);
    await gone.close();
    const silent = await serve({});
    expect(await client(silent.origin, { timeoutMs: 50 }).list(query('open'))).toMatchObject({ kind: 'failed' });
  });
});

describe('what leaves', () => {
  it('with a list, the keys and no body; with the time, which is public, no key', async () => {
    const server = await serve({ onRequest: (_, socket) => socket.write(httpAnswer(200, '[]')) });
    const exchange = client(server.origin);
    await exchange.list(query('open'));
    await exchange.syncClock();
    const [list, time] = server.requests;
    expect(list?.target).toBe(listTarget(query('open')));
    expect(list?.headers.get('access-key')).toBe('weex_key');
    expect(list?.body).toHaveLength(0);
    expect([...(time?.headers.keys() ?? [])].filter((name) => name.startsWith('access-'))).toEqual([]);
  });

  it('a failure’s words hold no key, though the exchange repeats them', async () => {
    const echo = '{"code":"40009","msg":"weex_key passphrase test-secret-key"}';
    const server = await serve({ onRequest: (_, socket) => socket.write(httpAnswer(400, echo)) });
    const answer = await client(server.origin).list(query('open'));
    expect(JSON.stringify(answer)).not.toMatch(/weex_key|passphrase|test-secret-key/);
  });

  it('an order’s words hold no key either', async () => {
    const record = '{"client_oid":"a","order_id":"7","symbol":"weex_key","type":"passphrase","size":"test-secret-key"}';
    const server = await serve({ onRequest: (_, socket) => socket.write(httpAnswer(200, `[${record}]`)) });
    const told = await client(server.origin).list(query('open'));
    expect(told).toEqual(
      page({ clientOid: 'a', orderId: '7', symbol: '[secret]', side: '[secret]', size: '[secret]' }),
    );
  });
});
