import type { Clock } from '../../ports.ts';

export interface ExchangeClock {
  /** From the question to its answer. */
  readonly tookMs: number;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
}

/** An answer that took longer may be off by half of it: the machine may have stood still meanwhile, or its clock was set. */
const SURE_MS = 2000;
const TRIES = 3;

/**
 * How far the server's clock is ahead of ours, by the quickest of a few answers; undefined where it does not tell its time. `ask` calls
 * `leaves` as the question leaves.
 */
export async function aheadOf(
  clock: Clock,
  ask: (leaves: () => void) => Promise<number | undefined>,
): Promise<ExchangeClock | undefined> {
  let best: ExchangeClock | undefined;
  for (let tries = 0; tries < TRIES && (best === undefined || best.tookMs > SURE_MS); tries++) {
    let left = { wallMs: 0, monotonicMs: 0 };
    const serverMs = await ask(() => {
      left = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
    });
    if (serverMs === undefined) break;
    const wallMs = clock.wallMs();
    // Of a machine that slept only one of the two clocks may have gone on.
    const tookMs = Math.max(clock.monotonicMs() - left.monotonicMs, Math.abs(wallMs - left.wallMs));
    // The server read its clock between our question and its answer.
    if (best === undefined || tookMs < best.tookMs) best = { tookMs, aheadMs: serverMs - (left.wallMs + wallMs) / 2 };
  }
  return best;
}

/** What requests are signed with: this machine's clock, or the server's once it was asked for its time. */
export class ServerClock {
  readonly #clock: Clock;
  readonly #onSet: (() => void) | undefined;
  #isSet: Promise<boolean> | undefined;
  /** How far the server's clock is ahead of ours. */
  #offsetMs = 0;

  constructor(clock: Clock, onSet: (() => void) | undefined) {
    this.#clock = clock;
    this.#onSet = onSet;
  }

  /** What a request that is made now is signed with: ms since 1970, whole. */
  timestampMs(): number {
    return Math.trunc(this.#clock.wallMs() + this.#offsetMs);
  }

  /** Asked once: requests that were refused meanwhile go by the same new clock. Whether the clock is set. */
  setBy(ask: (leaves: () => void) => Promise<number | undefined>): Promise<boolean> {
    this.#isSet ??= this.#askFor(ask);
    return this.#isSet;
  }

  async #askFor(ask: (leaves: () => void) => Promise<number | undefined>): Promise<boolean> {
    const ahead = await aheadOf(this.#clock, ask);
    if (ahead === undefined) return false;
    this.#offsetMs = ahead.aheadMs;
    this.#onSet?.();
    return true;
  }
}
