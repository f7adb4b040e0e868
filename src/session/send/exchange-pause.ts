/** What an answer of the exchange asks of all that is sent to it after, whichever line it came to: a pause, or nothing more. */
export class Restraint {
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #ban: string | undefined;
  #limited: string | undefined;
  #refusedAtMs: number | undefined;
  #inARow = 0;
  #outwaits = false;

  /** Nothing starts before it, on the monotonic clock. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** Why nothing starts any more: this address is banned, or the rate limit ended the sending. */
  get end(): string | undefined {
    return this.#ban ?? (this.#outwaits ? undefined : this.#limited);
  }

  /** Refusals by the rate limit end nothing from here on, nor did those before it: what is held needs its exits. A ban does. */
  outwait(): void {
    this.#outwaits = true;
  }

  get outwaits(): boolean {
    return this.#outwaits;
  }

  /** Whether the rate limit is why nothing starts at this moment of the monotonic clock. */
  isLimitedAt(nowMs: number): boolean {
    return this.#refusedAtMs !== undefined && nowMs < this.#pausedUntilMs;
  }

  pauseUntil(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, ms);
  }

  banned(message: string): void {
    this.#ban ??= `the exchange bans this address: ${message}`;
  }

  ended(why: string): void {
    this.#limited ??= why;
  }

  /**
   * Takes a refusal by the rate limit of a request that was sent at `sentMs`; whether it is the second one within so long. What was
   * under way at the first is refused with it, and counts as one.
   */
  refusedAgain(sentMs: number, nowMs: number, withinMs: number): boolean {
    const before = this.#refusedAtMs;
    if (before !== undefined && sentMs <= before) return false;
    this.#refusedAtMs = nowMs;
    // Who waits it out asks nothing meanwhile: its minute begins when the wait is over.
    const since = this.#outwaits && before !== undefined ? Math.max(before, this.#pausedUntilMs) : before;
    const isAgain = since !== undefined && nowMs - since < withinMs;
    this.#inARow = isAgain ? this.#inARow + 1 : 0;
    return isAgain;
  }

  /** How long who waits it out waits at least, by how many came before it: longer each time. */
  get outwaitMs(): number {
    return this.#outwaits ? (OUTWAITS_MS[this.#inARow] ?? LONGEST_OUTWAIT_MS) : 0;
  }
}

const OUTWAITS_MS = [10_000, 20_000, 40_000] as const;
const LONGEST_OUTWAIT_MS = 60_000;
