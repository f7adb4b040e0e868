/**
 * Whether an answer says of an order that access is refused, of one in a batch too. Whatever that proves of the order, every further
 * call would meet the same, so nothing more is sent.
 */
import type { Evidence, Json } from '../../model/evidence.ts';
import type { AnswerBook } from './answer-book.ts';
import { isSuccess, partsOf } from './answer-parts.ts';
import { isObject, type JsonObject } from './answers.ts';
import type { CallResult } from './call-result.ts';
import { payloadOf } from './envelope.ts';
import { codeBeside, errorBeside } from './refusal-proof.ts';

/** The result, with a halt where the answer says that and the result has none. */
export function haltedByAccess<Said>(evidence: Evidence, result: CallResult<Said>, book: AnswerBook): CallResult<Said> {
  if (evidence.kind !== 'answer' || !isSuccess(evidence.status)) return result;
  if (result.kind !== 'answered' || result.halt !== undefined) return result;
  const refused = partsAndEntries(evidence, book).find((part) => book.accessCodes.has(codeBeside(part, book.names)));
  return refused === undefined ? result : { ...result, halt: book.accessRefused(errorBeside(refused, book.names)) };
}

/** Where an error may stand next to an order: in the answer itself and in the entries of its lists. */
function partsAndEntries(evidence: Extract<Evidence, { kind: 'answer' }>, book: AnswerBook): JsonObject[] {
  const { names } = book;
  const payload = evidence.body.kind === 'json' ? payloadOf(evidence.body.value, book) : null;
  const lists = [
    payload,
    ...partsOf(evidence).flatMap((part) => [names.entries, ...names.cancelled].map((name) => part[name])),
  ];
  const entries = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []));
  return [...partsOf(evidence), ...entries.filter(isObject)];
}
