/**
 * The classification table: what each kind of evidence proves about the orders of a call (product.md section 5;
 * reliability.md section 2, whose row numbers stand beside ours).
 *
 * Invariants
 * 1. Accepted needs the exchange's order id; rejected needs proof that the order was not taken. All else that may have
 *    left is unknown. No row guesses.
 * 2. The rows are tried from the top and the first that fits decides; the last fits everything, so every attempt has a rule.
 * 3. Every verdict names its row.
 */
import type { Call } from '../model/call.ts';
import type { Verdict } from '../model/outcome.ts';
import type { CallResult } from '../ports.ts';
import {
  errorEnvelope,
  isGiven,
  isObject,
  orderIdOf,
  payloadOf,
  provesRefusal,
  textOf,
  type ErrorEnvelope,
  type JsonObject,
} from './answers.ts';
import { classifyBatch } from './classify-batch.ts';
import type { Answer, Evidence, NoAnswer } from './evidence.ts';

export interface Row {
  readonly rule: string;
  /** Rows of reliability.md section 2 that this one decides. */
  readonly faults: string;
  readonly meaning: string;
  readonly decide: (evidence: Evidence, call: Call) => CallResult | undefined;
}

/** The result of the first row that fits. */
export function classify(evidence: Evidence, call: Call): CallResult {
  for (const row of TABLE) {
    const result = row.decide(evidence, call);
    if (result !== undefined) return result;
  }
  throw new Error('the last row fits everything');
}

const all = (call: Call, verdict: Verdict, halt?: string): CallResult => ({
  kind: 'answered',
  verdicts: call.orders.map(() => verdict),
  ...(halt !== undefined && { halt }),
});

const unknown = (call: Call, rule: string, message: string): CallResult =>
  all(call, { outcome: 'unknown', message, rule });

const noAnswer = (
  rule: string,
  faults: string,
  meaning: string,
  decide: (e: NoAnswer, call: Call) => CallResult | undefined,
): Row => ({
  rule,
  faults,
  meaning,
  decide: (evidence, call) => (evidence.kind === 'no-answer' ? decide(evidence, call) : undefined),
});

const answer = (
  rule: string,
  faults: string,
  meaning: string,
  decide: (a: Answer, call: Call) => CallResult | undefined,
): Row => ({
  rule,
  faults,
  meaning,
  decide: (evidence, call) => (evidence.kind === 'answer' ? decide(evidence, call) : undefined),
});

/** Statuses whose JSON error is taken for a refusal: a named assumption, printed in every dry run. */
const REFUSING_STATUSES = new Set([400, 401, 403, 404, 405, 415, 422]);
/** Codes of authentication and permission: every further call would meet the same (exchange-facts section 4.3). */
const ACCESS_CODES = new Set(
  '40001 40002 40003 40005 40006 40007 40008 40009 40011 40012 40013 40014 40016 40018'.split(' '),
);
/** Timestamp expired: the request was not executed (exchange-facts section 4.3). */
export const CLOCK_CODE = '40008';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** At these an error object is taken at its word. */
const refuses = (status: number): boolean => isSuccess(status) || REFUSING_STATUSES.has(status);

/** The answer's object and what it wraps, be its code one of success or not: an order id may stand in either. */
const partsOf = ({ body }: Answer): readonly JsonObject[] =>
  body.kind === 'json' && isObject(body.value) ? [body.value, body.value['data']].filter(isObject) : [];
/** Beside something in the place of an order id nothing proves that no order was taken, be it a good id or not. */
const claimsOrder = (part: JsonObject): boolean => isGiven(part['order_id']);
const carriesOrder = (part: JsonObject): boolean => claimsOrder(part) || Array.isArray(part['order_info']);
const errorOf = (a: Answer): ErrorEnvelope | undefined =>
  a.body.kind === 'json' ? errorEnvelope(a.body.value) : undefined;
/** The error of an answer that is an error and nothing else. */
const envelopeOf = (a: Answer): ErrorEnvelope | undefined => (partsOf(a).some(carriesOrder) ? undefined : errorOf(a));

const words = ({ code, message }: ErrorEnvelope): string => `${code} ${message}`.trim();

