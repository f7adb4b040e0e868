import type { Verdict } from '../../model/outcome.ts';

/** What a table of judgement makes of an attempt to send a call; each names its row as `rule`. `Said` is what it says of an order. */
export type CallResult<Said = Verdict> =
  /**
   * A verdict for every order of the call, in the call's order; `halt` says why no further call may start. `isLost`: no whole
   * answer came, so the exchange may count the call as long as its timestamp is good.
   */
  | {
      readonly kind: 'answered';
      readonly verdicts: readonly Said[];
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
      readonly secondEndsMs?: number;
    }
  /** Refused for its timestamp: not processed. `verdict` is what it comes to where the clock cannot be set right. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly rule: string; readonly verdict: Said };
