/** Why a request, or one entry of a batch, is refused: the exchange's code (exchange-facts section 4.3) and its words. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json;charset=UTF-8';

/** Codes about who asks; the interface answers them with 401 (exchange-facts section 4.2). */
const AUTHENTICATION = new Set(['40001', '40002', '40003', '40005', '40006', '40008', '40009', '40011', '40012']);
/** Codes that are the HTTP status itself. */
const PROTOCOL = new Set(['404', '405', '413', '429', '500']);
/** The code that wraps every refusal of the engine. */
const ENGINE = '40015';

export const parameterMissing = (name: string): Refusal => ({
  code: '40017',
  message: `Parameter ${name} is required`,
});
export const parameterUnknown = (name: string): Refusal => ({ code: '40017', message: `Parameter ${name} is unknown` });
export const unreadable = (why: string): Refusal => ({
  code: '40017',
  message: `Parameter verification failed: ${why}`,
});
export const parameterEmpty = (name: string): Refusal => ({
  code: '40019',
  message: `Parameter ${name} cannot be empty`,
});
export const parameterBad = (name: string, why: string): Refusal => ({
  code: '40020',
  message: `Parameter ${name} ${why}`,
});

/** The order itself is wrong. */
export const invalidArgument = (why: string): Refusal => ({ code: ENGINE, message: `INVALID_ARGUMENT: ${why}` });
/** The order is well-formed, and the state of the account or the book does not allow it. */
export const failedPrecondition = (why: string): Refusal => ({ code: ENGINE, message: `FAILED_PRECONDITION: ${why}` });

/** A bare value, as placing, queries and market calls answer (exchange-facts section 5). */
export const bare = (value: unknown): Answer => ({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) });

export const html = (status: number, title: string): Answer => ({
  status,
  contentType: 'text/html',
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
});

/** The error envelope (exchange-facts section 4.1) under the status that goes with its code. */
export function refused(refusal: Refusal, businessStatus: number, wallMs: number): Answer {
  return {
    status: statusOf(refusal.code, businessStatus),
    contentType: JSON_TYPE,
    body: JSON.stringify({ code: refusal.code, msg: refusal.message, requestTime: Math.floor(wallMs), data: null }),
  };
}

function statusOf(code: string, businessStatus: number): number {
  if (AUTHENTICATION.has(code)) return 401;
  if (PROTOCOL.has(code)) return Number(code);
  return code === ENGINE ? businessStatus : 400;
}
