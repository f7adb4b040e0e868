/** What a run must come to, told from its plan, what is known of its orders, and its outcomes; the contract in other words than the program's. */
import type { Call } from '../../src/model/call.ts';
import type { PublicEvent } from '../../src/model/event.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import type { OrderWords } from './plan-text.ts';

export type Outcome = Extract<PublicEvent, { event: 'order-outcome' }>;

/** What one life is asked for, and what it may meet. */
export interface Task {
  readonly command: 'run' | 'settle';
  readonly orders: readonly OrderWords[];
  readonly only?: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
  /** Order ids that a person settles as absent. */
  readonly absent: ReadonlySet<string>;
  /** Bodies of the dry run whose digest was approved. */
  readonly approved?: ReadonlySet<string>;
  readonly isPastValid: () => boolean;
}

/** By docs/contract.md#exit-rank: of several the first in this order. */
export function expectedExit(
  outcomes: readonly Outcome[],
  signalled: ExitCode | undefined,
  hasDiskFailed: boolean,
): ExitCode {
  const reasons = new Set(outcomes.flatMap((one) => (one.outcome === 'withheld' ? [one.reason] : [])));
  if (reasons.has('unresolved') || outcomes.some(({ outcome }) => outcome === 'unknown')) return EXIT.unknown;
  if (signalled !== undefined) return signalled;
  if (reasons.has('rate-limit')) return EXIT.rateLimited;
  if (reasons.has('expired')) return EXIT.notAsReviewed;
  const isQuiet = [...reasons].every((reason) => reason === 'already-accepted' || reason === 'not-selected');
  const isComplete = isQuiet && outcomes.every(({ outcome }) => outcome !== 'rejected');
  return isComplete && !hasDiskFailed ? EXIT.done : EXIT.incomplete;
}

/** Why an order must be withheld for its own sake; undefined where it must be tried. `state` is what is known of it, `sent` what it said when it was sent. */
export function expectedReason(
  order: OrderWords,
  state: string | undefined,
  sent: OrderWords | undefined,
  { only, again }: Task,
): string | undefined {
  if (only?.has(order.id) === false) return 'not-selected';
  switch (state) {
    case 'accepted':
      return sent !== undefined && saysTheSame(sent, order) ? 'already-accepted' : 'edited-after-send';
    case 'rejected':
    case 'absent':
      return again.has(order.id) ? undefined : 'already-rejected';
    case 'unknown':
    case 'in-flight':
      return 'unresolved';
    case undefined:
    default:
      return undefined;
  }
}

/** What the exchange is not told is no part of what an order says. By value: 0.10 is 0.1. */
const plain = (digits = ''): string => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);
const saysTheSame = (a: OrderWords, b: OrderWords): boolean =>
  Object.keys({ ...a, ...b }).every((key) => key === 'after' || plain(a[key]) === plain(b[key]));

type Fields = Readonly<Record<string, string>>;

/** Whether the order's own digits are in the body: what a person wrote is what is sent. */
export function saysTheWords({ body, orders }: Call, id: string, words: OrderWords): boolean {
  const whole = JSON.parse(body) as { readonly symbol: string; readonly orderDataList?: readonly Fields[] } & Fields;
  const index = orders.findIndex((order) => order.id === id);
  const sent: Fields = whole.orderDataList?.[index] ?? whole;
  const price = sent['price'] ?? sent['execute_price'];
  return (
    sent['client_oid'] === orders[index]?.clientOid &&
    sent['size'] === words['size'] &&
    whole.symbol === words['symbol'] &&
    (words['price'] === 'market' ? price === undefined || price === '0' : price === words['price'])
  );
}
