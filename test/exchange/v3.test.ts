/** What answers of version 3 prove, the hostile ones among them. */
import { describe, expect, test } from 'vitest';
import { withRefusals } from '../../src/exchange/answers/answer-book.ts';
import { readBody } from '../../src/exchange/answers/answers.ts';
import { classifyCancel } from '../../src/exchange/answers/classify-cancel.ts';
import { classify } from '../../src/exchange/answers/classify.ts';
import type { Judged } from '../../src/exchange/answers/row.ts';
import { BOOK, WITHOUT_500 } from '../../src/exchange/v3/book.ts';
import { readSymbols } from '../../src/exchange/v3/account.ts';
import { OPERATIONS } from '../../src/exchange/v3/operations.ts';
import { fillsSince, FillsWalk } from '../../src/session/lists/list-walk.ts';
import { readContracts } from '../../src/exchange/v3/dialect.ts';
import { listTarget, readList } from '../../src/exchange/v3/lists.ts';
import type { Evidence } from '../../src/model/evidence.ts';

const answered = (status: number, text: string): Evidence => ({ kind: 'answer', status, body: readBody(text) });
const ONE: Judged = { kind: 'single', orders: [{ clientOid: 'ours1' }] };
const placed = (status: number, text: string, book = BOOK): string => {
  const result = classify(answered(status, text), ONE, book);
  if (result.kind !== 'answered') return result.kind;
  return `${result.verdicts[0]?.outcome}${result.halt === undefined ? '' : ', halts'}`;
};
const entry = (fields: object): string =>
  JSON.stringify({
    orderId: '702345678901234567',
    clientOrderId: 'ours1',
    success: true,
    errorCode: '',
    errorMessage: '',
    ...fields,
  });
const error = (code: number | string, msg: string): string => JSON.stringify({ code, msg });

