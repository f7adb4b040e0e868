/**
 * Long work that never waits is not interrupted: no signal is heard, no lock renewed, and this machine counts as one that stood
 * still (gap-watch.ts). So it lets others go on now and then.
 */
import type { Clock } from '../../ports.ts';

const LONGEST_MS = 500;

export class Breath {
  readonly #clock: Clock;
  #lastMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastMs = clock.monotonicMs();
  }

  /** To be called between two short pieces of the work. */
  async take(): Promise<void> {
    if (this.#clock.monotonicMs() - this.#lastMs < LONGEST_MS) return;
    await this.#clock.sleep(0);
    this.#lastMs = this.#clock.monotonicMs();
  }
}
