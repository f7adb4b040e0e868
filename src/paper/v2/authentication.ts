import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from './order/refusals.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** What is signed, exactly as it was received. */
interface SignedRequest {
  readonly method: string;
  /** Path and, where there is one, `?` and the query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

const TIMESTAMP = /^[0-9]{13}$/;
const JSON_CONTENT = /^application\/json(?:;\s*charset=utf-8)?$/i;

/** Base64 of HMAC-SHA256 over timestamp, method, target and body (docs/exchange.md#signing). */
export function signatureOf(secret: string, timestamp: string, request: Omit<SignedRequest, 'headers'>): string {
  return createHmac('sha256', secret)
    .update(timestamp + request.method + request.target)
    .update(request.body)
    .digest('base64');
}

/** The refusal of a request that does not prove to hold the key, or whose timestamp is not within the tolerance of `wallMs`. */
export function checkSignature(
  request: SignedRequest,
  credentials: Credentials,
  wallMs: number,
  toleranceMs: number,
): Refusal | undefined {
  const key = header(request, 'access-key');
  const signature = header(request, 'access-sign');
  const timestamp = header(request, 'access-timestamp');
  const passphrase = header(request, 'access-passphrase');
  if (key === '') return { code: '40001', message: 'ACCESS-KEY is missing' };
  if (signature === '') return { code: '40002', message: 'ACCESS-SIGN is missing' };
  if (timestamp === '') return { code: '40003', message: 'ACCESS-TIMESTAMP is missing' };
  if (passphrase === '') return { code: '40011', message: 'ACCESS-PASSPHRASE is missing' };
  if (!TIMESTAMP.test(timestamp)) return { code: '40005', message: 'ACCESS-TIMESTAMP is not a time in milliseconds' };
  if (Math.abs(wallMs - Number(timestamp)) > toleranceMs)
    return { code: '40008', message: 'The timestamp has expired' };
  if (key !== credentials.key) return { code: '40006', message: 'ACCESS-KEY is invalid' };
  if (passphrase !== credentials.passphrase) return { code: '40012', message: 'The key or the passphrase is wrong' };
  if (signature !== signatureOf(credentials.secret, timestamp, request)) {
    return { code: '40009', message: 'API validation failed: the signature does not match' };
  }
  return undefined;
}

/**
 * Checks the two headers that prove nothing. Every request carries both (docs/exchange.md#headers). The live exchange has
 * served clients without a locale for months, so only the strict reading asks for it.
 */
export function checkOrderHeaders(request: SignedRequest, strict: boolean): Refusal | undefined {
  if (!JSON_CONTENT.test(header(request, 'content-type'))) {
    return { code: '40007', message: 'Content-Type must be application/json' };
  }
  if (strict && header(request, 'locale') === '') return { code: '40017', message: 'Header locale is required' };
  return undefined;
}

function header(request: SignedRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
