import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/ports.ts';

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Where the wall clock of every simulation begins; the monotonic one begins at 0. */
export const WALL_START_MS = 1_764_000_000_000;

/**
 * Virtual time: it moves only when everything waits, and then at once to the next moment somebody waits for. All who
 * wait for the same moment wake in the same turn, in the order they lay down.
 */
export class SimClock implements Clock {
  /** Whether the wall clock was ever set back. */
  wentBack = false;
  #nowMs = 0;
  #wallOffsetMs = WALL_START_MS;
  readonly #sleepers: Sleeper[] = [];
  #deferred: (() => void)[] = [];

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return Math.floor(this.#wallOffsetMs + this.#nowMs);
  }

  /** Sets the wall clock forward or back, as a person or a time server does. */
  jumpWall(ms: number): void {
    this.#wallOffsetMs += ms;
    this.wentBack ||= ms < 0;
  }

  /** Time goes on and nobody wakes, as on a machine that sleeps: who waited for a moment in between wakes late. */
  stall(ms: number): void {
    this.#nowMs += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    const atMs = this.#nowMs + Math.max(0, ms);
    return new Promise((resolve) => {
      const sleeper: Sleeper = { atMs, wake: resolve };
      const later = this.#sleepers.findIndex((other) => other.atMs > atMs);
      this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper);
      signal?.addEventListener('abort', () => this.#rouse(sleeper), { once: true });
    });
  }

  /** Does something once everything that needs no time to pass has gone on. */
  defer(act: () => void): void {
    this.#deferred.push(act);
  }

  /** Does something `ms` from now. */
  after(ms: number, act: () => void): void {
    void this.sleep(ms).then(act);
  }

  /** Lets time pass until `work` ends; throws where everything waits and no moment would wake anybody. */
  async run<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const end = (): void => void (ended = true);
    work.then(end, end);
    for (;;) {
      // One turn of the event loop drains every promise that can go on without time passing.
      await turn();
      if (ended) return work;
      if (this.#deferred.length === 0) this.#advance();
      else for (const act of this.#deferred.splice(0)) act();
    }
  }

  #advance(): void {
    const next = this.#sleepers[0];
    if (next === undefined || next.atMs === Number.POSITIVE_INFINITY) {
      throw new Error(`at ${this.#nowMs} ms everything waits, and nothing will come`);
    }
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    const later = this.#sleepers.findIndex(({ atMs }) => atMs > this.#nowMs);
    for (const { wake } of this.#sleepers.splice(0, later === -1 ? this.#sleepers.length : later)) wake();
  }

  #rouse(sleeper: Sleeper): void {
    const at = this.#sleepers.indexOf(sleeper);
    if (at !== -1) this.#sleepers.splice(at, 1);
    sleeper.wake();
  }
}
