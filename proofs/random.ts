/** Numbers out of a seed (mulberry32): the same seed and name give the same numbers on every machine. */
export class Random {
  #state: number;

  /** `name` keeps the streams of one seed apart, so that a draw more in one does not shift another. */
  constructor(seed: number, name: string) {
    let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
    for (const char of name) state = Math.imul(state ^ (char.codePointAt(0) as number), 0xc2b2ae35) ^ (state >>> 15);
    this.#state = state | 0;
    this.next();
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)] as T;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = this.int(0, at);
      [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
    }
    return mixed;
  }
}
