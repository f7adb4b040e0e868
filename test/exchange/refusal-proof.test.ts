/** Answers that once were told as rejected, accepted or sent again, although they proved nothing of the kind. */
import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/exchange/answers/answers.ts';
import { classify as onVersion2 } from '../support/judging.ts';
import { BOOK } from '../../src/exchange/v2/book.ts';
import { isBare, namesOrder, provesRefusal } from '../../src/exchange/answers/refusal-proof.ts';
import type { Json } from '../../src/model/evidence.ts';
import { answered, refusal } from '../support/fault-cases.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { callOf, classOf, clientOid, KINDS, ORDER_ID, rulesOf } from '../support/prompt-exchange.ts';

const json = (value: unknown): string => JSON.stringify(value);
const ON_BOTH = INTERFACES.flatMap((version) => KINDS.map((kind) => [kind, version] as const));

describe.each(ON_BOTH)('no refusal of a %s call on %s', (kind, version) => {
  const { classify, spell } = SPELLINGS[version];
  it.each<[status: number, body: string]>([
    [200, json({ code: '0000', msg: '', data: { orderId: ORDER_ID } })],
    [200, refusal('000000', 'Success.')],
    [200, json({ code: '1', msg: 'Order placed successfully', data: { orderId: ORDER_ID } })],
    [400, json({ code: '40020', msg: 'bad', data: [{ order_id: ORDER_ID }] })],
    [400, json({ code: '40020', msg: 'bad', data: { orderId: ORDER_ID } })],
    [400, json({ code: '40020', msg: 'bad', orderIds: [ORDER_ID] })],
    [400, json({ code: '40020', msg: 'bad', data: { symbol: 'cmt_btcusdt' } })],
    [400, json({ code: '40020', msg: `order ${ORDER_ID} was placed`, data: null })],
    [400, json({ code: '40009', msg: 'signature', data: { order: { id: ORDER_ID } } })],
    [400, refusal('45001', 'Unknown error')],
    [200, refusal('50001', 'System busy, please query the order status before trying again')],
    [400, refusal('500', '')],
    [400, refusal('502', 'Bad gateway')],
    [400, json({ code: -1054, msg: 'system error' })],
    [400, json({ code: -1000, msg: '' })],
    [400, refusal('40010', '请求超时')],
    [400, refusal('40725', 'service returned an error')],
    [400, refusal('40020', 'System busy')],
    [400, refusal('40015', '系统错误')],
  ])('%i %s', (status, body) => {
    expect(classOf(classify(answered(status, spell(body)), callOf(kind)))).toBe('unknown');
  });
});

describe.each(KINDS)('a code for a %s call', (kind) => {
  it('is shown where it is not on the list', () => {
    const result = onVersion2(answered(400, refusal('45001', 'Unknown error')), callOf(kind));
    const messages =
      result.kind === 'answered' ? result.verdicts.map((verdict) => 'message' in verdict && verdict.message) : [];
    expect(messages[0]).toMatch(/^45001 Unknown error/);
  });

  it('of the config proves a refusal too, as long as nothing speaks of an order', () => {
    const codes = new Set(['45001', '40786', '429', '00000']);
    const call = callOf(kind);
    expect(classOf(onVersion2(answered(400, refusal('45001', 'no')), call, codes))).toBe('rejected');
    const withOrder = json({ code: '45001', msg: 'no', data: { orderId: ORDER_ID } });
    expect(classOf(onVersion2(answered(400, withOrder), call, codes))).toBe('unknown');
    expect(classOf(onVersion2(answered(400, refusal('45001', 'duplicate')), call, codes))).toBe('unknown');
    expect(classOf(onVersion2(answered(400, refusal('40786', 'no')), call, codes))).toBe('unknown');
    expect(classOf(onVersion2(answered(500, refusal('45001', 'no')), call, codes))).toBe('unknown');
  });
});

describe.each(INTERFACES)('no acceptance of a single order on %s', (version) => {
  const { classify, spell } = SPELLINGS[version];
  it.each([
    { order_id: ORDER_ID, error_code: '40020', error_message: 'bad' },
    { order_id: ORDER_ID, errorMessage: 'bad' },
    { order_id: ORDER_ID, err_code: 'order_no_exist_error' },
    { order_id: ORDER_ID, success: false },
    { order_id: ORDER_ID, success: 'false' },
    { order_id: ORDER_ID, result: false },
    { code: '00000', data: { order_id: ORDER_ID, success: false } },
  ])('%j', (body) => {
    const result = classify(answered(200, spell(json(body))), callOf('single'));
    expect([classOf(result), ...rulesOf(result)]).toEqual(['unknown', 'contradiction']);
  });

  it('nor of a batch entry', () => {
    const entry = { order_id: ORDER_ID, client_oid: clientOid(0), result: true, error_code: '', success: false };
    const result = classify(answered(200, spell(json({ order_info: [entry], result: true }))), callOf('batch', 1));
    expect([classOf(result), ...rulesOf(result)]).toEqual(['unknown', 'entry-contradicts']);
  });
});

