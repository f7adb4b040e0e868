/**
 * What an error proves. An order is refused only where the error's code is on the list of known refusals, its words leave
 * nothing open, and nothing in the whole answer looks like an order. Every other error may come after the order was taken
 * (product.md section 8; exchange-facts sections 4.1 to 4.5).
 */
import { ENGINE_CODE, FIXED_CODES, KNOWN_REFUSALS } from '../../model/answer-codes.ts';
import { isGiven, isObject, lettersOf, textOf, type ErrorEnvelope, type JsonObject } from './answers.ts';
import type { Body, Json } from './evidence.ts';

const ENGINE_REFUSAL = /^(INVALID_ARGUMENT|FAILED_PRECONDITION)\b/;

/**
 * Words that leave open whether the order stands, whatever the code: a repeated client order id may mean that our first
 * attempt is there, and a timeout or a busy system inside the exchange says nothing.
 */
const LEAVES_OPEN =
  /duplicat|repeat|already (used|submitted|placed|processed)|(oid|order.?id)\b.{0,60}(?<!n[o']t )\bexist|time[d -]*out|^(success|ok)$|\bbusy\b|system error|internal (server )?error|try again|please query/i;

/** Whether code and words of an error prove a refusal; `more` are the codes of `exchange.refusalCodes`. */
export const provesRefusal = ({ code, message }: ErrorEnvelope, more: ReadonlySet<string>): boolean =>
  (KNOWN_REFUSALS.has(code) || (more.has(code) && !FIXED_CODES.has(code))) &&
  (code !== ENGINE_CODE || ENGINE_REFUSAL.test(message)) &&
  !LEAVES_OPEN.test(message);

/** A run of digits as long as the exchange's order ids are; digits after a decimal point do not count. */
const LONG_DIGITS = /(?<![.\d])\d{15,}/;
/** Names under which an order id or a list of orders may stand, written without `_` and `-`. */
const ORDER_KEY = /^(?!client)\w*order(ids?|nos?|num(ber)?s?|infos?|lists?)$|^o?ids?$/;

/** Whether anything in an answer looks like an order that the exchange took: by the name of a key, or by its digits. */
export function namesOrder(value: Json): boolean {
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (LONG_DIGITS.test(textOf(one) ?? '')) return true;
    if (Array.isArray(one)) left.push(...(one as readonly Json[]));
    else if (isObject(one)) {
      if (Object.entries(one).some(([key, field]) => ORDER_KEY.test(lettersOf(key)) && isGiven(field))) return true;
      left.push(...Object.values(one));
    }
  }
  return false;
}

/** Whether an error stands alone: it carries no payload, and nothing in it looks like an order. */
export const standsAlone = (body: Body): boolean =>
  body.kind === 'json' && !namesOrder(body.value) && !(isObject(body.value) && carriesData(body.value['data']));

function carriesData(data: Json | undefined): boolean {
  if (Array.isArray(data)) return data.length > 0;
  if (isObject(data)) return Object.keys(data).length > 0;
  return data !== undefined && data !== null && data !== '';
}

/**
 * Whether a refusal is bare enough to send the call again: an empty body, a plain text or an error that stands alone, and
 * it does not mention an order, not even by our own client order id.
 */
export function isBare(body: Body, clientOids: readonly string[]): boolean {
  const text = body.kind === 'json' ? JSON.stringify(body.value) : body.text;
  if (text === undefined || clientOids.some((clientOid) => text.includes(clientOid))) return false;
  return body.kind === 'json' ? standsAlone(body) : !LONG_DIGITS.test(text) && !/order.?id/i.test(text);
}

const DENIALS = ['result', 'success'];
const ERROR_FIELDS = ['error_code', 'errorCode', 'err_code', 'error_message', 'errorMessage', 'err_msg'];

/** Whether an object says of itself that something failed. */
export const saysFailed = (part: JsonObject): boolean =>
  DENIALS.some((name) => part[name] === false || textOf(part[name]) === 'false') ||
  ERROR_FIELDS.some((name) => isGiven(part[name]));
