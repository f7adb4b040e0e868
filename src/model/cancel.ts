/** Taking an order off the exchange: the calls, and what an answer says of each order (docs/exchange.md#cancel). */
import type { CallKind, Weight } from './call.ts';

/** An order that a call takes off. */
export interface CancelTarget {
  readonly id: string;
  readonly clientOid: string;
  /** It is named by this; absent where none is known to be its own, and it is named by its client order id. */
  readonly orderId?: string;
  /** The same run cancels it and places it again. */
  readonly isReplaced?: true;
}

/** One request to take orders off, complete but for its headers. All its orders are named alike. */
export interface CancelCall {
  /** From 1, in order of sending. */
  readonly number: number;
  readonly kind: CallKind;
  /** POST where it is absent. */
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  /** The very text whose bytes are signed and sent. */
  readonly body: string;
  readonly orders: readonly CancelTarget[];
  readonly weight: Weight;
}

/**
 * What an answer says of one order. None of it is an end: an order is off the exchange only when its record says so
 * (docs/exchange.md#cancel-is-no-end).
 */
export type CancelAnswer =
  /** The exchange took the cancel on; `orderId` where it names the order. */
  | { readonly answer: 'taken'; readonly orderId?: string; readonly rule: string }
  /** It proved that it did not take it on; its code and words. */
  | { readonly answer: 'refused'; readonly code: string; readonly message: string; readonly rule: string }
  /** Anything else that may have left. */
  | { readonly answer: 'unknown'; readonly message: string; readonly rule: string };

/** What a cancel call comes to. */
export interface Cancelled {
  /** For every order of the call, in the call's order. */
  readonly answers: readonly CancelAnswer[];
  /** Why no further call may start. */
  readonly halt?: string;
}
