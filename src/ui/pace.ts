import type { Clock } from '../ports.ts';

/** Time between two frames. A reader follows no faster, and half of it would cost twice the CPU. */
export const FRAME_MS = 150;

/** For every millisecond that a frame takes, so many until the next one: a slow machine has work to do besides drawing. */
const REST = 15;

/** The longest time between two frames while something happens, however slow the machine is. */
const SLOWEST_MS = 2 * FRAME_MS;

/** How often a screen on which nothing happens counts time. */
const IDLE_MS = 1000;

interface Acts {
  readonly draw: () => void;
  /** What may take its time, as nobody waits for it now. */
  readonly rest: () => void;
  /** Whether each frame differs from the last, though no event comes. */
  readonly isMoving: () => boolean;
}

/** When to draw: at a steady pace while something happens, slower where frames take long, else once a second, or when an event comes. */
export class Pace {
  readonly #clock: Clock;
  #isStale = true;
  #wake = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something came that no frame shows yet. */
  news(): void {
    // What is stale was woken already: an abort costs more than taking in an event.
    if (this.#isStale) return;
    this.#isStale = true;
    this.#wake.abort();
  }

  async keep(signal: AbortSignal, { draw, rest, isMoving }: Acts): Promise<void> {
    while (!signal.aborted) {
      this.#isStale = false;
      const startedMs = this.#clock.monotonicMs();
      draw();
      const restMs = REST * (this.#clock.monotonicMs() - startedMs);
      await this.#clock.sleep(Math.min(SLOWEST_MS, Math.max(FRAME_MS, restMs)), signal);
      if (this.#isStale || isMoving()) continue;
      rest();
      this.#wake = new AbortController();
      await this.#clock.sleep(IDLE_MS - FRAME_MS, AbortSignal.any([signal, this.#wake.signal]));
    }
  }
}
