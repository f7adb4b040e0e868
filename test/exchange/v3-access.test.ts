/** What version 3 says of an order whose key is refused, alone or in a batch: unknown, and nothing more is sent. */
import { expect, test } from 'vitest';
import { classifyCancel } from '../../src/exchange/answers/classify-cancel.ts';
import { classify } from '../../src/exchange/answers/classify.ts';
import { BOOK } from '../../src/exchange/v3/book.ts';
import { answered } from '../support/fault-cases.ts';

const entry = (fields: object): string =>
  JSON.stringify({ orderId: '11', clientOrderId: 'ours1', success: true, errorCode: '', errorMessage: '', ...fields });
const cancelled = (fields: object): string =>
  JSON.stringify({ orderId: '11', origClientOrderId: '', success: true, errorCode: '', errorMessage: '', ...fields });
const refused = { orderId: '', success: false, errorCode: '-1056', errorMessage: 'IP' };
const PLACING = { kind: 'batch', orders: [{ clientOid: 'ours1' }, { clientOid: 'ours2' }] } as const;
const ENDING = {
  kind: 'batch',
  orders: PLACING.orders.map((one, at) => ({ ...one, orderId: String(11 + at) })),
} as const;
const UNKNOWN = '-1056 IP: this error does not prove a refusal';

test.each([refused, { errorCode: '-1047' }, { orderId: '', success: false, errorCode: -1050 }])('%j', (fields) => {
  const one = { kind: 'single', orders: [{ clientOid: 'ours1' }] } as const;
  expect(classify(answered(200, entry(fields)), one, BOOK)).toMatchObject({
    verdicts: [{ outcome: 'unknown' }],
    halt: expect.stringContaining('access refused: -10') as string,
  });
  const same = { kind: 'single', orders: [{ clientOid: 'ours1', orderId: '11' }] } as const;
  expect(classifyCancel(answered(200, cancelled(fields)), same, BOOK)).toMatchObject({
    verdicts: [{ answer: 'unknown' }],
    halt: expect.stringContaining('access refused: -10') as string,
  });
});

test('of a batch: the others are judged as ever', () => {
  const placed = `[${entry({})},${entry({ ...refused, clientOrderId: 'ours2' })}]`;
  expect(classify(answered(200, placed), PLACING, BOOK)).toMatchObject({
    verdicts: [{ outcome: 'accepted' }, { outcome: 'unknown', message: UNKNOWN }],
    halt: 'access refused: -1056 IP',
  });
  const ended = `[${cancelled({})},${cancelled({ ...refused, orderId: '12' })}]`;
  for (const text of [ended, `{"orderList":${ended}}`])
    expect(classifyCancel(answered(200, text), ENDING, BOOK)).toMatchObject({
      verdicts: [{ answer: 'taken' }, { answer: 'unknown' }],
      halt: 'access refused: -1056 IP',
    });
});

test('another code lets the rest go on', () => {
  const text = `[${entry({})},${entry({ ...refused, clientOrderId: 'ours2', errorCode: '-1142' })}]`;
  expect(classify(answered(200, text), PLACING, BOOK)).not.toHaveProperty('halt');
});