export const TABLE: readonly Row[] = [
  noAnswer('tls-refused', '5', 'no byte left: the server could not prove who it is', (e) =>
    !e.mayHaveLeft && e.failure === 'tls'
      ? { kind: 'not-sent', message: e.message, rule: 'tls-refused', again: false }
      : undefined,
  ),
  noAnswer('nothing-left', '1-4', 'no byte left: it can go again', (e) =>
    e.mayHaveLeft ? undefined : { kind: 'not-sent', message: e.message, rule: 'nothing-left', again: true },
  ),
  noAnswer('timeout', '11 12 16 18', 'sent, and no whole answer in time', (e, call) =>
    e.failure === 'timeout' ? unknown(call, 'timeout', e.message) : undefined,
  ),
  noAnswer('cut', '13 14 19 20', 'sent, and the connection ended before a whole answer', (e, call) =>
    unknown(call, 'cut', e.message),
  ),
  answer('rate-limit', '26 27', 'refused by the rate limit; assumed not processed', (a) => {
    const envelope = envelopeOf(a);
    // It goes again: so no answer that may be about a standing order is let in here.
    if (partsOf(a).some(carriesOrder)) return undefined;
    if (a.status !== 429 && a.status !== 418 && !(envelope?.code === '429' && refuses(a.status))) return undefined;
    return {
      kind: 'rate-refused',
      message: envelope === undefined ? `status ${a.status}` : words(envelope),
      rule: 'rate-limit',
      ...(a.retryAfterMs !== undefined && { retryAfterMs: a.retryAfterMs }),
    };
  }),
  answer('redirect', '22', 'a redirect is never followed; a gateway may have passed the call on', (a, call) =>
    a.status >= 300 && a.status < 400
      ? all(
          call,
          { outcome: 'unknown', message: `status ${a.status}, a redirect`, rule: 'redirect' },
          'the exchange redirects: a wrong base URL, or someone in between',
        )
      : undefined,
  ),
  answer('server-error', '28', 'a 5xx may follow acceptance, whatever its body says', (a, call) =>
    a.status >= 500 ? unknown(call, 'server-error', statusWords(a)) : undefined,
  ),
  answer('ambiguous-status', '25', '408, 409 and 425 may follow acceptance', (a, call) =>
    [408, 409, 425].includes(a.status) ? unknown(call, 'ambiguous-status', statusWords(a)) : undefined,
  ),
  answer('unreadable', '21 24 30 34', 'an answer that is not JSON proves nothing', (a, call) =>
    a.body.kind === 'unreadable' ? unknown(call, 'unreadable', `status ${a.status}, body ${a.body.why}`) : undefined,
  ),
  answer('contradiction', '29', 'an error and an order id in one answer, or two answers in one', (a, call) => {
    const parts = partsOf(a);
    const refused = errorOf(a) !== undefined || parts.some((part) => part['result'] === false);
    const both = call.kind !== 'batch' && refused && parts.some(claimsOrder);
    const twice = parts.filter(carriesOrder).length > 1;
    return both || twice ? unknown(call, 'contradiction', statusWords(a)) : undefined;
  }),
  answer(
    'clock-refused',
    '36',
    'the timestamp is refused: not taken, and it can go again by the server’s clock',
    (a) => {
      const envelope = envelopeOf(a);
      if (envelope?.code !== CLOCK_CODE || (!isSuccess(a.status) && !REFUSING_STATUSES.has(a.status))) return undefined;
      const verdict = { outcome: 'rejected', ...envelope, rule: 'clock-refused' } as const;
      return { kind: 'clock-refused', message: words(envelope), rule: 'clock-refused', verdict };
    },
  ),
  answer(
    'access-refused',
    '36',
    'signature, timestamp or permission refused: not taken, and no further call would be',
    (a, call) => {
      const envelope = envelopeOf(a);
      if (envelope === undefined || !ACCESS_CODES.has(envelope.code)) return undefined;
      if (!refuses(a.status)) return undefined;
      return all(
        call,
        { outcome: 'rejected', ...envelope, rule: 'access-refused' },
        `access refused: ${words(envelope)}`,
      );
    },
  ),
  answer('refused', '23 29', 'an error object without an order id, at a status that refuses', (a, call) => {
    const envelope = envelopeOf(a);
    if (envelope === undefined || !provesRefusal(envelope) || !refuses(a.status)) return undefined;
    return all(call, { outcome: 'rejected', ...envelope, rule: 'refused' });
  }),
  answer('ambiguous-error', '23 29 35', 'an error object that does not prove a refusal', (a, call) => {
    const envelope = envelopeOf(a);
    return envelope === undefined ? undefined : unknown(call, 'ambiguous-error', words(envelope));
  }),
  answer('unexpected-status', '23', 'no success status, and no error object', (a, call) =>
    isSuccess(a.status) ? undefined : unknown(call, 'unexpected-status', statusWords(a)),
  ),
  answer('batch', '37-45', 'a batch answer, entry by entry', (a, call) =>
    call.kind === 'batch' && a.body.kind === 'json' ? classifyBatch(payloadOf(a.body.value), call) : undefined,
  ),
  answer('accepted', '32 33', 'an order id, and our client order id or none', (a, call) => {
    const payload = a.body.kind === 'json' ? payloadOf(a.body.value) : null;
    if (!isObject(payload)) return undefined;
    const orderId = orderIdOf(payload['order_id']);
    const echoed = payload['client_oid'];
    if (orderId === undefined) return undefined;
    if (echoed !== null && echoed !== undefined && echoed !== '' && textOf(echoed) !== call.orders[0]?.clientOid) {
      const message = `the answer is about ${textOf(echoed) ?? 'something else'}, order id ${orderId}`;
      return all(
        call,
        { outcome: 'unknown', message, rule: 'foreign-answer' },
        'the exchange answered about an order that is not ours',
      );
    }
    return all(call, { outcome: 'accepted', orderId, rule: 'accepted' });
  }),
  answer('no-order-id', '30 31', 'a success without an order id proves nothing', (a, call) =>
    unknown(call, 'no-order-id', `status ${a.status} without an order id`),
  ),
];

const statusWords = (a: Answer): string => {
  const envelope = errorOf(a);
  return envelope === undefined ? `status ${a.status}` : `status ${a.status}, ${words(envelope)}`;
};
