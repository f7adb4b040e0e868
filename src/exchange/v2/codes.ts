/** Codes in the exchange's answers whose meaning is known (docs/exchange.md#codes). */

export const SUCCESS_CODES: ReadonlySet<string> = new Set(['00000', '0', '200']);

/** Codes of authentication and permission: every further call would meet the same. */
export const ACCESS_CODES: ReadonlySet<string> = new Set(
  '40001 40002 40003 40005 40006 40007 40009 40011 40012 40013 40014 40016 40018'.split(' '),
);

/** Timestamp expired: the request was not executed. */
export const CLOCK_CODE = '40008';
export const RATE_CODE = '429';
/** It wraps the engine's refusals, which begin with a word of the engine, and true system errors. */
export const ENGINE_CODE = '40015';
/** The family's code for a repeated client order id: our first attempt may stand. */
const DUPLICATE_CODE = '40786';

/** Wrong or missing parameters, as two sources know them, and the engine's refusals. */
export const KNOWN_REFUSALS: ReadonlySet<string> = new Set(['40017', '40019', '40020', '40913', ENGINE_CODE]);

/** What says of one order that it cannot be taken off: there is none, or it is filled (docs/exchange.md#cancel-failures). */
export const ORDER_REFUSALS: ReadonlySet<string> = new Set([
  '50005',
  'order_no_exist_error',
  'FAILED_ORDER_NOT_FOUND',
  'FAILED_ORDER_FILLED',
]);

/** Refusals of a cancel, besides those of any call: of one order, and of too many orders in a call. */
export const CANCEL_REFUSALS: ReadonlySet<string> = new Set([...ORDER_REFUSALS, '40912']);

/** Codes that a config cannot make refusals of. */
export const FIXED_CODES: ReadonlySet<string> = new Set([
  ...SUCCESS_CODES,
  RATE_CODE,
  CLOCK_CODE,
  ENGINE_CODE,
  DUPLICATE_CODE,
]);
