/** Names orders of ours that no list has, though all were read: nothing follows from it, and nobody knows how they stand. */
import { secondsOf, timeOf } from './note-words.ts';

/** As late as lists may be. */
const LAG_MS = 2_000;

interface Missing {
  readonly sinceMs: number;
  readonly name: string;
  isTold: boolean;
}

export class InNoList {
  readonly #note: (message: string) => void;
  readonly #missing = new Map<string, Missing>();

  constructor(note: (message: string) => void) {
    this.#note = note;
  }

  /** Whether an order was in no list for more than a look. */
  has(clientOid: string): boolean {
    return this.#missing.get(clientOid)?.isTold === true;
  }

  /** What a look missed, by client order id with its name; whether that is news. */
  take(missed: ReadonlyMap<string, string>, ms: number): boolean {
    let isNew = false;
    for (const [clientOid, { name, sinceMs, isTold }] of this.#missing) {
      if (missed.has(clientOid)) continue;
      this.#missing.delete(clientOid);
      if (isTold) this.#note(`${name} is told again, after ${secondsOf(ms - sinceMs)} in no list`);
      isNew ||= isTold;
    }
    for (const [clientOid, name] of missed) {
      const missing = this.#missing.get(clientOid) ?? { sinceMs: ms, name, isTold: false };
      this.#missing.set(clientOid, missing);
      if (missing.isTold || ms - missing.sinceMs < LAG_MS) continue;
      missing.isTold = true;
      isNew = true;
      this.#note(`${name} is in no list since ${timeOf(missing.sinceMs)}: not known whether it works`);
    }
    return isNew;
  }
}
