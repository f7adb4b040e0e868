import { createHmac } from 'node:crypto';
import type { Secret } from './secret.ts';

/**
 * ACCESS-SIGN: Base64 of HMAC-SHA256 over timestamp + METHOD + path (with its query) + body, the secret's UTF-8 bytes as the
 * key (docs/exchange.md#signing). No finished signature is published, so the dry run names it as an assumption.
 *
 * @param timestamp milliseconds since 1970 in decimal, the very text of the ACCESS-TIMESTAMP header
 * @param body the very text whose bytes are sent; empty for a GET
 */
export function sign(
  secret: Secret,
  timestamp: string,
  method: 'GET' | 'POST',
  pathAndQuery: string,
  body: string,
): string {
  return createHmac('sha256', secret.reveal())
    .update(timestamp)
    .update(method)
    .update(pathAndQuery)
    .update(body)
    .digest('base64');
}