describe('an answer to an order', () => {
  test.each([
    [200, entry({}), 'accepted'],
    [200, '{"orderId":702345678901234567,"clientOrderId":"ours1","success":true}', 'accepted'],
    [200, entry({ clientOrderId: 'theirs' }), 'unknown, halts'],
    [200, entry({ clientOrderId: null, clientAlgoId: 'theirs' }), 'unknown, halts'],
    [200, entry({ clientOrderId: '', origClientOrderId: 'theirs' }), 'unknown, halts'],
    [200, entry({ clientOrderId: null }), 'accepted'],
    [200, entry({ clientOrderId: 'theirs', orderId: '', success: false, errorCode: '-1142' }), 'unknown, halts'],
    [400, '{"code":-1142,"msg":"no","clientOrderId":"theirs"}', 'unknown, halts'],
    [500, '{"code":-1054,"msg":"INVALID_ARGUMENT: no","clientOrderId":"theirs"}', 'unknown, halts'],
    [401, '{"code":-1046,"msg":"timestamp","clientOrderId":"theirs"}', 'unknown, halts'],
    [429, '{"code":429,"msg":"limit","clientOrderId":"theirs"}', 'unknown, halts'],
    [200, entry({ success: false }), 'unknown'],
    [200, entry({ success: 0 }), 'unknown'],
    [200, entry({ success: 'no' }), 'unknown'],
    [200, entry({ success: {} }), 'unknown'],
    [200, entry({ success: null }), 'accepted'],
    [200, entry({ error: 'Internal Server Error' }), 'unknown'],
    [400, '{"code":-1142,"msg":"no","success":true}', 'unknown'],
    [500, '{"code":-1054,"msg":"INVALID_ARGUMENT: no","success":true}', 'unknown'],
    [429, '{"code":429,"msg":"limit","success":true}', 'unknown'],
    [200, entry({ errorCode: '-1141' }), 'unknown'],
    [200, entry({ orderId: '' }), 'unknown'],
    [200, entry({ orderId: '0' }), 'unknown'],
    [200, entry({ orderId: null }), 'unknown'],
    [200, entry({ orderId: '', success: false, errorCode: '-1142', errorMessage: 'no' }), 'rejected'],
    [200, entry({ orderId: '', success: false, errorCode: '-1000', errorMessage: 'no' }), 'unknown'],
    [
      200,
      entry({ orderId: '', success: false, errorCode: '-1142', errorMessage: 'order 702345678901234567' }),
      'unknown',
    ],
    [200, '{"code":"200","msg":"success","requestTime":1}', 'unknown'],
    [200, '{"orderId":"1","orderId":"2","clientOrderId":"ours1"}', 'unknown'],
    [400, error(-1142, 'Parameter is wrong'), 'rejected'],
    [400, error('-1142', 'Parameter is wrong'), 'rejected'],
    [400, error(-1000, 'unknown'), 'unknown'],
    [400, error(-9999, 'new'), 'unknown'],
    [405, error(-1150, 'Request method POST not supported'), 'rejected'],
    [401, error(-1047, 'signature'), 'rejected, halts'],
    [403, error(-1056, 'address'), 'rejected, halts'],
    [401, error(-1046, 'timestamp'), 'clock-refused'],
    [404, '{"timestamp":1764505776347,"status":404,"error":"Not Found","path":"/x"}', 'unknown'],
    [429, '', 'rate-refused'],
    [429, entry({}), 'unknown'],
    [500, error(-1054, 'INVALID_ARGUMENT: triggerPrice must be less than price'), 'rejected'],
    [
      500,
      error(-1054, 'FAILED_PRECONDITION: max size 53.82. cancel some order or reduce leverage and try again'),
      'rejected',
    ],
    [500, '{"code":-1054,"msg":"FAILED_PRECONDITION: no","orderId":"702345678901234567"}', 'unknown'],
    [500, error(-1054, 'System error, please retry later.'), 'unknown'],
    [500, error(-1054, 'ABORTED: no'), 'unknown'],
    [500, error(-1142, 'Parameter is wrong'), 'unknown'],
    [500, '', 'unknown'],
    [502, error(-1054, 'INVALID_ARGUMENT: no'), 'unknown'],
    [503, error(-1054, 'INVALID_ARGUMENT: no'), 'unknown'],
    [400, error(-1054, 'INVALID_ARGUMENT: no'), 'rejected'],
    [400, error(-1054, 'INVALID_ARGUMENT: duplicate client order id'), 'unknown'],
  ])('%d %s: %s', (status, text, came) => expect(placed(status, text)).toBe(came));

  test('a no without an order id is unknown in its own words', () => {
    const text = entry({ orderId: '', success: false, errorCode: '-1000', errorMessage: 'unknown error' });
    expect(classify(answered(200, text), ONE, BOOK)).toMatchObject({
      verdicts: [{ outcome: 'unknown', message: 'status 200 without an order id: -1000 unknown error' }],
    });
  });

  test('a refusal at 500 may be taken back by the config', () => {
    const text = error(-1054, 'INVALID_ARGUMENT: no');
    expect([placed(500, text, WITHOUT_500), placed(400, text, WITHOUT_500)]).toEqual(['unknown', 'rejected']);
  });

  test('a code of the config refuses, but none whose meaning is fixed', () => {
    const book = withRefusals(BOOK, new Set(['-2222', '-1000', '-1046']));
    expect(placed(400, error(-2222, 'no'), book)).toBe('rejected');
    expect(placed(400, error(-1000, 'no'), book)).toBe('unknown');
  });

  test('the rate limit asks for ten seconds at least', () => {
    expect(classify(answered(429, ''), ONE, BOOK)).toMatchObject({ kind: 'rate-refused', retryAfterMs: 10_000 });
    const slow: Evidence = { kind: 'answer', status: 429, body: readBody(''), retryAfterMs: 30_000 };
    expect(classify(slow, ONE, BOOK)).toMatchObject({ retryAfterMs: 30_000 });
  });
});

const of = (fields: object): string =>
  JSON.stringify({ orderId: '11', origClientOrderId: '', success: true, errorCode: '', errorMessage: '', ...fields });

