import { createHash } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The client order id: `ordo` and 160 bits of SHA-256 in base 32, 36 letters and digits (at most 40 are allowed, without
 * special characters; interface sections 2.1 and 2.3).
 *
 * It comes from who the order is, never from what it says: an edited order keeps its id, so it can be recognised as sent.
 * The four parts are length-prefixed by JSON, so no two different tuples can spell the same text.
 */
export function clientOrderId(plan: string, generation: number, orderId: string, lineage: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['ordo', 1, plan, generation, orderId, lineage]))
    .digest();
  let bits = 0n;
  for (const byte of hash.subarray(0, 20)) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let shift = 155n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((bits >> shift) & 31n)];
  return `ordo${text}`;
}

/** SHA-256 in hex over each call's path and body, in order of sending (product.md section 7). */
export function callsDigest(calls: Iterable<{ readonly path: string; readonly body: string }>): string {
  const hash = createHash('sha256');
  for (const call of calls) hash.update(call.path).update(call.body);
  return hash.digest('hex');
}
