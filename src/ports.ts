import type { Call } from './model/call.ts';
import type { RunEvent } from './model/event.ts';
import type { ListAnswer, ListQuery } from './model/listing.ts';
import type { Verdict } from './model/outcome.ts';

/** Time, for waiting and for labels. Waiting never uses the wall clock, which may jump. */
export interface Clock {
  /** Milliseconds that only go forward; from an arbitrary origin. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Resolves at or after `ms` from now, or as soon as the signal aborts (never rejects). */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What one attempt to send a call came to. A failure of the network is a value here, never a throw. */
export type CallResult =
  /**
   * A verdict for every order of the call, in the call's order; `halt` says why no further call may start. `isLost`: no whole
   * answer came, so the exchange may count the call as long as its timestamp is good.
   */
  | {
      readonly kind: 'answered';
      readonly verdicts: readonly Verdict[];
      readonly halt?: string;
      readonly isLost?: true;
    }
  /** Proof that no byte of the request left (decision 0003). `again`: whether trying again makes sense. */
  | { readonly kind: 'not-sent'; readonly message: string; readonly rule: string; readonly again: boolean }
  /** Refused by the rate limit: not processed (a named assumption). `again`: false where this address is banned. */
  | {
      readonly kind: 'rate-refused';
      readonly message: string;
      readonly rule: string;
      readonly again: boolean;
      readonly retryAfterMs?: number;
    }
  /** Refused for its timestamp: not processed. `verdict` is what it comes to where the clock cannot be set right. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly rule: string; readonly verdict: Verdict };

export interface Exchange {
  /** What a request that is made now must be signed with: ms since 1970 by the server's clock, as far as it is known. */
  timestampMs(): number;
  /** HMAC-SHA256 of the key, in hex: tells one account's key from another's without keeping it. */
  keyFingerprint(salt: Uint8Array): string;
  /** Sends the call's exact body once, signed with this timestamp. */
  place(call: Call, timestampMs: number): Promise<CallResult>;
  /** Takes the server's time for the timestamps from here on; false where the server does not tell it. */
  syncClock(): Promise<boolean>;
  /** Lets go of sockets and listeners. */
  close(): Promise<void>;
}

/** The exchange's lists of orders. Asking changes nothing, so a question may be asked again. */
export interface OrderLists {
  list(query: ListQuery): Promise<ListAnswer>;
  /** Same contract as `Exchange.syncClock`. */
  syncClock(): Promise<boolean>;
}

export type EventSink = (event: RunEvent) => void;
