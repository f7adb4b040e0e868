import type { Clock } from '../../ports.ts';

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

  /**
   * Asked once: requests that were refused meanwhile go by the same new clock. `ask` calls `leaves` as the question leaves,
   * and resolves with the server's time, undefined where it does not tell it. Whether the clock is set.
   */
  setBy(ask: (leaves: () => void) => Promise<number | undefined>): Promise<boolean> {
    this.#isSet ??= this.#askFor(ask);
    return this.#isSet;
  }

  async #askFor(ask: (leaves: () => void) => Promise<number | undefined>): Promise<boolean> {
    let askedMs = 0;
    const serverMs = await ask(() => {
      askedMs = this.#clock.wallMs();
    });
    if (serverMs === undefined) return false;
    // The server read its clock between our question and its answer.
    this.#offsetMs = serverMs - (askedMs + this.#clock.wallMs()) / 2;
    this.#onSet?.();
    return true;
  }
}
