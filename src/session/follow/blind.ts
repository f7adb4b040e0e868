/**
 * Says that no look was read for long, once it is so and once it is over: while it lasts, only what is proved is acted upon. It has a
 * clock of its own, so it also speaks while a look, an order or a cancel waits for its answer.
 */
import type { BlindStated } from '../../model/follow-stated.ts';
import { secondsOf, timeOfDay } from '../../model/time-words.ts';

const BLIND_AFTER_MS = 10_000;
/** Where looks are far apart the next one may take so long. */
const LOOK_MS = 5_000;
/** It is asked every second: after a longer time this machine stood still, and not the exchange. */
const LONGEST_TICK_MS = 5_000;

/** A moment by the clock that only goes forward, and by the exchange's. */
export interface BlindMoment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

interface BlindTelling {
  readonly note: (message: string) => void;
  /** What the screen shows until a later look was read. */
  readonly state: (told: BlindStated) => void;
  /** Whether the rate limit is why nothing is asked. */
  readonly isLimited?: () => boolean;
}

export class Blind {
  readonly #telling: BlindTelling;
  readonly #mostMs: number;
  /** When the last look ended that was read; before the first, the start. */
  #since: BlindMoment;
  #tickedMs: number;
  /** It is blind, and said so. */
  isTold = false;
  #unread: readonly string[] = [];
  /** The rate limit kept it from looking since the last look that was read. */
  #wasLimited = false;

  /** `everyMs`: how far apart looks are. `since`: from when on nothing was read. */
  constructor(telling: BlindTelling, everyMs: number, now: BlindMoment, since = now) {
    this.#telling = telling;
    this.#mostMs = Math.max(BLIND_AFTER_MS, everyMs + LOOK_MS);
    this.#since = since;
    this.#tickedMs = now.monotonicMs;
  }

  /** A look has ended; `unread`: what it was not told. */
  looked(unread: readonly string[], now: BlindMoment): void {
    this.#unread = unread;
    if (unread.length > 0) return this.tick(now);
    if (this.isTold)
      this.#telling.note(`the lists answer again: blind for ${secondsOf(now.monotonicMs - this.#since.monotonicMs)}`);
    this.isTold = false;
    this.#begin(now);
  }

  tick(now: BlindMoment): void {
    const stoodStill = now.monotonicMs - this.#tickedMs > LONGEST_TICK_MS;
    this.#tickedMs = now.monotonicMs;
    this.#wasLimited ||= this.#telling.isLimited?.() === true;
    if (this.isTold) return;
    if (stoodStill) return this.#begin(now);
    const forMs = now.monotonicMs - this.#since.monotonicMs;
    if (forMs < this.#mostMs) return;
    this.isTold = true;
    const why = this.#why();
    const { wallMs: sinceMs } = this.#since;
    this.#telling.state({ event: 'blind-stated', sinceMs, forMs });
    this.#telling.note(`blind since ${timeOfDay(sinceMs)} (${why}): ordo keeps looking, and sends only what is proved`);
  }

  #why(): string {
    if (this.#wasLimited) return 'the exchange refused a request by its rate limit, so ordo waits';
    return this.#unread.length === 0 ? 'no look was read' : this.#unread.join('; ');
  }

  #begin(now: BlindMoment): void {
    this.#wasLimited = false;
    this.#since = now;
    this.#tickedMs = now.monotonicMs;
  }
}
