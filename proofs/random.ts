/** Numbers out of a seed (mulberry32): the same seed and stream give the same numbers on every machine. */
export class Random {
  #state: number;

  /** `stream` keeps the draws of one seed apart, so that one more in one of them does not shift another. */
  constructor(seed: number, stream?: string) {
    this.#state = stream === undefined ? seed | 0 : mixed(seed, stream);
    if (stream !== undefined) this.next();
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** A whole number; both ends are included. */
  int(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.int(0, at);
      [shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T];
    }
    return shuffled;
  }
}

/** A random of its own for one run of many, so that a run can be seen again alone. */
export const randomOf = (seed: number, run: number): Random => new Random(Math.imul(seed, 1_000_003) + run);

function mixed(seed: number, stream: string): number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const char of stream) state = Math.imul(state ^ (char.codePointAt(0) as number), 0xc2b2ae35) ^ (state >>> 15);
  return state;
}
