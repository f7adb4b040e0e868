import { describe, expect, it } from 'vitest';
import type { FillsQuery } from '../../src/model/standing.ts';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import { answered, refusal } from '../support/fault-cases.ts';
import { NOW_MS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { client, serve, write } from './rig.ts';

const QUERY: FillsQuery = { symbol: 'cmt_btcusdt', fromMs: 1_764_000_000_000, toMs: 1_764_000_100_000 };
const JUDGING = { refusalCodes: new Set<string>(), clean: (words: string) => words.replaceAll('weex_key', '[secret]') };

const TIME = 'startTime=1764000000000&endTime=1764000100000&limit=100';
/** The names of trade, size, value and time in a row, and what a page is asked for by. */
const WIRES = {
  v2: {
    names: ['tradeId', 'fillSize', 'fillValue', 'createdTime'],
    target: `/capi/v2/order/fills?symbol=cmt_btcusdt&${TIME}`,
    weight: { ip: 5, uid: 5, orderCalls: 0 },
  },
  v3: {
    names: ['id', 'qty', 'quoteQty', 'time'],
    target: `/capi/v3/userTrades?symbol=BTCUSDT&${TIME}`,
    weight: { ip: 5, uid: 0 },
  },
} as const;
const FILL = {
  id: '719048050107226123',
  orderId: '596471064624628269',
  size: '0.010000',
  value: '855.9650',
  createdMs: 1_764_000_000_123,
};
const page = (...fills: object[]): object => ({ kind: 'answered', value: { kind: 'page', fills, unreadable: 0 } });

describe.each(INTERFACES)('a page of fills on %s', (version) => {
  const { operations } = SPELLINGS[version];
  const { names, target, weight } = WIRES[version];
  const [id, size, value, time] = names;
  const RECORD = `{"${id}":719048050107226123,"orderId":"596471064624628269","${size}":"0.010000","${value}":"855.9650","${time}":1764000000123}`;
  const isNew = version === 'v3';
  const success = isNew ? '200' : '00000';
  const read = (status: number, text: string): object => operations.fills.judge(answered(status, text), QUERY, JUDGING);

  it.each([
    ['as documented', `{"list":[${RECORD}],"nextFlag":false,"totals":1}`],
    ['bare, as it was read live', `[${RECORD}]`],
    ['in an envelope', `{"code":"${success}","msg":"success","data":[${RECORD}]}`],
    ['in an envelope, as an object', `{"code":"${success}","data":{"list":[${RECORD}]}}`],
    // Version 2 alone was read so.
    ['in an envelope without a code', isNew ? `[${RECORD}]` : `{"data":[${RECORD}]}`],
    [
      'with ids the other way round',
      `[${RECORD.replace('719048050107226123', '"719048050107226123"').replace('"596471064624628269"', '596471064624628269')}]`,
    ],
  ])('%s', (_, text) => expect(read(200, text)).toEqual(page(FILL)));

  const [fee, realised] = isNew ? ['commission', 'realizedPnl'] : ['fillFee', 'realizePnl'];
  const withFields = (fields: string): string => `[${RECORD.replace(/}$/, `,${fields}}`)}]`;

  it.each([
    [
      'a fee that was paid and a gain',
      `"${fee}":"0.513579","${realised}":"-12.50"`,
      { fee: '0.513579', realised: '-12.50' },
    ],
    ['a rebate', `"${fee}":"-0.0171","${realised}":"0"`, { fee: '-0.0171', realised: '0' }],
    ['numbers', `"${fee}":0.1,"${realised}":41.80`, { fee: '0.1', realised: '41.80' }],
    ['words', `"${fee}":"none","${realised}":"1e3"`, {}],
    ['nothing', `"${fee}":null,"${realised}":""`, {}],
  ])('with %s is told with its digits and its sign', (_, fields, told) => {
    expect(read(200, withFields(fields))).toEqual(page({ ...FILL, ...told }));
  });

  it('has the fee of a liquidation in it, and none in another coin', () => {
    const fields = isNew ? '"commission":"0.5","commissionAsset":"WXT"' : '"fillFee":"0.5","liquidateFee":"1.25"';
    expect(read(200, withFields(fields))).toEqual(page(isNew ? FILL : { ...FILL, fee: '1.75' }));
  });

  it('may be empty', () => expect(read(200, '{"list":[]}')).toEqual(page()));

  it('counts the rows in which no trade can be recognised', () => {
    const without = (name: string): string => RECORD.replace(`"${name}"`, '"other"');
    const rows = [
      ...['orderId', ...names].map(without),
      RECORD.replace('"0.010000"', '"-1"'),
      RECORD.replace('1764000000123', '"yesterday"'),
      RECORD.replace('"596471064624628269"', '"weex_key"'),
      'null',
      '7',
    ];
    expect(read(200, `[${rows.join(',')},${RECORD}]`)).toEqual({
      kind: 'answered',
      value: { kind: 'page', fills: [FILL], unreadable: rows.length },
    });
  });

  it.each([
    [200, ''],
    [200, '{"fills":[]}'],
    [200, '{"list":{}}'],
    [500, '[]'],
    [302, '[]'],
    [400, refusal(isNew ? '-1142' : '40020', 'Parameter of weex_key')],
  ])('is never made of %i %s', (status, text) => {
    const came = read(status, text);
    expect(came).toMatchObject({ kind: 'answered', value: { kind: 'failed' } });
    expect(JSON.stringify(came)).not.toContain('weex_key');
  });

  it('refused by the rate limit, or for its timestamp, is told apart', () => {
    expect(read(429, '')).toMatchObject({ kind: 'rate-refused', again: true });
    expect(read(418, '')).toMatchObject({ kind: 'rate-refused', again: false });
    expect(read(400, refusal(isNew ? '-1046' : '40008', 'expired'))).toMatchObject({
      kind: 'clock-refused',
      value: { kind: 'failed' },
    });
  });

  it('that nobody answers is lost', () => {
    const cut = { kind: 'no-answer', mayHaveLeft: true, failure: 'connection', message: 'cut' } as const;
    expect(operations.fills.judge(cut, QUERY, JUDGING)).toMatchObject({ isLost: true, value: { kind: 'failed' } });
  });

  it('is asked for over HTTP, with a signature and its bounds', async () => {
    const server = await serve({ onRequest: write(httpAnswer(200, `[${RECORD}]`)) });
    const exchange = client(server.origin, { operations });
    expect(await exchange.send(exchange.operations.fills, QUERY, NOW_MS)).toEqual(page(FILL));
    const [request] = server.requests;
    expect(request?.target).toBe(target);
    expect(request?.headers.get('access-key')).toBe('weex_key');
    expect(operations.fills).toMatchObject({ method: 'GET', isRepeatable: true, weight });
  });
});
