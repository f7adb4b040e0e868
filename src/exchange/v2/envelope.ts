/** What wraps an answer of version 2: an error, or a success around a payload (docs/exchange.md#error-envelope). */
import type { Json } from '../../model/evidence.ts';
import { isObject, textOf } from '../answers/answers.ts';
import { SUCCESS_CODES } from './codes.ts';

/** `{code, msg}` with a code that is not a success code (docs/exchange.md#success-codes). */
export interface ErrorEnvelope {
  readonly code: string;
  readonly message: string;
}

export function errorEnvelope(body: Json): ErrorEnvelope | undefined {
  if (!isObject(body)) return undefined;
  const code = textOf(body['code']);
  if (code === undefined || SUCCESS_CODES.has(code)) return undefined;
  return { code, message: textOf(body['msg']) ?? textOf(body['message']) ?? '' };
}

/** Code and message, as a person reads them. */
export const envelopeWords = ({ code, message }: ErrorEnvelope): string => `${code} ${message}`.trim();

/** The status of an answer, and its error if it has one. */
export const statusAndError = (status: number, envelope: ErrorEnvelope | undefined): string =>
  envelope === undefined ? `status ${status}` : `status ${status}, ${envelopeWords(envelope)}`;

/** The payload: the bare object, or what a success envelope wraps. */
export function payloadOf(body: Json): Json {
  if (!isObject(body)) return body;
  const code = textOf(body['code']);
  return code !== undefined && SUCCESS_CODES.has(code) && body['data'] !== undefined ? body['data'] : body;
}
