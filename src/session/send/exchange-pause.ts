/** What an answer of the exchange asks of all that is sent to it after, whichever line it came to: a pause, or nothing more. */
export class Restraint {
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #end: string | undefined;
  #refusedAtMs: number | undefined;

  /** Nothing starts before it, on the monotonic clock. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** Why nothing starts any more: this address is banned, or the rate limit ended the sending. */
  get end(): string | undefined {
    return this.#end;
  }

  pauseUntil(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, ms);
  }

  banned(message: string): void {
    this.ended(`the exchange bans this address: ${message}`);
  }

  ended(why: string): void {
    this.#end ??= why;
  }

  /**
   * Takes a refusal by the rate limit of a request that was sent at `sentMs`; whether it is the second one within so long. What was
   * under way at the first is refused with it, and counts as one.
   */
  refusedAgain(sentMs: number, nowMs: number, withinMs: number): boolean {
    const before = this.#refusedAtMs;
    if (before !== undefined && sentMs <= before) return false;
    this.#refusedAtMs = nowMs;
    return before !== undefined && nowMs - before < withinMs;
  }
}
