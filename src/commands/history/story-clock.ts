import type { Clock } from '../../ports.ts';

/**
 * The time of a story: it begins when the story began, passes `speed` times as fast, never runs ahead of the event that is
 * told next, and stands still while it is held.
 */
export class StoryClock implements Clock {
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #speed: number;
  /** Story time up to the last change of pace, and when that was. */
  #reachedMs = 0;
  #sinceMs: number;
  /** Story time that it may not pass yet. */
  #boundMs = 0;
  #isHeld = false;
  #woken = new AbortController();

  /** `startedAtMs`: by the wall clock. */
  constructor(clock: Clock, startedAtMs: number, speed: number) {
    this.#clock = clock;
    this.#startedAtMs = startedAtMs;
    this.#speed = speed;
    this.#sinceMs = clock.monotonicMs();
  }

  readonly monotonicMs = (): number => {
    if (this.#isHeld) return this.#reachedMs;
    const passedMs = this.#clock.monotonicMs() - this.#sinceMs;
    return Math.min(this.#boundMs, passedMs === 0 ? this.#reachedMs : this.#reachedMs + passedMs * this.#speed);
  };

  readonly wallMs = (): number => this.#startedAtMs + this.monotonicMs();

  /** In the time of whoever looks on. */
  readonly sleep: Clock['sleep'] = (ms, signal) => this.#clock.sleep(ms, signal);

  hold(isHeld: boolean): void {
    this.#reachedMs = this.monotonicMs();
    this.#sinceMs = this.#clock.monotonicMs();
    this.#isHeld = isHeld;
    this.#woken.abort();
  }

  /** Resolves when the story has come to that time; false where the signal aborts before. */
  async reach(atMs: number, signal: AbortSignal): Promise<boolean> {
    this.#boundMs = Math.max(this.#boundMs, atMs);
    while (!signal.aborted) {
      if (this.#speed === Number.POSITIVE_INFINITY && !this.#isHeld) this.#reachedMs = atMs;
      const left = atMs - this.monotonicMs();
      if (left <= 0 && !this.#isHeld) return true;
      this.#woken = new AbortController();
      const waitMs = this.#isHeld ? LONG_MS : Math.ceil(left / this.#speed);
      await this.#clock.sleep(waitMs, AbortSignal.any([signal, this.#woken.signal]));
    }
    return false;
  }
}

/** Until somebody goes on. */
const LONG_MS = 60_000;
