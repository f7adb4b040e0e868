/**
 * The classification table: what each kind of evidence proves about the orders of a call (docs/contract.md#outcomes,
 * docs/exchange.md#faults).
 *
 * Invariants
 * 1. Accepted needs the exchange's order id and no sign of an error beside it. Rejected needs a code that is known to refuse
 *    and no sign of an order beside it. Everything else that may have left is unknown. No row guesses. Each entry of a batch
 *    is judged by itself: a flag or a code at the top of the answer overrides none of them (docs/exchange.md#fault-37
 *    and the next).
 * 2. The rows are tried from the top, and the first that fits decides. The last fits everything, so every attempt has a rule.
 * 3. Every verdict names its row.
 */
import { ACCESS_CODES, CLOCK_CODE, RATE_CODE } from './codes.ts';
import { defined } from '../../model/defined.ts';
import type { Rejected, Unknown, Verdict } from '../../model/outcome.ts';
import type { CallResult } from '../answers/call-result.ts';
import { isGiven, isObject, orderIdOf, textOf, type JsonObject } from '../answers/answers.ts';
import { envelopeWords, payloadOf, type ErrorEnvelope } from './envelope.ts';
import { accessRefused } from './access-words.ts';
import { errorOf, isSuccess, partsOf, refuses, statusWords } from './answer-parts.ts';
import { classifyBatch } from './classify-batch.ts';
import type { Answer, Evidence } from '../../model/evidence.ts';
import { isBare, namesOrder, provesRefusal, saysFailed, standsAlone } from './refusal-proof.ts';
import { allOf as all, answer, firstFitting, noAnswer, type Judged, type Row } from '../answers/row.ts';

const NO_MORE: ReadonlySet<string> = new Set();

/** The result of the first row that fits; `refusalCodes` adds to the codes that are known to refuse. */
export const classify = (evidence: Evidence, call: Judged, refusalCodes = NO_MORE): CallResult =>
  firstFitting(TABLE, evidence, call, refusalCodes);

const unknown = (call: Judged, rule: string, message: string): CallResult<Unknown> =>
  all(call, { outcome: 'unknown', message, rule });

/** No complete answer arrived. */
const lost = (call: Judged, rule: string, message: string): CallResult<Unknown> => ({
  kind: 'answered',
  verdicts: call.orders.map(() => ({ outcome: 'unknown', message, rule })),
  isLost: true,
});

const claimsOrder = (part: JsonObject): boolean => isGiven(part['order_id']);
const hasEntries = (part: JsonObject): boolean => Array.isArray(part['order_info']);
const carriesOrder = (part: JsonObject): boolean => claimsOrder(part) || hasEntries(part);
/** The error of an answer that is an error and nothing else. */
const envelopeOf = (a: Answer): ErrorEnvelope | undefined => (standsAlone(a.body) ? errorOf(a) : undefined);
const goesAgain = ({ body }: Answer, call: Judged): boolean =>
  isBare(
    body,
    call.orders.flatMap(({ clientOid, orderId }) => (orderId === undefined ? [clientOid] : [clientOid, orderId])),
  );

/** Transport outcomes, shared by placing and cancelling. */
export const WAY_ROWS: readonly Row<Rejected | Unknown>[] = [
  noAnswer(
    'tls-refused',
    ['not-sent'],
    'no byte left: the server could not prove who it is, so nothing more is sent',
    (e) =>
      !e.mayHaveLeft && e.failure === 'tls'
        ? { kind: 'not-sent', message: e.message, rule: 'tls-refused', again: false }
        : undefined,
  ),
  noAnswer('nothing-left', ['not-sent'], 'no byte left, so the call can go again', (e) =>
    e.mayHaveLeft ? undefined : { kind: 'not-sent', message: e.message, rule: 'nothing-left', again: true },
  ),
  noAnswer('timeout', ['unknown'], 'sent, and no whole answer in time', (e, call) =>
    e.failure === 'timeout' ? lost(call, 'timeout', e.message) : undefined,
  ),
  noAnswer('cut', ['unknown'], 'sent, and the connection ended before a whole answer', (e, call) =>
    lost(call, 'cut', e.message),
  ),
  answer('rate-limit', ['rate-refused'], 'a bare refusal by the rate limit: assumed not to be processed', (a, call) => {
    const envelope = errorOf(a);
    if (a.status !== 429 && !(envelope?.code === RATE_CODE && refuses(a.status))) return undefined;
    return goesAgain(a, call) ? rateRefused(a, true) : undefined;
  }),
  answer(
    'banned',
    ['rate-refused', 'unknown'],
    'a 418: this address is banned, so nothing more is sent; unknown where the answer mentions an order',
    (a, call) => {
      if (a.status !== 418) return undefined;
      if (goesAgain(a, call)) return rateRefused(a, false);
      return all(
        call,
        { outcome: 'unknown', message: statusWords(a), rule: 'banned' },
        'the exchange bans this address (status 418)',
      );
    },
  ),
  answer('redirect', ['unknown'], 'a redirect is never followed; a gateway may have passed the call on', (a, call) =>
    a.status >= 300 && a.status < 400
      ? all(
          call,
          { outcome: 'unknown', message: `status ${a.status}, a redirect`, rule: 'redirect' },
          'the exchange redirects: a wrong base URL, or someone in between',
        )
      : undefined,
  ),
  answer('server-error', ['unknown'], 'a 5xx may follow acceptance, whatever its body says', (a, call) =>
    a.status >= 500 ? unknown(call, 'server-error', statusWords(a)) : undefined,
  ),
  answer('ambiguous-status', ['unknown'], '408, 409 and 425 may follow acceptance', (a, call) =>
    [408, 409, 425].includes(a.status) ? unknown(call, 'ambiguous-status', statusWords(a)) : undefined,
  ),
  answer('unreadable', ['unknown'], 'an answer that is not JSON proves nothing', (a, call) =>
    a.body.kind === 'unreadable' ? unknown(call, 'unreadable', `status ${a.status}, body ${a.body.why}`) : undefined,
  ),
  answer(
    'clock-refused',
    ['clock-refused'],
    'the timestamp is refused; the call can go again by the server’s clock',
    (a, call) => {
      const envelope = errorOf(a);
      // The call goes again, so no answer that may be about an accepted order gets past here.
      if (envelope?.code !== CLOCK_CODE || !refuses(a.status) || !goesAgain(a, call)) return undefined;
      const verdict = { outcome: 'rejected', ...envelope, rule: 'clock-refused' } as const;
      return { kind: 'clock-refused', message: envelopeWords(envelope), rule: 'clock-refused', verdict };
    },
  ),
  answer(
    'access-refused',
    ['rejected'],
    'signature or permission is refused, as it would be for every further call: nothing more is sent',
    (a, call) => {
      const envelope = envelopeOf(a);
      if (envelope === undefined || !ACCESS_CODES.has(envelope.code)) return undefined;
      if (!refuses(a.status)) return undefined;
      return all(call, { outcome: 'rejected', ...envelope, rule: 'access-refused' }, accessRefused(envelope));
    },
  ),
];

