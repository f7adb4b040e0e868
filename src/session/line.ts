/**
 * Sends any request to the exchange, and keeps the one order in which that is safe.
 *
 * The five marks of a request (docs/safety.md)
 * 1. Its weight is reserved, and its record is durable: one step of the ledger.
 * 2. Its bytes leave, once.
 * 3. The answer is judged. What it means for the rest, a stop or a pause, is in force before anything else happens.
 * 4. Its outcome is durable.
 * 5. It is told.
 *
 * A request goes again only on proof that the exchange did not take it: nothing left, the rate limit refused it, or its
 * timestamp did.
 */
import type { Attempt, Ending, Questions } from '../ledger/ledger.ts';
import type { Limits } from '../model/call.ts';
import { TIME } from '../model/listing.ts';
import type { Withheld, Verdict } from '../model/outcome.ts';
import { err, ok, unreachable, type Result } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import { Gate, type Passing } from './gate.ts';

/** What one attempt came to. */
export type Transmitted<V> =
  /** `isLost`: no whole answer came, so the exchange may count the request as long as its timestamp is good. */
  | { readonly kind: 'answered'; readonly value: V; readonly isLost?: true }
  /** Proof that no byte of it left. `again`: whether trying again makes sense. */
  | { readonly kind: 'not-sent'; readonly message: string; readonly again: boolean }
  /** `again`: false where this address is banned. */
  | { readonly kind: 'rate-refused'; readonly message: string; readonly again: boolean; readonly retryAfterMs?: number }
  /** Refused for its timestamp. `value` is what it comes to where that happens again under the server's own time. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly value: V };

export type Refused<V> = Exclude<Transmitted<V>, { kind: 'answered' }>;

export interface Sending<V> extends Passing {
  /** Asked in the very step that sends it; false: it waits on, or the line has been stopped. */
  mayStart?(): boolean;
  /** Its bytes leave now. */
  started?(): void;
  /** Sends it once. Never rejects. */
  transmit(): Promise<Transmitted<V>>;
  /** For each order that it carries, in the order of its request. */
  verdicts?(value: V): readonly Verdict[];
  /** In the step in which its answer came, before its weight can let another request through: the place for a stop. */
  decide?(value: V): void;
  /** The same where it does not go again. */
  giveUp?(refusal: Refused<V>): void;
  /** All sending pauses for this long, and then it goes again. */
  paused?(pause: Pause): void;
  /** An attempt that the exchange did not take is over and on record. */
  over?(): void;
}

export interface Pause {
  readonly why: 'rate-limit' | 'not-sent';
  readonly forMs: number;
  readonly message: string;
}

/** What became of a request. */
export type Sent<V> =
  /** `recorded` holds the verdicts as they stand, or why the ledger did not take them. */
  | {
      readonly kind: 'answered';
      readonly value: V;
      readonly latencyMs: number;
      readonly recorded: Result<readonly Verdict[], unknown>;
    }
  /** The exchange did not take it, by proof; `recorded` is an error where the ledger could not keep that. */
  | { readonly kind: 'given-up'; readonly refusal: Refused<V>; readonly recorded: Result<void, unknown> }
  | { readonly kind: 'stopped' };

export interface LineStop {
  readonly reason: Extract<Withheld['reason'], 'stopped' | 'rate-limit' | 'expired'>;
  readonly why: string;
}

export interface LineOptions {
  readonly ledger: Pick<Questions, 'intend' | 'conclude'>;
  readonly exchange: { syncClock(): Promise<boolean> };
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a request that the rate limit refused goes again. */
  readonly rateRefusals: number;
  /** How long all sending pauses before a request that did not leave goes again, each time. */
  readonly notSentPausesMs: readonly number[];
  readonly maxPauseMs: number;
  /** Why there is a stop, where the next request would have to wait longer than that. */
  readonly tooLong: (waitMs: number) => LineStop;
  /** The line has stopped by itself. */
  readonly onStop: () => void;
}

interface Tries {
  notSent: number;
  refused: number;
  clock: number;
}

type Next = { readonly how: 'end' | 'set-clock' } | { readonly how: 'pause'; readonly pause: Pause };
const END: Next = { how: 'end' };

