/** What proves that a cancel was not taken on. "No such order" is a proof of that, and says nothing of the order's end. */
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import type { Body } from '../../model/evidence.ts';
import { isObject, lettersOf } from './answers.ts';

import { provesRefusal, standsAlone } from './refusal-proof.ts';
import type { Judged } from './row.ts';

/** The word of the exchange's family that an error is known by, which may stand in the place of a code or before its words. */
const familyWord = ({ code, message }: ErrorEnvelope, { orderRefusals }: AnswerBook): string | undefined =>
  [code, message]
    .map((text) => /^\w+/.exec(text)?.[0] ?? '')
    .find((word) => orderRefusals.has(word) && !/^\d/.test(word));

/** The error as a refusal, with a code; undefined where it proves none. */
export function refusalOfCancel(error: ErrorEnvelope, book: AnswerBook): ErrorEnvelope | undefined {
  const word = familyWord(error, book);
  if (!provesRefusal({ ...error, code: word ?? error.code }, book, book.cancelRefusals)) return undefined;
  return { code: error.code === '' ? (word ?? '') : error.code, message: error.message };
}

/** Whether an error speaks of one order, so that it proves nothing of the others in its call. */
export const isOfOneOrder = (error: ErrorEnvelope, book: AnswerBook): boolean =>
  familyWord(error, book) !== undefined || book.orderRefusals.has(error.code);

const NAMES: ReadonlySet<string> = new Set(['orderid', 'clientoid', 'clientorderid', 'origclientorderid']);

/** Whether an error stands alone but for the names of the orders it is about, which it may well repeat. */
export function standsAloneBeside(body: Body, orders: Judged['orders'], { names: own }: AnswerBook): boolean {
  if (body.kind !== 'json' || !isObject(body.value)) return standsAlone(body, own);
  const keys = new Set([own.orderId, ...own.clientOids].map(lettersOf)).union(NAMES);
  const names = orders.flatMap(({ clientOid, orderId }) => [clientOid, ...(orderId === undefined ? [] : [orderId])]);
  const named = new RegExp(`(?<![\\w-])(${names.join('|')})(?![\\w-])`, 'g');
  const left = Object.entries(body.value)
    .filter(([key]) => !keys.has(lettersOf(key)))
    .map(([key, field]) => [key, typeof field === 'string' ? field.replaceAll(named, '') : field] as const);
  return standsAlone({ kind: 'json', value: Object.fromEntries(left) }, own);
}
