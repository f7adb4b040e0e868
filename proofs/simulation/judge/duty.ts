/**
 * What an answer obliges the program to, read from what the exchange said and from nothing that the program made of it: a
 * program that mistakes a ban for something else must still be held to the ban.
 */
import type { Reply } from '../reply.ts';
import type { PlacedRequest } from '../request.ts';
import type { Answered } from '../answered.ts';

export type Duty =
  /** Nothing more may start, questions included. */
  | { readonly kind: 'ban' }
  /** No further call may start; a question may still be asked, for it changes nothing. */
  | { readonly kind: 'stop'; readonly why: string }
  /** Nothing may start for a window, or for `retryAfterMs` where that is longer. */
  | { readonly kind: 'pause'; readonly retryAfterMs: number }
  /** The call may go again once, under the server's time. */
  | { readonly kind: 'set-clock' }
  /** Nothing proves what became of the call's orders. */
  | { readonly kind: 'unknown' }
  /** At least one order is refused, plainly. */
  | { readonly kind: 'refused' };

/** The codes that this exchange answers with. */
const CODES = { rate: '429', clock: '40008', access: '40006' } as const;

export const stop = (why: string): Duty => ({ kind: 'stop', why });

/** `request` is absent for a question. Undefined: the answer obliges to nothing beyond its orders' outcomes. */
export function dutyOf(answered: Answered, request?: PlacedRequest): Duty | undefined {
  const { evidence, reply, isPlainRefusal, givesIdAgain } = answered;
  if (evidence.kind === 'no-answer') {
    if (evidence.mayHaveLeft) return { kind: 'unknown' };
    return evidence.failure === 'tls' ? stop('a certificate that is refused') : undefined;
  }
  if (reply === undefined) throw new Error('an answer comes without its text');
  if (givesIdAgain === true) return stop('an order id that is given again');
  if (isPlainRefusal === true) return { kind: 'refused' };
  return byStatus(reply) ?? byBody(reply, request);
}

export function byStatus({ status }: Reply): Duty | undefined {
  if (status === 418) return { kind: 'ban' };
  if (status >= 300 && status < 400) return stop('a redirect');
  if (status >= 500 || [408, 409, 425].includes(status)) return { kind: 'unknown' };
  return undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

function byBody(reply: Reply, request: PlacedRequest | undefined): Duty | undefined {
  const fields = fieldsOf(reply.body);
  if (fields === undefined) return undefined;
  const bare = bareDuty(reply, fields);
  if (bare !== undefined) return bare;
  return isForeign(fields, request) ? stop('an answer about an order that is not ours') : undefined;
}

/** Of an error that is nothing else. */
export function bareDuty({ body, status, retryAfterMs = 0 }: Reply, fields: Fields): Duty | undefined {
  if (!isBare(body, fields)) return undefined;
  if (status === 429 || fields['code'] === CODES.rate) return { kind: 'pause', retryAfterMs };
  if (fields['code'] === CODES.clock) return { kind: 'set-clock' };
  return fields['code'] === CODES.access ? stop('a refusal of access') : undefined;
}

/** An error that carries no payload and no number as long as an order id. */
const isBare = (body: string, { code, data }: Fields): boolean =>
  code !== undefined && data === null && !/\d{15}/.test(body);

/** Whether the answer names an order that the request did not. */
function isForeign(fields: Fields, request: PlacedRequest | undefined): boolean {
  if (request === undefined) return false;
  const payload = (fields['data'] ?? fields) as Fields;
  const entries = Array.isArray(payload['order_info']) ? (payload['order_info'] as readonly Fields[]) : [payload];
  const ours = new Set<unknown>(request.entries.map(({ client_oid: clientOid }) => clientOid));
  return entries.some(({ client_oid: clientOid }) => typeof clientOid === 'string' && !ours.has(clientOid));
}

export function fieldsOf(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
