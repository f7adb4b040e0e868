/**
 * Lets calls through one by one, the lowest number first, each as soon as its weight, the pause and the stop allow.
 *
 * Invariants
 * 1. A call is let through only with its weight debited; nothing else debits.
 * 2. A call that goes again passes before every later one.
 * 3. After `stop` nothing is let through any more.
 * 4. Nothing is let through after a wait that is longer than `maxPauseMs`: who sees one coming is told instead.
 */
import type { WeightBudget } from '../budget/weight-budget.ts';
import type { Cost } from '../model/call.ts';
import type { Clock } from '../ports.ts';

/** A call, or a question to the exchange; the lower number goes first. */
export interface Request {
  readonly number: number;
  readonly weight: Cost;
}

/** A reason of our own: without one, every abort would build an error with its stack. */
const WOKEN = 'woken';

interface Waiter {
  readonly call: Request;
  readonly letThrough: (go: boolean) => void;
}

export interface Patience {
  readonly maxPauseMs: number;
  /** Told of a longer wait, before which the gate has stopped. */
  readonly onTooLong: (waitMs: number) => void;
}

const ENDLESS: Patience = { maxPauseMs: Number.POSITIVE_INFINITY, onTooLong: () => {} };

export class Gate {
  readonly #budget: WeightBudget;
  readonly #clock: Clock;
  readonly #waiting: Waiter[] = [];
  #wake = new AbortController();
  #pumping = false;
  #stopped = false;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  readonly #patience: Patience;

  constructor(budget: WeightBudget, clock: Clock, patience: Patience = ENDLESS) {
    this.#budget = budget;
    this.#clock = clock;
    this.#patience = patience;
  }

  /** True: the weight is debited and the call may start. False: the run stops. */
  pass(call: Request): Promise<boolean> {
    return new Promise((letThrough) => {
      const at = this.#waiting.findIndex((waiter) => waiter.call.number > call.number);
      this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, { call, letThrough });
      this.#wake.abort(WOKEN);
      if (!this.#pumping) void this.#pump();
    });
  }

  /** The exchange counted it by now, or at the latest at `countedMs`: the weight comes back one window from then. */
  answered(call: { readonly weight: Cost }, countedMs = this.#clock.monotonicMs()): void {
    this.#budget.answered(countedMs, call.weight);
    this.#wake.abort(WOKEN);
  }

  /** Proof that nothing left. */
  notSent(call: Request): void {
    this.#budget.notSent(call.weight);
    this.#wake.abort(WOKEN);
  }

  /** No call starts before `ms` from now. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.monotonicMs() + ms);
  }

  stop(): void {
    this.#stopped = true;
    this.#wake.abort(WOKEN);
  }

  /** Whether neither a stop nor a pause stands. */
  isOpen(): boolean {
    return !this.#stopped && this.#pausedUntilMs <= this.#clock.monotonicMs();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const waitMs = this.#stopped ? 0 : this.#waitMs(next.call);
      if (waitMs !== Number.POSITIVE_INFINITY && waitMs > this.#patience.maxPauseMs) {
        this.stop();
        this.#patience.onTooLong(waitMs);
        continue;
      }
      if (waitMs === 0) {
        if (!this.#stopped) this.#budget.take(this.#clock.monotonicMs(), next.call.weight);
        this.#waiting.shift();
        next.letThrough(!this.#stopped);
        continue;
      }
      this.#wake = new AbortController();
      await this.#clock.sleep(waitMs, this.#wake.signal);
    }
    this.#pumping = false;
  }

  /** Infinity while only an answer can free the weight. */
  #waitMs(call: Request): number {
    const now = this.#clock.monotonicMs();
    const weightMs = this.#budget.waitMs(now, call.weight) ?? Number.POSITIVE_INFINITY;
    return Math.max(weightMs, this.#pausedUntilMs - now, 0);
  }
}
