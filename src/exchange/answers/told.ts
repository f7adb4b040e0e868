/** What an answer to a question tells, whatever was asked. */
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Answer, Evidence, Json } from '../../model/evidence.ts';
import type { RateWait, Unanswered } from '../../model/listing.ts';
import { isObject, textOf } from './answers.ts';
import { envelopeWords, errorEnvelope, payloadOf } from './envelope.ts';

/** The payload of an answer, or why there is none. Anything but a success is a failure, and never tells of nothing. */
export function toldBy(
  evidence: Evidence,
  book: AnswerBook,
): { readonly kind: 'told'; readonly payload: Json } | Unanswered {
  if (evidence.kind === 'no-answer') {
    const { message, mayHaveLeft, failure } = evidence;
    if (mayHaveLeft) return { kind: 'failed', message, isLost: true };
    return { kind: 'failed', message, cause: { kind: failure === 'tls' ? 'untrusted' : 'unreachable', message } };
  }
  const { status, body } = evidence;
  const envelope = body.kind === 'json' ? errorEnvelope(body.value, book) : undefined;
  if (status === 429 || status === 418 || book.rateCodes.has(envelope?.code ?? ''))
    return rateRefused(evidence, envelope, book);
  if (body.kind === 'unreadable') return { kind: 'failed', message: `status ${status}, body ${body.why}` };
  if (envelope !== undefined) {
    const message = envelopeWords(envelope);
    if (book.clockCodes.has(envelope.code)) return { kind: 'clock-refused', message };
    return {
      kind: 'failed',
      message,
      ...(book.accessCodes.has(envelope.code) && {
        cause: { kind: 'access', ...envelope, ...book.accessWords(envelope) },
      }),
    };
  }
  return status === 200
    ? { kind: 'told', payload: payloadOf(body.value, book) }
    : { kind: 'failed', message: `status ${status}` };
}

/** The answer with `clean` applied to the words of a failure. */
export const withCleanMessage = <Told extends { readonly kind: 'page' | 'position' | 'market' | 'told' }>(
  answer: Told | Unanswered,
  clean: (words: string) => string,
): Told | Unanswered => ('message' in answer ? withCleanWords(answer, clean) : answer);

/** With `clean` applied to all that the exchange said. */
export function withCleanWords(answer: Unanswered, clean: (words: string) => string): Unanswered {
  const cleaned = { ...answer, message: clean(answer.message) };
  if (cleaned.kind !== 'failed' || cleaned.cause === undefined) return cleaned;
  const { cause } = cleaned;
  const said = { ...cause, message: clean(cause.message) };
  return { ...cleaned, cause: said.kind === 'access' ? { ...said, why: clean(said.why) } : said };
}

/** A list of records: bare, or in an object. */
export function listIn(payload: Json): readonly Json[] | undefined {
  const list = isObject(payload) ? payload['list'] : payload;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

const rateRefused = (
  { status, retryAfterMs }: Answer,
  envelope: ErrorEnvelope | undefined,
  book: AnswerBook,
): Unanswered => ({
  kind: 'rate-refused',
  message: envelope === undefined ? `status ${status}` : envelopeWords(envelope),
  again: status !== 418,
  ...waitOf(retryAfterMs, book),
});

/** What was asked for, or the least that the version asks for; and what a second refusal does. */
export const waitOf = (askedMs: number | undefined, { leastWaitMs, secondEndsMs }: AnswerBook): RateWait => ({
  ...(leastWaitMs === 0 ? defined({ retryAfterMs: askedMs }) : { retryAfterMs: Math.max(leastWaitMs, askedMs ?? 0) }),
  ...defined({ secondEndsMs }),
});

/** A plain decimal in its own digits; undefined for anything else. */
export function decimalTextOf(field: Json | undefined): string | undefined {
  const text = textOf(field);
  return text === undefined || Decimal.parse(text) === undefined ? undefined : text;
}

/** The same, which may be below zero. */
export function signedTextOf(field: Json | undefined): string | undefined {
  const text = textOf(field);
  return text === undefined || Decimal.parseSigned(text) === undefined ? undefined : text;
}

/** A time in ms since 1970, as 13 digits; undefined for anything else. */
export function timeMsOf(field: Json | undefined): number | undefined {
  const text = textOf(field);
  return text !== undefined && /^[0-9]{13}$/.test(text) ? Number(text) : undefined;
}
