/**
 * What an error proves. An order is refused only if the error's code is a known refusal, its words leave nothing open, and
 * nothing in the whole answer looks like an order. Any other error may come after the order was accepted
 * (decision 0014; docs/exchange.md#codes).
 */
import type { AnswerBook, ErrorEnvelope } from './answer-book.ts';
import { isGiven, isObject, lettersOf, textOf, type JsonObject } from './answers.ts';

import type { Body, Json } from '../../model/evidence.ts';

const ENGINE_REFUSAL = /^(INVALID_ARGUMENT|FAILED_PRECONDITION)\b/;

/**
 * Words that leave open whether the order was accepted, whatever the code: a repeated client order id may mean that our
 * first attempt was accepted, and a timeout or a busy system inside the exchange proves nothing.
 */
const LEAVES_OPEN =
  /duplicat|repeat|already (used|submitted|placed|processed)|(oid|order.?id)\b.{0,60}(?<!n[o']t )\b(exist|is (that of|taken|in use)|belongs to)|time[d -]*out|^(success|ok)$|\bbusy\b|system error|internal (server )?error|please query/i;
/** Said of a system that may have gone on all the same; said of the order itself behind a word of the engine. */
const TRY_AGAIN = /try again/i;

const NO_MORE: ReadonlySet<string> = new Set();

/** Whether the code and the words of an error prove a refusal; `also` has codes that refuse what is asked alone. */
export const provesRefusal = (
  { code, message }: ErrorEnvelope,
  { refusals, engineCode }: AnswerBook,
  also: ReadonlySet<string> = NO_MORE,
): boolean =>
  (refusals.has(code) || also.has(code)) &&
  (code !== engineCode || ENGINE_REFUSAL.test(message)) &&
  !LEAVES_OPEN.test(message) &&
  (ENGINE_REFUSAL.test(message) || !TRY_AGAIN.test(message));

/** Whether the engine refuses at a status that tells of a server's error elsewhere (a named assumption). */
export const isEngineRefusal = (
  status: number,
  { code, message }: ErrorEnvelope,
  { engineStatus, engineCode }: AnswerBook,
): boolean => status === engineStatus && code === engineCode && ENGINE_REFUSAL.test(message);

/** As many digits in a row as the exchange's order ids have; digits after a decimal point do not count. */
const LONG_DIGITS = /(?<![.\d])\d{15,}/;
/** Names that an order id or a list of orders may have, in their `lettersOf`. */
const ORDER_KEY = /^(?!client)\w*order(ids?|nos?|num(ber)?s?|infos?|lists?)$|^o?ids?$/;

/** What a version calls an order id, an error next to it, and its yes or no: known besides all that any version was seen to say. */
type Names = AnswerBook['names'];

/** Whether anything in an answer looks like an accepted order, by the name of a key or by its digits. */
export function namesOrder(value: Json, { orderId }: Names): boolean {
  const own = lettersOf(orderId);
  const isOrderKey = (letters: string): boolean => letters === own || ORDER_KEY.test(letters);
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (LONG_DIGITS.test(textOf(one) ?? '')) return true;
    if (Array.isArray(one)) left.push(...(one as readonly Json[]));
    else if (isObject(one)) {
      if (Object.entries(one).some(([key, field]) => isOrderKey(lettersOf(key)) && isGiven(field))) return true;
      left.push(...Object.values(one));
    }
  }
  return false;
}

/** Whether an error stands alone: it carries no payload and no yes, and nothing in it looks like an order. */
export const standsAlone = (body: Body, names: Names): boolean =>
  body.kind === 'json' &&
  !namesOrder(body.value, names) &&
  !(isObject(body.value) && (carriesData(body.value['data']) || affirms(body.value, names)));

function carriesData(data: Json | undefined): boolean {
  if (Array.isArray(data)) return data.length > 0;
  if (isObject(data)) return Object.keys(data).length > 0;
  return data !== undefined && data !== null && data !== '';
}

/**
 * Whether a refusal is bare enough to send the call again: it is an empty body, a plain text, or an error that stands alone,
 * and it mentions no order, not even by our own client order id.
 */
export function isBare(body: Body, clientOids: readonly string[], names: Names): boolean {
  const text = body.kind === 'json' ? JSON.stringify(body.value) : body.text;
  if (text === undefined || clientOids.some((clientOid) => text.includes(clientOid))) return false;
  return body.kind === 'json' ? standsAlone(body, names) : !LONG_DIGITS.test(text) && !/order.?id/i.test(text);
}

/** Names under which an answer says yes or no. */
const YES_OR_NO = ['result', 'success'];
const yesOrNo = ({ result }: Names): readonly string[] => [...YES_OR_NO, result];
/** Names of the fields of an error next to an order, in their `lettersOf`; a version may have its own. */
const ERROR_CODES: ReadonlySet<string> = new Set(['errcode', 'errorcode']);
const ERROR_WORDS: ReadonlySet<string> = new Set(['error', 'errmsg', 'errormsg', 'errormessage']);

/** What the first given field of such a name says; empty where there is none. */
function saidAs(part: JsonObject, known: ReadonlySet<string>, name: string): string {
  const own = lettersOf(name);
  for (const key of Object.keys(part)) {
    const letters = lettersOf(key);
    if ((known.has(letters) || letters === own) && isGiven(part[key])) return textOf(part[key]) ?? '';
  }
  return '';
}

/** The code of an error next to an order; empty where nothing is said. */
export const codeBeside = (part: JsonObject, { errorCode }: Names): string => saidAs(part, ERROR_CODES, errorCode);

/** What the fields of an error next to an order say; each is empty where nothing is said. */
export const errorBeside = (part: JsonObject, names: Names): ErrorEnvelope => ({
  code: codeBeside(part, names),
  message: saidAs(part, ERROR_WORDS, names.errorMessage),
});

/** Whether an object says that something failed: what is given in the place of the version's own yes and is none is a no. */
export const saysFailed = (part: JsonObject, names: Names): boolean =>
  yesOrNo(names).some((name) => part[name] === false || textOf(part[name]) === 'false') ||
  isNoYes(part[names.result]) ||
  Object.keys(part).some((key) => isErrorField(lettersOf(key), names) && isGiven(part[key]));

const isNoYes = (value: Json = null): boolean =>
  value !== null && value !== true && !['true', ''].includes(textOf(value) ?? 'neither');

const isErrorField = (letters: string, { errorCode, errorMessage }: Names): boolean =>
  ERROR_CODES.has(letters) ||
  ERROR_WORDS.has(letters) ||
  letters === lettersOf(errorCode) ||
  letters === lettersOf(errorMessage);

/** Whether an object says that something went well. */
export const affirms = (part: JsonObject, names: Names): boolean =>
  yesOrNo(names).some((name) => part[name] === true || textOf(part[name]) === 'true');
