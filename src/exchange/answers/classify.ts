/**
 * The classification table: what each kind of evidence proves about the orders of a call (docs/contract.md#outcomes,
 * docs/exchange.md#faults).
 *
 * Invariants
 * 1. Accepted needs the exchange's order id and no sign of an error next to it. Rejected needs a code that is known to refuse
 *    and no sign of an order next to it. Everything else that may have left is unknown. No row guesses. Each entry of a batch
 *    is judged by itself: a flag or a code at the top of the answer overrides none of them (docs/exchange.md#fault-37
 *    and the next).
 * 2. The rows are tried from the top, and the first that fits decides. The last fits everything, so every attempt has a rule.
 * 3. Every verdict names its row.
 */
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import type { Rejected, Unknown, Verdict } from '../../model/outcome.ts';
import type { CallResult } from './call-result.ts';
import { isGiven, isObject, lettersOf, orderIdOf, textOf, type JsonObject } from './answers.ts';
import { envelopeWords, payloadOf } from './envelope.ts';
import { errorOf, isSuccess, partsOf, refuses, statusWords } from './answer-parts.ts';
import { haltedByAccess } from './access-halt.ts';
import { classifyBatch, entryVerdict } from './classify-batch.ts';
import { waitOf } from './told.ts';
import type { Answer, Evidence, Json } from '../../model/evidence.ts';
import {
  errorBeside,
  isBare,
  isEngineRefusal,
  namesOrder,
  provesRefusal,
  saysFailed,
  standsAlone,
} from './refusal-proof.ts';
import { allOf as all, answer, firstFitting, noAnswer, type Judged, type Row } from './row.ts';

/** The result of the first row that fits. */
export const classify = (evidence: Evidence, call: Judged, book: AnswerBook): CallResult =>
  haltedByAccess(evidence, firstFitting(TABLE, evidence, call, book), book);

const unknown = (call: Judged, rule: string, message: string): CallResult<Unknown> =>
  all(call, { outcome: 'unknown', message, rule });

/** No complete answer arrived. */
const lost = (call: Judged, rule: string, message: string): CallResult<Unknown> => ({
  kind: 'answered',
  verdicts: call.orders.map(() => ({ outcome: 'unknown', message, rule })),
  isLost: true,
});

const carriesOrder = (part: JsonObject, { names }: AnswerBook): boolean =>
  isGiven(part[names.orderId]) || Array.isArray(part[names.entries]);
/** The error of an answer that is an error and nothing else. */
function envelopeOf(a: Answer, book: AnswerBook): ErrorEnvelope | undefined {
  const error = errorOf(a, book);
  return error !== undefined && standsAlone(a.body, book.names) ? error : undefined;
}

/** What an answer about one order says of its failure, as an entry of a batch would; a version may have none. */
function refusedInPlace({ status, body }: Answer, call: Judged, book: AnswerBook): ErrorEnvelope | undefined {
  if (!book.refusesInPlace || call.kind === 'batch' || !isSuccess(status)) return undefined;
  if (body.kind !== 'json' || !isObject(body.value)) return undefined;
  const verdict = entryVerdict(body.value, book);
  return verdict.outcome === 'rejected' ? verdict : undefined;
}

/** Keys of a client order id, in their `lettersOf`, in any spelling that a version was seen to have. */
const CLIENT_OID = /^(new|orig)?client(o|order|algo)id$/;

/** Client order ids beside all that an answer says that are of no order of the call. */
const foreignIn = (a: Answer, { orders }: Judged, { names }: AnswerBook): readonly Json[] =>
  partsOf(a).flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) => {
      const isOne = key === names.clientOid || CLIENT_OID.test(lettersOf(key));
      const isOurs = value === null || value === '' || orders.some(({ clientOid }) => clientOid === textOf(value));
      return isOne && !isOurs ? [value] : [];
    }),
  );

