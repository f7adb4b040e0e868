/** The judge by itself: its list, and what it reads an answer to oblige to. */
import { describe, expect, it } from 'vitest';
import { readBody } from '../../src/exchange/answers/answers.ts';
import { dutyOf, type Duty } from '../../proofs/simulation/judge/duty.ts';
import { INVARIANTS, NOTICED_ELSEWHERE } from '../../proofs/simulation/judge/invariants.ts';
import type { Reply } from '../../proofs/simulation/reply.ts';
import { readRequest } from '../../proofs/simulation/request.ts';

const request = readRequest(
  '/capi/v2/order/placeOrder',
  JSON.stringify({ symbol: 'cmt_btcusdt', client_oid: 'ours', size: '1', type: '1' }),
);

function dutyAt(status: number, value: unknown, retryAfterMs?: number): Duty | undefined {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  const reply = { status, body, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return dutyOf({ evidence: { kind: 'answer', status, body: readBody(body) }, reply, proof: false }, request);
}

const batchSaying = (clientOid: string): Reply => ({
  status: 200,
  body: JSON.stringify({ order_info: [{ client_oid: clientOid, order_id: '77' }], result: true }),
});

const error = (code: string): object => ({ code, msg: 'no', data: null });

describe('the invariants', () => {
  it('have names and meanings of their own', () => {
    const names = [...INVARIANTS.map(({ name }) => name), ...Object.keys(NOTICED_ELSEWHERE)];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(INVARIANTS.map(({ meaning }) => meaning)).size).toBe(INVARIANTS.length);
  });
});

describe('what an answer obliges to', () => {
  it.each([
    ['a ban', dutyAt(418, ''), { kind: 'ban' }],
    ['a redirect', dutyAt(307, ''), { kind: 'stop', why: 'a redirect' }],
    ['a bare 429', dutyAt(429, error('429'), 3000), { kind: 'pause', retryAfterMs: 3000 }],
    ['its code at 200', dutyAt(200, error('429')), { kind: 'pause', retryAfterMs: 0 }],
    ['a refused timestamp', dutyAt(401, error('40008')), { kind: 'set-clock' }],
    ['a refused key', dutyAt(403, error('40006')), { kind: 'stop', why: 'a refusal of access' }],
    ['a 5xx with a refusal', dutyAt(503, error('40015')), { kind: 'unknown' }],
    ['a 409', dutyAt(409, error('40015')), { kind: 'unknown' }],
    [
      'an answer about another order',
      dutyAt(200, { client_oid: 'another', order_id: '596471060000000001' }),
      { kind: 'stop', why: 'an answer about an order that is not ours' },
    ],
  ])('%s', (_, duty, expected) => {
    expect(duty).toEqual(expected);
  });

  it('is to stop where a batch answer names an order that is not ours, and where an order id comes again', () => {
    const batch = readRequest(
      '/capi/v2/order/batchOrders',
      JSON.stringify({ orderDataList: [{ client_oid: 'ours' }] }),
    );
    const evidence = { kind: 'answer', status: 200, body: readBody('') } as const;
    expect(dutyOf({ evidence, reply: batchSaying('another'), proof: false }, batch)).toMatchObject({ kind: 'stop' });
    expect(dutyOf({ evidence, reply: batchSaying('ours'), proof: false }, batch)).toBeUndefined();
    expect(dutyOf({ evidence, reply: batchSaying('ours'), proof: false, givesIdAgain: true }, batch)).toMatchObject({
      kind: 'stop',
    });
  });

  it('is nothing more where an order was taken, or where a 429 names one', () => {
    expect(dutyAt(200, { client_oid: 'ours', order_id: '596471060000000001' })).toBeUndefined();
    expect(dutyAt(429, { orderId: '596471060000000001' })).toBeUndefined();
    expect(dutyAt(200, 'Please wait')).toBeUndefined();
  });

  it('is to take a call for lost where bytes may have left, and to stop where no certificate was good', () => {
    const none = { kind: 'no-answer', message: '' } as const;
    expect(dutyOf({ evidence: { ...none, mayHaveLeft: true, failure: 'timeout' }, proof: false })).toEqual({
      kind: 'unknown',
    });
    expect(dutyOf({ evidence: { ...none, mayHaveLeft: false, failure: 'tls' }, proof: true })).toMatchObject({
      kind: 'stop',
    });
    expect(dutyOf({ evidence: { ...none, mayHaveLeft: false, failure: 'connection' }, proof: true })).toBeUndefined();
  });
});
