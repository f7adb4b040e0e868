/** Says that looks have no answer for long, once it is so and once it is over: while it lasts, only what is proved is acted upon. */
import { secondsOf, timeOfDay } from '../../model/time-words.ts';

const BLIND_AFTER_MS = 10_000;

/** A moment by the clock that only goes forward, and by the exchange's. */
export interface BlindMoment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export class Blind {
  readonly #note: (message: string) => void;
  /** When the first look began that has no whole answer yet. */
  #since: BlindMoment | undefined;
  #isTold = false;
  #unread: readonly string[] = [];

  constructor(note: (message: string) => void) {
    this.#note = note;
  }

  /** A look begins. */
  begins(now: BlindMoment): void {
    this.#since ??= now;
  }

  /** A look has ended; `unread`: what it was not told. */
  ends(unread: readonly string[], now: BlindMoment): void {
    this.#unread = unread;
    if (unread.length > 0) return this.tick(now);
    const since = this.#since;
    if (this.#isTold && since !== undefined)
      this.#note(`the lists answer again: blind for ${secondsOf(now.monotonicMs - since.monotonicMs)}`);
    this.#since = undefined;
    this.#isTold = false;
  }

  /** Also while a look is under way. */
  tick(now: BlindMoment): void {
    const since = this.#since;
    if (since === undefined || this.#isTold || now.monotonicMs - since.monotonicMs <= BLIND_AFTER_MS) return;
    this.#isTold = true;
    const why = this.#unread.length === 0 ? 'no answer' : this.#unread.join('; ');
    this.#note(`blind since ${timeOfDay(since.wallMs)} (${why}): ordo keeps looking, and sends only what is proved`);
  }
}