describe('an answer to cancels', () => {
  const named: Judged = { kind: 'single', orders: [{ clientOid: 'ours1', orderId: '11' }] };
  const came = (text: string, call = named, status = 200): (string | undefined)[] => {
    const result = classifyCancel(answered(status, text), call, BOOK);
    return result.kind === 'answered' ? result.verdicts.map(({ answer }) => answer) : [result.kind];
  };

  test.each([
    [of({}), 'taken'],
    [of({ orderId: '12' }), 'unknown'],
    [of({ success: false, errorCode: 'ORDER_NOT_FOUND', errorMessage: 'orderId not exist' }), 'refused'],
    [of({ success: false, errorCode: 'NEW_WORD' }), 'unknown'],
    [of({ success: false }), 'unknown'],
    [of({ errorCode: 'ORDER_NOT_FOUND' }), 'unknown'],
    ['{}', 'unknown'],
  ])('%s: %s', (text, answer) => expect(came(text)).toEqual([answer]));

  test('of a batch come bare or in a list, and each belongs to the order that it names', () => {
    const both: Judged = {
      kind: 'batch',
      orders: [
        { clientOid: 'a', orderId: '11' },
        { clientOid: 'b', orderId: '12' },
      ],
    };
    const list = `[${of({ orderId: '12', success: false, errorCode: 'ORDER_NOT_FOUND' })},${of({})}]`;
    expect(came(list, both)).toEqual(['taken', 'refused']);
    expect(came(`{"orderList":${list}}`, both)).toEqual(['taken', 'refused']);
    expect(came(`[${of({})}]`, both)).toEqual(['taken', 'unknown']);
    expect(came('[]', both)).toEqual(['unknown', 'unknown']);
  });

  test('that name the order as not existing say so at status 400 too', () => {
    expect(came(error(-3200, 'Order does not exist.'), named, 400)).toEqual(['refused']);
  });
});

describe('a list', () => {
  const query = { symbol: 'cmt_btcusdt', page: 0, fromMs: 1, toMs: 2 };
  test('is asked for by its own first page and its own spelling', () => {
    expect(listTarget({ ...query, list: 'open' })).toBe('/capi/v3/openOrders?symbol=BTCUSDT&limit=100&page=0');
    expect(listTarget({ ...query, list: 'open-triggers' })).toBe(
      '/capi/v3/openAlgoOrders?symbol=BTCUSDT&limit=100&page=1',
    );
    expect(listTarget({ ...query, list: 'history' })).toContain('page=0&startTime=1&endTime=2');
    expect(listTarget({ ...query, list: 'trigger-history' })).not.toContain('page');
  });

  test('keeps every digit of an id, and knows no amount that was not told', () => {
    const record =
      '{"avgPrice":"0.00000","clientOrderId":"c","executedQty":"0","orderId":737185556881998185,"origQty":"1400","price":"0.05","side":"BUY","positionSide":"LONG","status":"FILLED","symbol":"DOGEUSDT","time":1775758733006,"timeInForce":"GTC","type":"LIMIT"}';
    const read = readList(answered(200, `[${record}]`), 'history');
    expect(read).toMatchObject({
      orders: [{ orderId: '737185556881998185', side: 'open-long', status: 'filled', timeInForce: 'normal' }],
    });
    expect('orders' in read && read.orders[0]?.filledSize).toBeUndefined();
    const open = readList(answered(200, `[${record.replace('FILLED', 'NEW')}]`), 'open');
    expect('orders' in open && open.orders[0]?.filledSize).toBe('0');
    const cancelled = record.replace('FILLED', 'CANCELED');
    const filledOf = (text: string): string | undefined => {
      const page = readList(answered(200, `[${text}]`), 'history');
      return page.kind === 'page' ? page.orders[0]?.filledSize : page.kind;
    };
    expect(filledOf(cancelled)).toBe('0');
    expect(filledOf(cancelled.replace('"avgPrice":"0.00000"', '"avgPrice":"0.05000"'))).toBeUndefined();
    expect(filledOf(cancelled.replace('{', '{"cumQuote":"3.5",'))).toBeUndefined();
    expect(filledOf(cancelled.replace('"executedQty":"0"', '"executedQty":"70","cumQuote":"3.5"'))).toBe('70');
  });

  test.each([
    ['true', { hasMore: true }],
    ['false', {}],
  ])('a page of triggers says that it was cut off where the exchange says so: %s', (word, more) =>
    expect(readList(answered(200, `{"orders":[],"hasMore":${word}}`), 'trigger-history')).toEqual({
      kind: 'page',
      orders: [],
      unreadable: 0,
      ...more,
    }),
  );

  test('a trigger is known by its own id, whatever order it names beside', () => {
    const record =
      '{"algoId":737074389748547944,"clientAlgoId":"d","orderType":"STOP_MARKET","symbol":"DOGEUSDT","side":"SELL","positionSide":"LONG","quantity":"100","algoStatus":"UNTRIGGERED","actualOrderId":737074043320009064,"triggerPrice":"0.02","price":"0","createTime":1775732228695}';
    expect(readList(answered(200, `{"orders":[${record}],"hasMore":false}`), 'trigger-history')).toMatchObject({
      orders: [
        { orderId: '737074389748547944', clientOid: 'd', side: 'close-long', status: 'open', triggerPrice: '0.02' },
      ],
    });
  });

  test.each(['{"code":-1142,"msg":"no"}', '{}', 'null', '"x"', ''])('%s is no empty list', (text) => {
    expect(readList(answered(200, text), 'open')).toMatchObject({ kind: 'failed' });
  });
});

