/** What is known of an order or a ladder, from its lines in the plan to its outcome. Texts are raw. */
import type { KnownOrder } from '../../journal/records/state.ts';
import type { CallKind, Weight } from '../../model/call.ts';
import type { PlaceReason } from '../../model/follow.ts';
import type { OrderChange } from '../../model/order-changes.ts';
import type { Withheld } from '../../model/outcome.ts';
import type { SentCall } from '../../journal/records/request.ts';

/** Value as it is sent, and where it comes from. */
export interface ExplainedField {
  readonly name: string;
  readonly value: string;
  readonly from: string;
}

/** The lines of the plan that make an order, in order; they need not be neighbours. */
export interface Excerpt {
  readonly file: string;
  /** Where its entry begins. */
  readonly line: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Which of these lines do not hold in this run. */
  readonly remarks: readonly string[];
}

export interface ExplainedCall {
  /** `Call 2 of 5`; for a call that was sent, which run it belongs to. */
  readonly title: string;
  readonly kind: CallKind;
  readonly path: string;
  readonly weight: Weight;
  /** Its version of the interface counts orders in the place of UID weight. */
  readonly countsOrders?: true;
  readonly others: readonly string[];
  readonly body: string;
  /** The part of a batch's body that is this order. */
  readonly entry?: string;
  readonly remarks: readonly string[];
}

/** What the journal was asked, or why it was not. */
export type Looked =
  | { readonly kind: 'not-looked'; readonly why: string }
  | { readonly kind: 'looked'; readonly file: string; readonly account: string };

export interface ExplainedPlan {
  readonly name: string;
  readonly generation: number;
  readonly description?: string;
  readonly excerpt: Excerpt;
  readonly looked: Looked;
}

export interface ExplainedOrder extends ExplainedPlan {
  readonly is: 'order';
  readonly id: string;
  /** The id that the client order id comes from: its own, or the one it had first. */
  readonly identity: string;
  readonly rung?: {
    readonly number: number;
    readonly of: number;
    readonly ladder: string;
    readonly words: readonly string[];
  };
  readonly fields: readonly ExplainedField[];
  readonly clientOid: string;
  readonly lineage: number;
  readonly known?: KnownOrder;
  /** How the plan differs from what was sent; empty where it agrees, or nothing was sent. */
  readonly changes: readonly OrderChange[];
  /** Every sending of it, the oldest first. */
  readonly sent: readonly SentCall[];
  /** The call it goes in, or went in last. */
  readonly call?: ExplainedCall;
  /** Why the next run does not send it. */
  readonly withheld?: Withheld;
  /** Of an exit that was sent. */
  readonly parts?: readonly ExplainedPart[];
  readonly fills?: readonly ExplainedFill[];
}

/** One order of those that an exit was sent as. */
export interface ExplainedPart {
  readonly id: string;
  readonly known: KnownOrder;
  readonly size: string;
  /** Absent where it went at market, or at its limit. */
  readonly trigger?: string;
  readonly because?: PlaceReason;
  /** What was filled of its entries when it was sent. */
  readonly filledOfEntries: string;
  readonly filled: string;
}

/** A fill of an entry, by the exchange's clock. */
export interface ExplainedFill {
  readonly id: string;
  readonly size: string;
  readonly price: string;
  readonly atMs: number;
}

export interface ExplainedRung {
  readonly id: string;
  readonly size: string;
  readonly price: string;
  readonly trigger?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly known?: KnownOrder;
  /** Number of the call it goes in. */
  readonly call?: number;
  /** Why the next run does not send it. */
  readonly withheld?: Withheld;
}

export interface ExplainedLadder extends ExplainedPlan {
  readonly is: 'ladder';
  readonly id: string;
  /** Its rule in words. */
  readonly words: readonly string[];
  readonly fields: readonly ExplainedField[];
  readonly rungs: readonly ExplainedRung[];
}

export type Explained = ExplainedOrder | ExplainedLadder;
