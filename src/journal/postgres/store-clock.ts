/**
 * The database's time, as this process can know it: never ahead of it. A reply bounds how far the database's clock is ahead of
 * our monotonic one, from its sending below and from its receipt above.
 */

/** What two clocks drift apart in a millisecond, at most: far more than any that keeps time. */
const DRIFT = 0.0005;

export class StoreClock {
  readonly #monotonicMs: () => number;
  /** Bounds of the database's time less ours, and when they were found. */
  #bounds: { readonly low: number; readonly high: number; readonly atMs: number } | undefined;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** A reply said this time; its question was sent at `sentMs` of our clock. */
  heard(databaseMs: number, sentMs: number): void {
    const nowMs = this.#monotonicMs();
    const told = { low: databaseMs - nowMs, high: databaseMs - sentMs, atMs: nowMs };
    const known = this.#widened(nowMs);
    // It was put back: all that was known is too late now.
    if (known === undefined || told.high < known.low) this.#bounds = told;
    // It was put forward: what goes by the time before holds weight for longer, which is safe.
    else if (told.low > known.high) this.#bounds = known;
    else this.#bounds = { low: Math.max(known.low, told.low), high: Math.min(known.high, told.high), atMs: nowMs };
  }

  /** Ms since 1970. Throws before the first reply, which is a bug of ours. */
  nowMs(): number {
    const nowMs = this.#monotonicMs();
    const bounds = this.#widened(nowMs);
    if (bounds === undefined) throw new Error('the database did not give its time');
    return Math.floor(nowMs + bounds.low);
  }

  #widened(nowMs: number): { readonly low: number; readonly high: number; readonly atMs: number } | undefined {
    if (this.#bounds === undefined) return undefined;
    const { low, high, atMs } = this.#bounds;
    const drift = (nowMs - atMs) * DRIFT;
    return { low: low - drift, high: high + drift, atMs: nowMs };
  }
}