export const TABLE: readonly Row[] = [
  ...WAY_ROWS,
  answer('contradiction', ['unknown'], 'the answer holds an error and an order, or two answers', (a, call) => {
    const parts = partsOf(a);
    const failed = errorOf(a) !== undefined || parts.some(saysFailed);
    const both = call.kind !== 'batch' && failed && a.body.kind === 'json' && namesOrder(a.body.value);
    const twice = parts.filter(carriesOrder).length > 1;
    return both || twice ? unknown(call, 'contradiction', statusWords(a)) : undefined;
  }),
  answer(
    'refused',
    ['rejected'],
    'an error with a code that is known to refuse, and nothing in the answer looks like an order',
    (a, call, codes) => {
      const envelope = envelopeOf(a);
      if (envelope === undefined || !provesRefusal(envelope, codes) || !refuses(a.status)) return undefined;
      return all(call, { outcome: 'rejected', ...envelope, rule: 'refused' });
    },
  ),
  answer('ambiguous-error', ['unknown'], 'an error that does not prove a refusal', (a, call) => {
    const envelope = errorOf(a);
    if (envelope === undefined || partsOf(a).some(carriesOrder)) return undefined;
    return unknown(call, 'ambiguous-error', `${envelopeWords(envelope)}: this error does not prove a refusal`);
  }),
  answer('unexpected-status', ['unknown'], 'neither a success status nor an error object', (a, call) =>
    isSuccess(a.status) ? undefined : unknown(call, 'unexpected-status', statusWords(a)),
  ),
  answer('batch', ['entry by entry'], 'a batch answer, entry by entry', (a, call, codes) =>
    call.kind === 'batch' && a.body.kind === 'json' ? classifyBatch(payloadOf(a.body.value), call, codes) : undefined,
  ),
  answer(
    'accepted',
    ['accepted', 'unknown'],
    'an order id, with our client order id or with none; with another one, unknown',
    (a, call) => {
      const payload = a.body.kind === 'json' ? payloadOf(a.body.value) : null;
      if (!isObject(payload)) return undefined;
      const orderId = orderIdOf(payload['order_id']);
      const echoed = payload['client_oid'];
      if (orderId === undefined) return undefined;
      if (echoed !== null && echoed !== undefined && echoed !== '' && textOf(echoed) !== call.orders[0]?.clientOid) {
        const message = `the answer is about ${textOf(echoed) ?? 'something else'}, order id ${orderId}`;
        return all<Verdict>(
          call,
          { outcome: 'unknown', message, rule: 'foreign-answer' },
          'the exchange answered about an order that is not ours',
        );
      }
      return all<Verdict>(call, { outcome: 'accepted', orderId, rule: 'accepted' });
    },
  ),
  answer('no-order-id', ['unknown'], 'a success without an order id proves nothing', (a, call) =>
    unknown(call, 'no-order-id', `status ${a.status} without an order id`),
  ),
];

function rateRefused(a: Answer, again: boolean): CallResult<never> {
  const envelope = errorOf(a);
  return {
    kind: 'rate-refused',
    message: envelope === undefined ? `status ${a.status}` : envelopeWords(envelope),
    rule: again ? 'rate-limit' : 'banned',
    again,
    ...defined({ retryAfterMs: a.retryAfterMs }),
  };
}
