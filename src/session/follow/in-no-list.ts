/** Names orders of ours that no list has, though all were read: nothing follows from it, and nobody knows how they stand. */
import { secondsOf, timeOfDay } from '../../model/time-words.ts';

/** As late as lists may be. */
const LAG_MS = 2_000;

interface Missing {
  readonly sinceMs: number;
  readonly name: string;
  isTold: boolean;
}

const NOT_MISSING: Missing = { sinceMs: 0, name: '', isTold: false };

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

  /** What was asked for, by client order id with its name, and what of it all lists lack; whether that is news. */
  take(asked: ReadonlyMap<string, string>, lacked: ReadonlySet<string>, ms: number): boolean {
    let isNew = false;
    for (const [clientOid, name] of asked) {
      if (!lacked.has(clientOid)) {
        isNew = this.#tellAgain(clientOid, ms) || isNew;
        continue;
      }
      const missing = this.#missing.get(clientOid) ?? { sinceMs: ms, name, isTold: false };
      this.#missing.set(clientOid, missing);
      if (missing.isTold || ms - missing.sinceMs < LAG_MS) continue;
      missing.isTold = true;
      isNew = true;
      this.#note(`${name} is in no list since ${timeOfDay(missing.sinceMs)}: not known whether it works`);
    }
    return isNew;
  }

  #tellAgain(clientOid: string, ms: number): boolean {
    const { name, sinceMs, isTold } = this.#missing.get(clientOid) ?? NOT_MISSING;
    this.#missing.delete(clientOid);
    if (isTold) this.#note(`${name} is in its list again, after ${secondsOf(ms - sinceMs)} in no list`);
    return isTold;
  }
}
