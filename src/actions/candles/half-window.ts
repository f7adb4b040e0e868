import type { Rate } from '../../model/call.ts';
import type { Clock } from '../../ports.ts';

/** Spends at most half of a window, so that a run at the same time keeps going. */
export class HalfWindow {
  readonly #rate: Rate;
  readonly #clock: Clock;
  #spent: { readonly weight: number; readonly atMs: number }[] = [];

  constructor({ amount, windowMs }: Rate, clock: Clock) {
    this.#rate = { amount: Math.floor(amount / 2), windowMs };
    this.#clock = clock;
  }

  /** How much of it there is. */
  get amount(): number {
    return this.#rate.amount;
  }

  /** Resolves once there is room. What is heavier than the half waits until nothing else is counted. */
  async room(weight: number): Promise<void> {
    for (;;) {
      const nowMs = this.#clock.monotonicMs();
      this.#spent = this.#spent.filter(({ atMs }) => atMs + this.#rate.windowMs > nowMs);
      const [first] = this.#spent;
      const spent = this.#spent.reduce((sum, one) => sum + one.weight, 0);
      if (first === undefined || spent + weight <= this.#rate.amount) return;
      await this.#clock.sleep(first.atMs + this.#rate.windowMs - nowMs);
    }
  }

  /** Counts what was answered just now: the exchange cannot have counted it later. */
  spend(weight: number): void {
    this.#spent.push({ weight, atMs: this.#clock.monotonicMs() });
  }
}
