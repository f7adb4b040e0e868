import { createHmac } from 'node:crypto';
import type { Secret } from './secret.ts';

export interface Signed {
  /** Milliseconds since 1970 in decimal: exactly the text of the ACCESS-TIMESTAMP header. */
  readonly timestamp: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  readonly path: string;
  /** Exactly the text that is sent; empty for a GET. */
  readonly body: string;
}

/**
 * ACCESS-SIGN: Base64 of HMAC-SHA256 over timestamp + METHOD + path (with its query) + body, the secret's UTF-8 bytes as the
 * key (docs/exchange.md#signing). No finished signature is published, so the dry run names it as an assumption.
 */
export function sign(secret: Secret, { timestamp, method, path, body }: Signed): string {
  return createHmac('sha256', secret.reveal())
    .update(timestamp)
    .update(method)
    .update(path)
    .update(body)
    .digest('base64');
}
