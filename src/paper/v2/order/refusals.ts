/** Why a request, or one entry of a batch, is refused: the exchange's code (docs/exchange.md#codes) and its words. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What the socket does: answers, stops in the middle of the body, closes without an answer, or stays silent. */
export type Delivery =
  | { readonly kind: 'answer' | 'truncate'; readonly answer: Answer }
  | { readonly kind: 'cut' }
  | { readonly kind: 'stall' };

const JSON_TYPE = 'application/json;charset=UTF-8';

/** Codes about who asks: 401 here, as one of two sources has it (docs/exchange.md#statuses). */
const AUTHENTICATION = new Set(['40001', '40002', '40003', '40005', '40006', '40008', '40009', '40011', '40012']);
/** Codes that are also the HTTP status. */
const PROTOCOL = new Set(['404', '405', '413', '418', '429', '500']);
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

export const TOO_FREQUENT: Refusal = { code: '429', message: 'Too many requests' };

/** The order itself is wrong. */
export const invalidArgument = (why: string): Refusal => ({ code: ENGINE, message: `INVALID_ARGUMENT: ${why}` });
/** The order is valid, but the state of the account or the book does not allow it. */
export const failedPrecondition = (why: string): Refusal => ({ code: ENGINE, message: `FAILED_PRECONDITION: ${why}` });
/** For a trigger order only. */
export const repeatsResting = ({ clientOid }: { readonly clientOid: string }): Refusal =>
  failedPrecondition(`client_oid ${clientOid} is that of a resting order`);
/** As clients have it from the exchange, and match its words (docs/exchange.md#engine-words). */
export const noMargin: Refusal = failedPrecondition('The order margin available amount not enough');
/** The words are ours, after those for the margin: the exchange's are not known (docs/exchange.md#close-without-position). */
export const noPosition: Refusal = failedPrecondition('The position available amount not enough');

/** As version 3 said it live, where protection reserved the size (docs/exchange-v3.md#orders). */
export const reserved: Refusal = failedPrecondition('cannot set reduce only, you must cancel some order');
/** The words are ours: the exchange's are not known (docs/exchange.md#passed-trigger). */
export const alreadyPassed: Refusal = invalidArgument('the last price has passed the triggerPrice');

/** No such order (docs/exchange.md#cancel-failures). */
export const noSuchOrder: Refusal = { code: '50005', message: 'Order does not exist' };
/** In the words of the engine's family (docs/exchange.md#cancel-failures). */
export const filledAlready: Refusal = failedPrecondition('FAILED_ORDER_FILLED');

/** A bare value, as placing, queries and market calls answer (docs/exchange.md#success). */
export const bare = (value: unknown): Answer => ({ status: 200, contentType: JSON_TYPE, body: JSON.stringify(value) });

export const html = (status: number, title: string): Answer => ({
  status,
  contentType: 'text/html',
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
});

/** The error envelope (docs/exchange.md#error-envelope) under the status that goes with its code. */
export const refused = (refusal: Refusal, businessStatus: number, wallMs: number): Answer =>
  envelope(statusOf(refusal.code, businessStatus), refusal, wallMs, null);

export const envelope = (status: number, { code, message }: Refusal, wallMs: number, data: unknown): Answer => ({
  status,
  contentType: JSON_TYPE,
  body: JSON.stringify({ code, msg: message, requestTime: Math.floor(wallMs), data }),
});

function statusOf(code: string, businessStatus: number): number {
  if (AUTHENTICATION.has(code)) return 401;
  if (PROTOCOL.has(code)) return Number(code);
  return code === ENGINE ? businessStatus : 400;
}
