/** What wraps an answer: an error, or a success around a payload (docs/exchange.md#error-envelope). */
import type { Json } from '../../model/evidence.ts';
import { isObject, textOf } from './answers.ts';
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';

export function errorEnvelope(body: Json, { successCodes }: AnswerBook): ErrorEnvelope | undefined {
  if (!isObject(body)) return undefined;
  const code = textOf(body['code']);
  if (code === undefined || successCodes.has(code)) return undefined;
  return { code, message: textOf(body['msg']) ?? textOf(body['message']) ?? '' };
}

export const envelopeWords = ({ code, message }: ErrorEnvelope): string => `${code} ${message}`.trim();

export const statusAndError = (status: number, envelope: ErrorEnvelope | undefined): string =>
  envelope === undefined ? `status ${status}` : `status ${status}, ${envelopeWords(envelope)}`;

/** The payload: the bare object, or what a success envelope wraps. */
export function payloadOf(body: Json, { successCodes }: AnswerBook): Json {
  if (!isObject(body)) return body;
  const code = textOf(body['code']);
  return code !== undefined && successCodes.has(code) && body['data'] !== undefined ? body['data'] : body;
}
