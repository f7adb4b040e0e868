import type { MarginMode, TimeInForce } from './order.ts';
import type { RecordStatus } from './standing.ts';

/** The exchange's lists of orders, in which an unknown one is looked up (docs/exchange.md#lists). */
export type ListName = 'open' | 'history' | 'open-triggers' | 'trigger-history';

/** The lists of what is open; the others only grow. */
export const tellsOpen = (list: ListName): boolean => list === 'open' || list === 'open-triggers';

/** Ordinary orders and trigger orders have lists of their own; a trigger that fired may stand in the ordinary ones as well. */
export const tellsTriggers = (list: ListName): boolean => list === 'open-triggers' || list === 'trigger-history';

export interface ListQuery {
  readonly list: ListName;
  /** Undefined: of whatever symbol; of a paged list only. */
  readonly symbol: string | undefined;
  /** From 0; of a paged list only. */
  readonly page: number;
  /** Creation times in ms since 1970, both included; not of a paged list, where no order that rests may be filtered out. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a list tells of an order that matters here. */
export interface ListedOrder {
  /** Empty where the record has none: an order that was given none, or one whose name the list leaves out. */
  readonly clientOid: string;
  readonly orderId: string;
  /** Each as text, and undefined where the list does not say. */
  readonly symbol?: string;
  /** A side of ours where it is one, else the list's own word. */
  readonly side?: string;
  /** The whole size, filled or not, in the list's own digits. */
  readonly size?: string;
  readonly createdMs?: number;
  /** Undefined where the list says none, or a word that is not known. */
  readonly status?: RecordStatus;
  /** How much of it was filled, and at which average; in the list's own digits. */
  readonly filledSize?: string;
  readonly averagePrice?: string;
  /** In the list's own digits; 0 of an order at market. */
  readonly price?: string;
  /** The price at which a trigger order fires, in the list's own digits. */
  readonly triggerPrice?: string;
  readonly timeInForce?: TimeInForce;
  readonly marginMode?: MarginMode;
  /** In the list's own digits; 0 where the record says that there is none. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** For a trigger that fired: when that was, in ms since 1970, and the order id of what it became, where the list says it. */
  readonly firedMs?: number;
  readonly becameId?: string;
}

export interface TellingRecord {
  readonly list: ListName;
  readonly record: ListedOrder;
}

/** A page; `unreadable` counts its records in which no order could be recognised. */
export interface ListPage {
  readonly kind: 'page';
  readonly orders: readonly ListedOrder[];
  readonly unreadable: number;
  /** Set where the exchange says that this page was cut off. */
  readonly hasMore?: true;
}

/** What a session has of a page: all of it, or nothing. */
export type ListRead = ListPage | FailedRead;

/** Why a question has no answer. */
export interface FailedRead {
  readonly kind: 'failed';
  readonly message: string;
  readonly cause?: FailureCause;
}

/** The same where nothing else can come. */
export type WhyFailed = Omit<FailedRead, 'kind'>;

/** What a person can mend: the key, with the refusal, and what that is and what to do in words; the way to the exchange, its certificate, or the clock. */
export type FailureCause =
  | {
      readonly kind: 'access';
      readonly code: string;
      readonly message: string;
      readonly why: string;
      readonly mend: string;
    }
  | { readonly kind: 'unreachable' | 'untrusted' | 'clock'; readonly message: string };

/** What a refusal by the rate limit asks for. */
export interface RateWait {
  readonly retryAfterMs?: number;
  /** A second one within so many ms ends the sending; undefined: none does. */
  readonly secondEndsMs?: number;
}

/** `again`: false where this address is banned. */
export type RateRefused = {
  readonly kind: 'rate-refused';
  readonly message: string;
  readonly again: boolean;
} & RateWait;

/** Why an answer to a question tells nothing. */
export type Unanswered =
  | RateRefused
  /** Refused for its timestamp: the server's clock has to be taken first. */
  | { readonly kind: 'clock-refused'; readonly message: string }
  /** `isLost`: no whole answer came. */
  | (FailedRead & { readonly isLost?: true });

export type ListAnswer = ListPage | Unanswered;
