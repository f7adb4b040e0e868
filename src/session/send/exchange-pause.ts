/** What an answer of the exchange asks of all that is sent to it after, whichever line it came to: a pause, or nothing more. */
export class Restraint {
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #ban: string | undefined;

  /** Nothing starts before it, on the monotonic clock. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** Why nothing starts any more; undefined: this address is not banned. */
  get ban(): string | undefined {
    return this.#ban;
  }

  pauseUntil(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, ms);
  }

  banned(message: string): void {
    this.#ban ??= `the exchange bans this address: ${message}`;
  }
}
