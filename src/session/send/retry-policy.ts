/**
 * Whether a request goes again, and when. It does so only on proof that the exchange did not take it: nothing left, the rate
 * limit refused it, or its timestamp was refused.
 */
import { unreachable } from '../../model/result.ts';
import type { RateWait } from '../../model/listing.ts';
import type { Refused } from '../../exchange/dialect.ts';
import type { Gate } from './gate.ts';
import type { LineOptions, Pause, Sending } from './sending.ts';

/** How often a request was not taken so far, and by what. */
export interface Tries {
  notSent: number;
  refused: number;
  clock: number;
  /** When it was sent last, on the monotonic clock. */
  sentMs: number;
}

/** `set-clock`: it goes again where the server tells its time. `end`: it does not. */
type Next = { readonly how: 'end' | 'set-clock' } | { readonly how: 'pause'; readonly pause: Pause };
const END: Next = { how: 'end' };

export class GoingAgain {
  readonly #options: LineOptions;
  readonly #gate: Gate;
  readonly #onTooLong: (waitMs: number) => void;

  /** `onTooLong`: told where it would have to wait longer than `maxPauseMs`, and does not go again. */
  constructor(options: LineOptions, gate: Gate, onTooLong: (waitMs: number) => void) {
    this.#options = options;
    this.#gate = gate;
    this.#onTooLong = onTooLong;
  }

  /** What comes next, with its pause or stop in force. */
  after<Q, V>(sending: Sending<Q, V>, result: Refused<V>, tries: Tries): Next {
    const { limits, rateRefusals, notSentPausesMs, restraint } = this.#options;
    switch (result.kind) {
      case 'clock-refused':
        tries.clock += 1;
        return { how: 'set-clock' };
      case 'not-sent':
        return this.#goOn(sending, result, notSentPausesMs[tries.notSent++]);
      case 'rate-refused': {
        if (!result.again) restraint?.banned(result.message);
        if (this.#isSecond(result, tries) && restraint?.outwaits !== true) return this.#endedBy(sending, result);
        // What is left of the account's windows of orders is told apart.
        const windowMs = limits.countsOrders === true ? 0 : limits.uid.windowMs;
        const leastMs = result.secondEndsMs === undefined ? 0 : (restraint?.outwaitMs ?? 0);
        const forMs = Math.max(limits.ip.windowMs, windowMs, result.retryAfterMs ?? 0, leastMs);
        // Whatever is asked next waits as well, though this request may not go again.
        this.#gate.pause(forMs);
        return this.#goOn(sending, result, tries.refused++ < rateRefusals ? forMs : undefined);
      }
      default:
        return unreachable(result);
    }
  }

  #isSecond({ secondEndsMs }: RateWait, { sentMs }: Tries): boolean {
    const { restraint, clock } = this.#options;
    return secondEndsMs !== undefined && restraint?.refusedAgain(sentMs, clock.monotonicMs(), secondEndsMs) === true;
  }

  #endedBy<Q, V>(sending: Sending<Q, V>, result: Extract<Refused<V>, { kind: 'rate-refused' }>): Next {
    const message = `${result.message}, for the second time within ${(result.secondEndsMs ?? 0) / 1000} s`;
    this.#options.restraint?.ended(`refused by the rate limit: ${message}`);
    sending.giveUp?.({ ...result, message });
    return END;
  }

  /** It goes again after this pause; undefined: not at all. */
  #goOn<Q, V>(
    sending: Sending<Q, V>,
    result: Exclude<Refused<V>, { kind: 'clock-refused' }>,
    forMs: number | undefined,
  ): Next {
    const { kind, message, again } = result;
    if (forMs === undefined || !again) {
      sending.giveUp?.(result);
      return END;
    }
    if (forMs > this.#options.maxPauseMs) {
      this.#onTooLong(forMs);
      return END;
    }
    this.#gate.pause(forMs);
    return { how: 'pause', pause: { why: kind === 'not-sent' ? 'not-sent' : 'rate-limit', forMs, message } };
  }
}
