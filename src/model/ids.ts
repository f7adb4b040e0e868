import { createHash, hash } from 'node:crypto';

const ALPHABET = Buffer.from('abcdefghijklmnopqrstuvwxyz234567');

/** Where an id is spelt: a text that grows letter by letter is kept in as many pieces. */
const SPELT = Buffer.from('ordo'.padEnd(36));

/**
 * The client order id: `ordo` and 160 bits of SHA-256 in base 32, 36 letters and digits (at most 40 are allowed, without
 * special characters: docs/exchange.md#client-order-id).
 *
 * It comes from the order's identity, never from its content: an edited order keeps its id, so it can be recognised as sent.
 * The four parts are length-prefixed by JSON, so no two different tuples can spell the same text.
 */
export function clientOrderId(plan: string, generation: number, orderId: string, lineage: number): string {
  // As text of one character a byte, which takes a third of the time of a buffer.
  const digest = hash('sha256', JSON.stringify(['ordo', 1, plan, generation, orderId, lineage]), 'latin1');
  let length = 4;
  let held = 0;
  let bits = 0;
  for (let at = 0; at < 20; at++) {
    held = (held << 8) | digest.charCodeAt(at);
    for (bits += 8; bits >= 5;) {
      bits -= 5;
      SPELT[length++] = ALPHABET[(held >> bits) & 31] as number;
    }
    held &= 31;
  }
  return SPELT.toString('latin1');
}

/** The order of the plan that a part is of: `stop/2` is of `stop`. No order of a plan has a `/` in its id. */
export const orderOfPart = (id: string): string => id.replace(/\/[1-9][0-9]*$/, '');

/**
 * SHA-256 in hex over each call's path and body, in order of sending (docs/contract.md#digest). A call that waits adds the
 * SHA-256 of the client order ids that it waits for, sorted: who approved a plan approved that, too, and its bytes alone do
 * not say it. What only a
 * follower does adds the SHA-256 of its conditions.
 */
export function callsDigest(
  calls: Iterable<{
    readonly path: string;
    readonly body: string;
    readonly waitsFor?: readonly string[];
    readonly when?: string;
  }>,
): string {
  const all = createHash('sha256');
  // The calls of a ladder wait for one list, which may be thousands of orders.
  const digests = new Map<readonly string[], string>();
  for (const { path, body, waitsFor, when } of calls) {
    all.update(path).update(body);
    if (when !== undefined) all.update(` when ${hash('sha256', when)}`);
    if (waitsFor === undefined) continue;
    const digest = digests.get(waitsFor) ?? hash('sha256', waitsFor.toSorted().join(' '));
    digests.set(waitsFor, digest);
    all.update(` after ${digest}`);
  }
  return all.digest('hex');
}
