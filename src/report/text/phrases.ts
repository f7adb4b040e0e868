import type { WithheldReason } from '../../model/outcome.ts';
import type { OrderView, ShownState } from '../view/order-list.ts';

/** Glyph and word: the word carries the meaning where a glyph or a colour does not show. */
export const STATE_LABELS: Readonly<Record<ShownState, string>> = {
  waiting: '· waiting',
  sending: '→ sending',
  accepted: '✓ accepted',
  rejected: '✗ rejected',
  unknown: '? UNKNOWN',
  withheld: '– withheld',
};

/** Columns of the widest label. */
export const STATE_WIDTH = 10;

const REASONS: Readonly<Record<WithheldReason, string>> = {
  'already-accepted': 'accepted in an earlier run',
  'already-rejected': 'rejected in an earlier run',
  unresolved: 'unknown since an earlier run',
  'edited-after-send': 'the plan no longer says what was sent',
  dependency: 'an order it comes after was not accepted',
  stopped: 'the run stopped before its turn',
  'rate-limit': 'the exchange refused by its rate limit',
  expired: 'the plan is past its validUntil',
  'not-selected': 'not among the orders selected',
};

/** Of an order that is withheld because it stands. */
export const standing = (reason: WithheldReason, orderId: string): string => `${reason} (order ${orderId})`;

/** Why an order is not accepted, in one line: code and words of the exchange, or what left it unknown or unsent. */
export function reasonOf(order: OrderView): string {
  if (order.state === 'withheld' && order.reason !== undefined) {
    const head = order.orderId === undefined ? order.reason : standing(order.reason, order.orderId);
    return `${head}: ${order.message ?? REASONS[order.reason]}`;
  }
  return [order.code, order.message].filter((part) => part !== undefined && part !== '').join(' ');
}

/** `1 order`, `2 orders`. */
export const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** How many names are shown before the rest is counted. */
const MOST_NAMED = 6;

/** `a, b, c`, or where they are many `a, b, c, d, e, f and 14 more`. */
export function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more <= 0 ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more`;
}

/** `41 ms`, `1.2 s`, `2 min 5 s`. */
export function latency(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms);
}

/** `0.8 s`, `12.3 s`, `2 min 5 s`: a tenth of a second is as fine as a person follows. */
export function seconds(ms: number): string {
  if (ms < 59_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const BARE_WORD = /^[A-Za-z0-9_@%+=:,./][A-Za-z0-9_@%+=:,./-]*$/;

/** A file name as a word of a command line. */
export const shellWord = (word: string): string => (BARE_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What made all sending pause. */
export const causeOf = ({ why, call }: { readonly why: 'rate-limit' | 'not-sent'; readonly call: number }): string =>
  `call ${call} ${why === 'rate-limit' ? 'refused by the rate limit' : 'did not leave'}`;
