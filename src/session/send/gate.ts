/**
 * Lets requests through one by one, the lowest number first, each as soon as the ledger has its weight and has it on record,
 * and no pause, hold or stop stands.
 *
 * Invariants
 * 1. A request is let through only as an attempt of the ledger: its weight reserved, its record durable.
 * 2. A request that goes again passes before every later one.
 * 3. After `stop` no request is asked for any more. One that the ledger was taking up then is still let through: who asked
 *    for it looks again before the first byte.
 * 4. A halt is met in a pause as well: the ledger, which tells of it else, is not asked then.
 * 5. Nothing is let through after a wait that is longer than `maxPauseMs`, in one piece or in many: who sees one coming is
 *    told instead.
 */
import type { Questions } from '../../journal/records/ledger.ts';
import type { Halt } from '../../journal/records/halt.ts';
import { opens, type Attempt, type LedgerRequest } from '../../journal/records/request.ts';
import type { Clock } from '../../ports.ts';
import type { Hold } from './hold.ts';
import { Restraint } from './exchange-pause.ts';

/** A call, or a question to the exchange; the lower number goes first. */
interface Passing {
  readonly number: number;
  /** What the ledger is asked to take up, made anew each time it is asked. */
  request(): LedgerRequest;
  /** It opens, and the account is halted: it is not let through. */
  halted?(halt: Halt): void;
}

/** How soon who waits for an answer looks whether one came that passed another gate. */
const ANSWERED_ELSEWHERE_MS = 250;

/** A reason of our own: without one, every abort would build an error with its stack. */
const WOKEN = 'woken';

interface Waiter {
  readonly passing: Passing;
  readonly letThrough: (attempt: Attempt | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export interface Patience {
  readonly maxPauseMs: number;
  /** A person's pause. */
  readonly hold?: Hold | undefined;
  /** Shared by all gates to one exchange; without it the pauses are this gate's own. */
  readonly restraint?: Restraint | undefined;
  /** Told of a longer wait, before which the gate has stopped, and whose it is. */
  readonly onTooLong: (waitMs: number, whose: 'limits' | 'person') => void;
}

export class Gate {
  readonly #ledger: Pick<Questions, 'intend'>;
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #waiting: Waiter[] = [];
  #wake = new AbortController();
  #pumping = false;
  #stopped = false;
  /** One that came while calls waited. */
  #halt: Halt | undefined;
  readonly #restraint: Restraint;
  /** Since when the ledger has let nothing through that waits. */
  #blockedSinceMs: number | undefined;

  constructor(ledger: Pick<Questions, 'intend'>, clock: Clock, patience: Patience) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#patience = patience;
    this.#restraint = patience.restraint ?? new Restraint();
  }

  /** The attempt that may start; undefined: the run stops, or it was told of a halt. Rejects with JournalError where it cannot be recorded. */
  pass(passing: Passing): Promise<Attempt | undefined> {
    return new Promise((letThrough, fail) => {
      const at = this.#waiting.findIndex((waiter) => waiter.passing.number > passing.number);
      this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, { passing, letThrough, fail });
      this.wake();
      if (!this.#pumping) void this.#pump();
    });
  }

  /** Weight may have come back. */
  wake(): void {
    this.#wake.abort(WOKEN);
  }

  /** No request starts before `ms` from now. */
  pause(ms: number): void {
    this.#restraint.pauseUntil(this.#clock.monotonicMs() + ms);
  }

  /** The account is halted: what opens does not wait for the end of a pause to be told so. */
  meet(halt: Halt): void {
    this.#halt = halt;
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /** Whether neither a stop nor a pause nor a hold stands. */
  isOpen(): boolean {
    return (
      !this.#stopped && this.#patience.hold?.isOn !== true && this.#restraint.pausedUntilMs <= this.#clock.monotonicMs()
    );
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    while (this.#waiting.length > 0) {
      if (this.#stopped) {
        for (const { letThrough } of this.#waiting.splice(0)) letThrough(undefined);
        continue;
      }
      // From here on a wake counts, though it comes while the ledger is asked.
      this.#wake = new AbortController();
      const held = this.#patience.hold?.standing;
      const pausedMs = this.#restraint.pausedUntilMs - this.#clock.monotonicMs();
      if ((held !== undefined || pausedMs > 0) && this.#turnAwayOpening()) continue;
      if (held !== undefined) {
        await this.#outlast(held);
        continue;
      }
      if (pausedMs > 0) this.#blockedSinceMs = undefined;
      await this.#wait(pausedMs > 0 ? pausedMs : await this.#ask());
    }
    this.#blockedSinceMs = undefined;
    this.#pumping = false;
  }

  /** Waits for the end of a hold. */
  async #outlast({ sinceMs, over }: NonNullable<Hold['standing']>): Promise<void> {
    const { maxPauseMs, onTooLong } = this.#patience;
    this.#blockedSinceMs = undefined;
    const leftMs = sinceMs + maxPauseMs - this.#clock.monotonicMs();
    if (leftMs > 0) return this.#clock.sleep(leftMs, AbortSignal.any([this.#wake.signal, over]));
    this.stop();
    onTooLong(maxPauseMs, 'person');
  }

  /** How long the first that waits has to go on waiting; 0 where none is left. */
  async #ask(): Promise<number> {
    const waiters = [...this.#waiting];
    try {
      const {
        attempts,
        waitMs = 0,
        halted,
      } = await this.#ledger.intend(waiters.map(({ passing }) => passing.request()));
      this.#blockedSinceMs = attempts.length > 0 ? undefined : (this.#blockedSinceMs ?? this.#clock.monotonicMs());
      for (const [at, attempt] of attempts.entries()) this.#leave(waiters[at] as Waiter).letThrough(attempt);
      if (halted !== undefined) this.#turnAway(waiters[attempts.length] as Waiter, halted);
      return waitMs;
    } catch (error) {
      for (const waiter of waiters) this.#leave(waiter).fail(error);
      return 0;
    }
  }

  /** While the ledger is not asked, which else says so; whether there was any. */
  #turnAwayOpening(): boolean {
    const halt = this.#halt;
    if (halt === undefined) return false;
    const opening = this.#waiting.filter(({ passing }) => passing.halted !== undefined && opens(passing.request()));
    for (const waiter of opening) this.#turnAway(waiter, halt);
    return opening.length > 0;
  }

  #turnAway(waiter: Waiter, halt: Halt): void {
    waiter.passing.halted?.(halt);
    this.#leave(waiter).letThrough(undefined);
  }

  #leave(waiter: Waiter): Waiter {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    return waiter;
  }

  /** At Infinity only an answer can free the weight: one that passed another gate wakes nobody here, so the ledger is asked again. */
  async #wait(waitMs: number): Promise<void> {
    if (waitMs <= 0 || this.#stopped) return;
    const nowMs = this.#clock.monotonicMs();
    const isKnown = waitMs !== Number.POSITIVE_INFINITY;
    const inAllMs = (isKnown ? waitMs : 0) + nowMs - (this.#blockedSinceMs ?? nowMs);
    if (inAllMs > this.#patience.maxPauseMs) {
      this.stop();
      this.#patience.onTooLong(inAllMs, 'limits');
      return;
    }
    await this.#clock.sleep(isKnown ? waitMs : ANSWERED_ELSEWHERE_MS, this.#wake.signal);
  }
}