const goesAgain = ({ body }: Answer, call: Judged, { names }: AnswerBook): boolean =>
  isBare(
    body,
    call.orders.flatMap(({ clientOid, orderId }) => (orderId === undefined ? [clientOid] : [clientOid, orderId])),
    names,
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
  answer(
    'rate-limit',
    ['rate-refused'],
    'a bare refusal by the rate limit: assumed not to be processed',
    (a, call, book) => {
      const envelope = errorOf(a, book);
      if (a.status !== 429 && !(book.rateCodes.has(envelope?.code ?? '') && refuses(a.status))) return undefined;
      return goesAgain(a, call, book) ? rateRefused(a, true, book) : undefined;
    },
  ),
  answer(
    'banned',
    ['rate-refused', 'unknown'],
    'a 418: this address is banned, so nothing more is sent; unknown where the answer mentions an order',
    (a, call, book) => {
      if (a.status !== 418) return undefined;
      if (goesAgain(a, call, book)) return rateRefused(a, false, book);
      return all(
        call,
        { outcome: 'unknown', message: statusWords(a, book), rule: 'banned' },
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
  answer('server-error', ['unknown'], 'a 5xx may follow acceptance, whatever its body says', (a, call, book) => {
    const error = envelopeOf(a, book);
    if (a.status < 500 || (error !== undefined && isEngineRefusal(a.status, error, book))) return undefined;
    return unknown(call, 'server-error', statusWords(a, book));
  }),
  answer('ambiguous-status', ['unknown'], '408, 409 and 425 may follow acceptance', (a, call, book) =>
    [408, 409, 425].includes(a.status) ? unknown(call, 'ambiguous-status', statusWords(a, book)) : undefined,
  ),
  answer('unreadable', ['unknown'], 'an answer that is not JSON proves nothing', (a, call) =>
    a.body.kind === 'unreadable' ? unknown(call, 'unreadable', `status ${a.status}, body ${a.body.why}`) : undefined,
  ),
  answer(
    'clock-refused',
    ['clock-refused'],
    'the timestamp is refused; the call can go again by the server’s clock',
    (a, call, book) => {
      const envelope = errorOf(a, book);
      if (envelope === undefined || !book.clockCodes.has(envelope.code)) return undefined;
      // The call goes again, so no answer that may be about an accepted order gets past here.
      if (!refuses(a.status) || !goesAgain(a, call, book)) return undefined;
      const verdict = { outcome: 'rejected', ...envelope, rule: 'clock-refused' } as const;
      return { kind: 'clock-refused', message: envelopeWords(envelope), rule: 'clock-refused', verdict };
    },
  ),
  answer(
    'access-refused',
    ['rejected'],
    'signature or permission is refused, as it would be for every further call: nothing more is sent',
    (a, call, book) => {
      const envelope = envelopeOf(a, book);
      if (envelope === undefined || !book.accessCodes.has(envelope.code)) return undefined;
      if (!refuses(a.status)) return undefined;
      return all(call, { outcome: 'rejected', ...envelope, rule: 'access-refused' }, book.accessRefused(envelope));
    },
  ),
];

export const TABLE: readonly Row[] = [
  answer(
    'foreign-answer',
    ['unknown'],
    'a client order id that is not ours, whatever else the answer says: nothing more is sent',
    (a, call, book) => {
      const [foreign] = foreignIn(a, call, book);
      if (foreign === undefined) return undefined;
      const [orderId] = partsOf(a).flatMap((part) => orderIdOf(part[book.names.orderId]) ?? []);
      const about = `the answer is about ${textOf(foreign) ?? 'something else'}`;
      const message = orderId === undefined ? about : `${about}, order id ${orderId}`;
      return all<Verdict>(
        call,
        { outcome: 'unknown', message, rule: 'foreign-answer' },
        'the exchange answered about an order that is not ours',
      );
    },
  ),
  ...WAY_ROWS,
  answer('contradiction', ['unknown'], 'the answer has both an error and an order, or two answers', (a, call, book) => {
    const parts = partsOf(a);
    const failed = errorOf(a, book) !== undefined || parts.some((part) => saysFailed(part, book.names));
    const both = call.kind !== 'batch' && failed && a.body.kind === 'json' && namesOrder(a.body.value, book.names);
    const twice = parts.filter((part) => carriesOrder(part, book)).length > 1;
    return both || twice ? unknown(call, 'contradiction', statusWords(a, book)) : undefined;
  }),
  answer(
    'refused',
    ['rejected'],
    'an error with a code that is known to refuse, and nothing in the answer looks like an order',
    (a, call, book) => {
      const placed = refusedInPlace(a, call, book);
      const envelope = placed ?? envelopeOf(a, book);
      if (envelope === undefined || !provesRefusal(envelope, book)) return undefined;
      if (!refuses(a.status) && !isEngineRefusal(a.status, envelope, book)) return undefined;
      const { code, message } = envelope;
      const halt = call.kind === 'batch' ? book.batchRefused?.(envelope) : undefined;
      return all(call, { outcome: 'rejected', code, message, rule: 'refused' }, halt);
    },
  ),
  answer('ambiguous-error', ['unknown'], 'an error that does not prove a refusal', (a, call, book) => {
    const envelope = errorOf(a, book);
    if (envelope === undefined || partsOf(a).some((part) => carriesOrder(part, book))) return undefined;
    return unknown(call, 'ambiguous-error', `${envelopeWords(envelope)}: this error does not prove a refusal`);
  }),
  answer('unexpected-status', ['unknown'], 'neither a success status nor an error object', (a, call, book) =>
    isSuccess(a.status) ? undefined : unknown(call, 'unexpected-status', statusWords(a, book)),
  ),
  answer('batch', ['entry by entry'], 'a batch answer, entry by entry', (a, call, book) =>
    call.kind === 'batch' && a.body.kind === 'json'
      ? classifyBatch(payloadOf(a.body.value, book), call, book)
      : undefined,
  ),
  answer('accepted', ['accepted'], 'an order id, with our client order id or with none', (a, call, book) => {
    const payload = a.body.kind === 'json' ? payloadOf(a.body.value, book) : null;
    const orderId = isObject(payload) ? orderIdOf(payload[book.names.orderId]) : undefined;
    return orderId === undefined ? undefined : all<Verdict>(call, { outcome: 'accepted', orderId, rule: 'accepted' });
  }),
  answer('no-order-id', ['unknown'], 'a success without an order id proves nothing', (a, call, book) => {
    const said = partsOf(a).flatMap((part) => envelopeWords(errorBeside(part, book.names)) || []);
    return unknown(call, 'no-order-id', [`status ${a.status} without an order id`, ...said].join(': '));
  }),
];

function rateRefused(a: Answer, again: boolean, book: AnswerBook): CallResult<never> {
  const envelope = errorOf(a, book);
  return {
    kind: 'rate-refused',
    message: envelope === undefined ? `status ${a.status}` : envelopeWords(envelope),
    rule: again ? 'rate-limit' : 'banned',
    again,
    ...waitOf(a.retryAfterMs, book),
  };
}
