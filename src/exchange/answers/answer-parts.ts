/** What an answer says at a glance, whatever was asked: its status, its error, and where a payload may stand. */
import type { Answer } from '../../model/evidence.ts';
import { isObject, type JsonObject } from './answers.ts';
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import { errorEnvelope, statusAndError } from './envelope.ts';

/** Statuses at which an error of the exchange may prove a refusal; at any other status it proves nothing. */
const REFUSING_STATUSES = new Set([400, 401, 403, 404, 405, 415, 422]);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether an error object is believed at this status. */
export const refuses = (status: number): boolean => isSuccess(status) || REFUSING_STATUSES.has(status);

/** The answer's object and its `data`, whatever the code is: what is told of an order may be in either. */
export const partsOf = ({ body }: Answer): readonly JsonObject[] =>
  body.kind === 'json' && isObject(body.value) ? [body.value, body.value['data']].filter(isObject) : [];

export const errorOf = ({ body }: Answer, book: AnswerBook): ErrorEnvelope | undefined =>
  body.kind === 'json' ? errorEnvelope(body.value, book) : undefined;

export const statusWords = (a: Answer, book: AnswerBook): string => statusAndError(a.status, errorOf(a, book));
