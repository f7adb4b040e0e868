/** What a run must come to, derived from its plan, what is known of its orders, and its outcomes: the contract in other words than the program's. */
import type { PublicEvent } from '../../src/model/event.ts';
import { EXIT, type ExitCode } from '../../src/model/exit-code.ts';
import { unitsOf } from './cancels/alive-order.ts';
import type { OrderWords } from './plan-text.ts';
import type { Entry, PlacedRequest } from './request.ts';

export type Outcome = Extract<PublicEvent, { event: 'order-outcome' }>;
export type CancelOutcome = Extract<PublicEvent, { event: 'cancel-outcome' }>;

/** What one life is asked for, and what it may meet. */
export interface Task {
  readonly command: 'run' | 'settle' | 'cancel' | 'status' | 'flatten' | 'close';
  readonly orders: readonly OrderWords[];
  readonly only?: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
  /** Edited orders are replaced, and what the plan no longer has goes off. */
  readonly replaces?: { readonly edited: boolean; readonly removed: boolean };
  /** Order ids that a person settles as absent. */
  readonly absent: ReadonlySet<string>;
  /** The exchange's order ids that a person settles orders with, by order id. */
  readonly placed?: ReadonlyMap<string, string>;
  /** Bodies of the dry run whose digest was approved. */
  readonly approved?: ReadonlySet<string>;
  readonly isPastValid: () => boolean;
}

/** Reasons that the journal or a choice gives before anything is sent. */
export const REFUSES: ReadonlySet<string> = new Set([
  'already-accepted',
  'already-rejected',
  'already-absent',
  'already-cancelled',
  'already-closed',
  'filled',
  'unresolved',
  'edited-after-send',
  'not-selected',
]);

/** With nothing else withheld the exit is 0. */
const QUIET: ReadonlySet<string> = new Set(['already-accepted', 'already-closed', 'not-selected']);

/** By docs/contract.md#exit-rank: of several the first in this order. */
export function expectedExit(
  outcomes: readonly Outcome[],
  signalled: ExitCode | undefined,
  hasDiskFailed: boolean,
  cancelled: ReadonlySet<string>,
): ExitCode {
  const reasons = new Set(outcomes.flatMap((one) => (one.outcome === 'withheld' ? [one.reason] : [])));
  if (reasons.has('unresolved') || outcomes.some(({ outcome }) => outcome === 'unknown')) return EXIT.unknown;
  if (cancelled.has('unknown')) return EXIT.unknown;
  if (signalled !== undefined) return signalled;
  if (reasons.has('rate-limit')) return EXIT.rateLimited;
  if (reasons.has('expired')) return EXIT.notAsReviewed;
  const isQuiet = [...reasons].every((reason) => QUIET.has(reason));
  const isComplete = isQuiet && outcomes.every(({ outcome }) => outcome !== 'rejected');
  return isComplete && !hasDiskFailed && !cancelled.has('refused') ? EXIT.done : EXIT.incomplete;
}

/** Why an order must be withheld for its own sake; undefined where it must be tried. `state` is what is known of it, `sent` what it said when it was sent. */
// oxlint-disable-next-line eslint/complexity -- a switch over the states of an order
export function expectedReason(
  order: OrderWords,
  state: string | undefined,
  sent: OrderWords | undefined,
  { only, again }: Task,
): string | undefined {
  if (only?.has(order.id) === false) return 'not-selected';
  switch (state) {
    case 'accepted':
    case 'filled':
      return sent !== undefined && saysTheSame(sent, order) ? 'already-accepted' : 'edited-after-send';
    case 'rejected':
    case 'cancelled':
    case 'absent':
      return again.has(order.id) ? undefined : `already-${state}`;
    case 'closed':
      return 'already-closed';
    case 'unknown':
    case 'in-flight':
    case 'cancelling':
    case 'cancel-unknown':
      return 'unresolved';
    case undefined:
    default:
      return undefined;
  }
}

/** What the exchange never sees is not part of what an order says. Numbers compare by value: 0.10 is 0.1. */
const plain = (digits = ''): string => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);
export const saysTheSame = (a: OrderWords, b: OrderWords): boolean =>
  Object.keys({ ...a, ...b }).every((key) => key === 'after' || plain(a[key]) === plain(b[key]));

const SIDES: Readonly<Record<string, string>> = {
  'open-long': '1',
  'open-short': '2',
  'close-long': '3',
  'close-short': '4',
};
const TIMES: Readonly<Record<string, string>> = { normal: '0', 'post-only': '1', fok: '2', ioc: '3' };
const MARGINS: Readonly<Record<string, number>> = { cross: 1, isolated: 3 };

type Fields = Readonly<Record<string, string | number | undefined>>;

/** What an order's words come to on the wire, field by field; undefined: the field is not there. */
function wireFields(words: OrderWords, isTrigger: boolean): Fields {
  const isMarket = words['price'] === 'market';
  const digits = isMarket ? undefined : words['price'];
  const common = { size: words['size'], type: SIDES[words['side'] ?? ''] };
  if (isTrigger)
    return {
      ...common,
      trigger_price: words['trigger'],
      match_type: isMarket ? '1' : '0',
      execute_price: digits ?? '0',
    };
  return {
    ...common,
    order_type: TIMES[words['timeInForce'] ?? 'normal'],
    match_price: isMarket ? '1' : '0',
    price: digits,
    presetTakeProfitPrice: words['takeProfit'],
    presetStopLossPrice: words['stopLoss'],
  };
}

/** What an order is to say: a person's words, without what was filled of it before, in millionths. */
interface Wanted {
  readonly words: OrderWords;
  readonly filled: number;
}

/** The first field that does not say what a person wrote, digit by digit; undefined where all do. */
export function saysTheWords(
  { shared, isTrigger, unsaid }: PlacedRequest,
  entry: Entry,
  { words, filled }: Wanted,
): string | undefined {
  if (isTrigger !== (words['trigger'] !== undefined)) return 'its path';
  const expected = {
    ...wireFields(words, isTrigger),
    symbol: words['symbol'],
    marginMode: MARGINS[words['marginMode'] ?? ''],
  };
  const sent: Fields = { ...shared, ...entry };
  // What is left of an order has digits of its own.
  const isRest = filled > 0 && unitsOf(entry.size) === unitsOf(words['size'] ?? '') - filled;
  const isSaid = (key: string): boolean => unsaid?.has(key) !== true && !(isRest && key === 'size');
  return Object.keys(expected).find((key) => sent[key] !== (expected as Fields)[key] && isSaid(key));
}
