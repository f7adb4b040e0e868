/**
 * The exchange's clock, as far as it was asked: instants of a plan and the timestamps of requests go by it. Between two askings it goes
 * on by the clock that only goes forward, so a wall clock that jumps changes nothing.
 */
import type { Clock } from '../../ports.ts';

const HOUR_MS = 3_600_000;

export class ExchangeTime {
  /** For whoever signs and dates by the exchange's time. */
  readonly clock: Clock;
  readonly #clock: Clock;
  /** Nobody asked yet. */
  #isExpired = true;
  #base: { readonly wallMs: number; readonly monotonicMs: number };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#base = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
    this.clock = {
      monotonicMs: () => clock.monotonicMs(),
      wallMs: () => this.nowMs(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    };
  }

  nowMs(): number {
    return this.#base.wallMs + this.#clock.monotonicMs() - this.#base.monotonicMs;
  }

  /** It is to be asked again. */
  get isOld(): boolean {
    return this.#isExpired || this.#clock.monotonicMs() - this.#base.monotonicMs > HOUR_MS;
  }

  /** Time went on without this process. */
  expire(): void {
    this.#isExpired = true;
  }

  /** `aheadMs`: how far the exchange's clock is ahead of this machine's; undefined where it does not tell it. */
  set(aheadMs = 0): void {
    this.#isExpired = false;
    this.#base = { wallMs: this.#clock.wallMs() + aheadMs, monotonicMs: this.#clock.monotonicMs() };
  }
}