const row = (fields: string): string =>
  `{"symbols":[{"symbol":"A1","pricePrecision":1,"quantityPrecision":4,${fields},"minOrderSize":0.001}]}`;
const read = (text: string): ReturnType<typeof readContracts> =>
  readContracts({ status: 200, text: { ok: true, value: text } });

test('contracts have the tick of their prices and the coarser step', () => {
  const [a] = (read(row('"contractVal":0.001')) as Extract<ReturnType<typeof read>, { kind: 'list' }>).instruments;
  expect([a?.tick.toString(), a?.step.toString()]).toEqual(['0.1', '0.001']);
  expect(read(row('"contractVal":0.0003'))).toMatchObject({ instruments: [], leftOut: [{ symbol: 'A1' }] });
  expect(read('[]')).toMatchObject({ kind: 'failed' });
});

describe('what is read of a long time, and of an account', () => {
  const DAY = 86_400_000;

  test('trades are asked for seven days at most, and all of the time', () => {
    const nowMs = 1_764_000_000_000;
    const fills = OPERATIONS.fills;
    const walk = new FillsWalk(fillsSince([{ symbol: 'BTCUSDT', sentAtMs: nowMs - 20 * DAY }], nowMs), fills);
    const asked: { fromMs: number; toMs: number }[] = [];
    for (let query = walk.query(); query !== undefined; query = walk.query()) {
      asked.push(query);
      walk.take({ kind: 'page', fills: [], unreadable: 0 });
    }
    expect(asked.every(({ fromMs, toMs }) => toMs - fromMs < 7 * DAY)).toBe(true);
    expect([asked[0]?.toMs, asked.at(-1)?.fromMs]).toEqual([nowMs + DAY, nowMs - 21 * DAY]);
    for (const [at, { fromMs }] of asked.slice(0, -1).entries()) expect(asked[at + 1]?.toMs).toBe(fromMs - 1);
  });

  test.each([
    ['[{"symbol":"BTCUSDT","marginType":"CROSSED","separatedType":"COMBINED"}]', 'told'],
    [
      '[{"symbol":"BTCUSDT","marginType":"ISOLATED","separatedType":"COMBINED"},{"symbol":"cmt_btcusdt","marginType":"CROSSED","separatedType":"COMBINED"}]',
      'failed',
    ],
    ['[{"symbol":"BTCUSDT"}]', 'failed'],
    ['{}', 'failed'],
    ['{"code":-1142,"msg":"no"}', 'failed'],
  ])('%s of its symbols is %s', (text, kind) => expect(readSymbols(answered(200, text)).kind).toBe(kind));
});
