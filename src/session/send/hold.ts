/** A person's pause of the sending: while it is on, no call starts. What is in flight is awaited as ever. */
export class Hold {
  #on: { readonly sinceMs: number; readonly over: AbortController } | undefined;

  get isOn(): boolean {
    return this.#on !== undefined;
  }

  /** Since when, on the monotonic clock; and a signal that aborts once it is off. Undefined while it is off. */
  get standing(): { readonly sinceMs: number; readonly over: AbortSignal } | undefined {
    return this.#on === undefined ? undefined : { sinceMs: this.#on.sinceMs, over: this.#on.over.signal };
  }

  on(nowMs: number): void {
    this.#on ??= { sinceMs: nowMs, over: new AbortController() };
  }

  off(): void {
    this.#on?.over.abort('off');
    this.#on = undefined;
  }
}