describe.each(ON_BOTH)('a %s call refused by the rate limit on %s', (kind, version) => {
  const { classify, spell } = SPELLINGS[version];
  const texts: readonly string[] = [
    json({ orderId: ORDER_ID }),
    json({ code: '429', data: [{ order_id: ORDER_ID }] }),
    json({ code: '429', msg: 'slow', data: { accepted: true } }),
    json({ code: '429', msg: `see ${clientOid(0)}` }),
    `order ${ORDER_ID} taken`,
    `accepted, order_id: 5`,
    `{"order_id":"5"`,
  ];
  it.each(texts)('does not go again after 429 %s', (text) => {
    expect(classOf(classify(answered(429, spell(text)), callOf(kind)))).toBe('unknown');
  });

  it.each(texts)('stops as unknown after 418 %s', (text) => {
    const result = classify(answered(418, spell(text)), callOf(kind));
    expect(classOf(result)).toBe('unknown');
    expect(result).toMatchObject({ halt: expect.stringContaining('418') as string });
  });

  it('does not go again where the body is more than a text', () => {
    for (const why of ['over 1 MiB', 'not UTF-8']) {
      const evidence = { kind: 'answer', status: 429, body: { kind: 'unreadable', why } } as const;
      expect(classOf(classify(evidence, callOf(kind)))).toBe('unknown');
    }
  });

  it.each(['', ' ', 'slow down', '<html>429</html>', 'null', '{}', refusal('429', 'slow')])(
    'goes again: %s',
    (text) => {
      expect(classify(answered(429, spell(text)), callOf(kind))).toMatchObject({ kind: 'rate-refused', again: true });
      expect(classify(answered(418, spell(text)), callOf(kind))).toMatchObject({ kind: 'rate-refused', again: false });
    },
  );

  it('an expired timestamp goes again only where it is bare, too', () => {
    const named = json({ code: '40008', msg: 'expired', client_oid: clientOid(0) });
    expect(classOf(classify(answered(400, spell(named)), callOf(kind)))).toBe('unknown');
  });
});

describe('what proves a refusal', () => {
  const rows: [code: string, message: string, proves: boolean][] = [
    ['40020', 'Parameter size is bad', true],
    ['40017', '', true],
    ['40015', "INVALID_ARGUMENT: size must fit the stepSize '0.0001'", true],
    ['40015', 'FAILED_PRECONDITION: The order margin available amount not enough', true],
    [
      '40015',
      "FAILED_PRECONDITION: If order is filled, may lead to position exceed max size 53.82 for leverage '100'. you can cancel some order or reduce leverage and try again",
      true,
    ],
    ['40020', 'please try again', false],
    ['40015', 'FAILED_PRECONDITION: client_oid ordoa is that of a resting order', false],
    ['40015', 'INVALID_ARGUMENT: newClientOrderId is in use', false],
    ['40020', 'client order id belongs to another order', false],
    ['40020', 'clientOid ordoa is taken', false],
    ['40015', 'System is busy, try again', false],
    ['40020', 'order id does not exist', true],
    ['40020', "The symbol doesn't exist", true],
    ['40020', 'timeInForce is bad', true],
    ['40020', 'unknown symbol', true],
    ['40015', '', false],
    ['40015', 'System is busy', false],
    ['40015', 'not an INVALID_ARGUMENT: at all', false],
    ['40015', 'INVALID_ARGUMENTS', false],
    ['40015', 'INVALID_ARGUMENT: internal error, try again', false],
    ['40786', '', false],
    ['40020', 'Duplicate clientOid', false],
    ['40015', 'INVALID_ARGUMENT: client_oid is repeated', false],
    ['40020', 'clientOid already exists', false],
    ['40020', 'client_oid was already used', false],
    ['40020', 'Request timed out', false],
    ['40034', 'the parameter does not exist', false],
    ['50001', 'no', false],
    ['success', '', false],
    ['', 'Parameter size is bad', false],
    ['00000', 'success', false],
  ];
  it.each(rows)('%s %s: %s', (code, message, proves) => {
    expect(provesRefusal({ code, message }, BOOK)).toBe(proves);
  });

  it.each(['oid ', 'time', 'timed-', 'oid not exist'])('a megabyte of "%s" is judged at once', (piece) => {
    const started = performance.now();
    provesRefusal({ code: '40020', message: piece.repeat(Math.floor(1_000_000 / piece.length)) }, BOOK);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

const valueOf = (text: string): Json => {
  const body = readBody(text);
  if (body.kind !== 'json') throw new Error(text);
  return body.value;
};

describe('what looks like an order', () => {
  it.each([
    '{"order_id":"5"}',
    '{"orderId":5}',
    '{"data":{"list":[{"algoOrderId":"x"}]}}',
    '{"ids":["a"]}',
    '{"order_info":[{}]}',
    `"${ORDER_ID}"`,
    `[[[${ORDER_ID}]]]`,
    `{"x":"no ${ORDER_ID}."}`,
  ])('%s', (text) => {
    expect(namesOrder(valueOf(text), BOOK.names)).toBe(true);
  });
  it.each([
    '{"code":"40020","msg":"bad","requestTime":1767802237926,"data":null}',
    '{"order_id":null,"orderId":"","ids":0}',
    '{"client_oid":"ordoaaaaaaaa","clientOrderId":"x"}',
    '{"msg":"Current size is 0.000114000000000000001"}',
    '{}',
    'null',
  ])('not %s', (text) => {
    expect(namesOrder(valueOf(text), BOOK.names)).toBe(false);
  });

  it('is found at any depth, without a crash', () => {
    const deep = `${'['.repeat(3000)}{"order_id":"7"}${']'.repeat(3000)}`;
    const body = readBody(deep);
    if (body.kind === 'json') expect(namesOrder(body.value, BOOK.names)).toBe(true);
    expect(isBare(body, [], BOOK.names)).toBe(false);
  });
});