export class Line {
  readonly #options: LineOptions;
  readonly #gate: Gate;
  #stop: LineStop | undefined;
  #clockSet: Promise<boolean> | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    const { ledger, clock, maxPauseMs } = options;
    this.#gate = new Gate(ledger, clock, { maxPauseMs, onTooLong: (ms) => this.#stopFor(ms) });
  }

  /** Why no further request starts. */
  get stopped(): LineStop | undefined {
    return this.#stop;
  }

  /** Nothing starts from here on; the first reason stays. Whether this is it. */
  stop(stop: LineStop): boolean {
    if (this.#stop !== undefined) return false;
    this.#stop = stop;
    this.#gate.stop();
    return true;
  }

  /** Rejects with JournalError where the request cannot be recorded: nothing left then. */
  async send<V>(sending: Sending<V>): Promise<Sent<V>> {
    const tries: Tries = { notSent: 0, refused: 0, clock: 0 };
    for (;;) {
      const attempt = await this.#gate.pass(sending);
      if (attempt === undefined) return { kind: 'stopped' };
      if (sending.mayStart?.() === false || !this.#gate.isOpen()) {
        await this.#conclude(attempt, NOT_STARTED);
        continue;
      }
      const sent = await this.#attempt(sending, attempt, tries);
      if (sent !== undefined) return sent;
    }
  }

  /** Undefined: it goes again. */
  async #attempt<V>(sending: Sending<V>, attempt: Attempt, tries: Tries): Promise<Sent<V> | undefined> {
    const { clock } = this.#options;
    sending.started?.();
    const sentMs = clock.monotonicMs();
    const result = await sending.transmit();
    const latencyMs = Math.round((clock.monotonicMs() - sentMs) * 10) / 10;
    if (result.kind === 'answered' || (result.kind === 'clock-refused' && tries.clock > 0)) {
      const { value } = result;
      const isLost = result.kind === 'answered' && result.isLost === true;
      // Synchronous from the answer to here: a stop is in force before the freed weight admits the next request.
      sending.decide?.(value);
      const verdicts = sending.verdicts?.(value) ?? [];
      const recorded = await this.#recorded(attempt, { how: isLost ? 'lost' : 'answered', verdicts, latencyMs });
      return { kind: 'answered', value, latencyMs, recorded };
    }
    const next = this.#after(sending, result, tries);
    const recorded = await this.#recorded(attempt, { how: result.kind, message: result.message, latencyMs });
    if (!recorded.ok) return { kind: 'given-up', refusal: result, recorded };
    if (next.how === 'pause') sending.paused?.(next.pause);
    sending.over?.();
    const goesAgain = next.how === 'pause' || (next.how === 'set-clock' && (await this.#setClock()));
    return goesAgain ? undefined : { kind: 'given-up', refusal: result, recorded: ok(undefined) };
  }

  /** What comes next, with its pause or stop in force. */
  #after<V>(sending: Sending<V>, result: Refused<V>, tries: Tries): Next {
    const { limits, rateRefusals, notSentPausesMs } = this.#options;
    switch (result.kind) {
      case 'clock-refused':
        tries.clock += 1;
        return { how: 'set-clock' };
      case 'not-sent':
        return this.#goOn(sending, result, notSentPausesMs[tries.notSent++]);
      case 'rate-refused': {
        const forMs = Math.max(limits.ip.windowMs, limits.uid.windowMs, result.retryAfterMs ?? 0);
        // Whatever is asked next waits as well, though this request may not go again.
        this.#gate.pause(forMs);
        return this.#goOn(sending, result, tries.refused++ < rateRefusals ? forMs : undefined);
      }
      default:
        return unreachable(result);
    }
  }

  /** It goes again after this pause; undefined: not at all. */
  #goOn<V>(
    sending: Sending<V>,
    result: Exclude<Refused<V>, { kind: 'clock-refused' }>,
    forMs: number | undefined,
  ): Next {
    const { kind, message, again } = result;
    if (forMs === undefined || !again) {
      sending.giveUp?.(result);
      return END;
    }
    if (forMs > this.#options.maxPauseMs) {
      this.#stopFor(forMs);
      return END;
    }
    this.#gate.pause(forMs);
    return { how: 'pause', pause: { why: kind === 'not-sent' ? 'not-sent' : 'rate-limit', forMs, message } };
  }

  #stopFor(waitMs: number): void {
    if (this.stop(this.#options.tooLong(waitMs))) this.#options.onStop();
  }

  async #recorded(attempt: Attempt, ending: Ending): Promise<Result<readonly Verdict[], unknown>> {
    try {
      return ok(await this.#conclude(attempt, ending));
    } catch (error) {
      return err(error);
    }
  }

  /** Its weight comes back by the very call, so whoever waits for it may look. */
  #conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    const concluded = this.#options.ledger.conclude(attempt, ending);
    this.#gate.wake();
    return concluded;
  }

  /** Once for the line: requests that were refused meanwhile go by the same new clock. Whether it is set. */
  #setClock(): Promise<boolean> {
    this.#clockSet ??= this.#askClock();
    return this.#clockSet;
  }

  async #askClock(): Promise<boolean> {
    const sent = await this.send<boolean>({
      number: 0,
      request: () => TIME,
      transmit: async () => {
        const isSet = await this.#options.exchange.syncClock();
        return { kind: 'answered', value: isSet, ...(!isSet && { isLost: true }) };
      },
    });
    return sent.kind === 'answered' && sent.value;
  }
}

const NOT_STARTED: Ending = { how: 'not-sent', message: 'stopped before it started', latencyMs: 0 };
