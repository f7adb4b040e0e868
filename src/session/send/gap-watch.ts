/**
 * Notices that time went on without this process: the machine slept, or somebody stopped the process. What was approved then
 * is old, and prices have moved, so nothing more may be sent. The wall clock runs on while a machine sleeps and the monotonic
 * one may not; both run on while a process is stopped. So both are looked at, every second and before each call.
 */
import type { Clock } from '../../ports.ts';

const TICK_MS = 1000;
/** A loaded machine wakes late by seconds; a lid or a SIGSTOP takes longer. */
const LONGEST_GAP_MS = 10_000;

/** Why nothing more is sent after a gap. */
export const stoodStill = (ms: number): string =>
  `this machine did not run for ${Math.round(ms / 1000)} s, so what was approved is old: look again, then approve again`;

export class GapWatch {
  readonly #clock: Clock;
  readonly #mostMs: number;
  readonly #onGap: (ms: number) => void;
  #last: { readonly wallMs: number; readonly monotonicMs: number };

  /** `mostMs`: the longest gap allowed, if that is less than ten seconds. */
  constructor(clock: Clock, mostMs: number, onGap: (ms: number) => void) {
    this.#clock = clock;
    this.#mostMs = Math.min(mostMs, LONGEST_GAP_MS);
    this.#onGap = onGap;
    this.#last = this.#now();
  }

  /** Tells of a gap since the last look. */
  look(): void {
    const now = this.#now();
    const gapMs = Math.max(now.wallMs - this.#last.wallMs, now.monotonicMs - this.#last.monotonicMs);
    this.#last = now;
    if (gapMs > TICK_MS + this.#mostMs) this.#onGap(gapMs);
  }

  /** Looks every second until the work has ended, and calls `onTick` then. */
  async during<T>(work: () => Promise<T>, onTick?: () => void): Promise<T> {
    const over = new AbortController();
    const watching = this.#untilOver(over.signal, onTick);
    try {
      return await work();
    } finally {
      over.abort();
      await watching;
    }
  }

  async #untilOver(over: AbortSignal, onTick?: () => void): Promise<void> {
    while (!over.aborted) {
      await this.#clock.sleep(TICK_MS, over);
      this.look();
      if (!over.aborted) onTick?.();
    }
  }

  #now(): { readonly wallMs: number; readonly monotonicMs: number } {
    return { wallMs: this.#clock.wallMs(), monotonicMs: this.#clock.monotonicMs() };
  }
}
