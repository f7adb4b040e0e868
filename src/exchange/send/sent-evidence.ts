/**
 * Whether a request may have left this process. undici, which is Node's fetch, publishes `undici:client:sendHeaders` just
 * before it writes a request to its socket: where that never happened for an attempt, no byte of it left. An error's name
 * proves nothing (a reset happens on both sides of that line).
 *
 * The messages of these channels carry headers, so the request objects serve as identities only and are never looked into.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** One attempt to send. */
export interface SentAttempt {
  /** Whether its request was seen leaving. */
  left: boolean;
  /** Ends the attempt before its request could leave a second time. */
  readonly second: AbortController;
}

export const newAttempt = (): SentAttempt => ({ left: false, second: new AbortController() });

export class SentEvidence {
  readonly #current = new AsyncLocalStorage<SentAttempt>();
  readonly #attempts = new WeakMap<object, SentAttempt>();
  /** Once not everything is seen any more, what was not seen is no proof. */
  #blind = false;

  constructor() {
    subscribe('undici:request:create', this.#created);
    subscribe('undici:client:sendHeaders', this.#leaving);
  }

  /** Runs `send` so that every request it makes is known as this attempt. */
  watch<T>(attempt: SentAttempt, send: () => Promise<T>): Promise<T> {
    return this.#current.run(attempt, send);
  }

  mayHaveLeft(attempt: SentAttempt): boolean {
    return attempt.left || this.#blind;
  }

  /** For when an answer came to what was never seen leaving: then the channels do not tell what they are relied on for. */
  distrust(): void {
    this.#blind = true;
  }

  close(): void {
    this.#blind = true;
    unsubscribe('undici:request:create', this.#created);
    unsubscribe('undici:client:sendHeaders', this.#leaving);
  }

  readonly #created = (message: unknown): void => {
    const attempt = this.#current.getStore();
    if (attempt === undefined) return;
    // fetch answers a 421 by sending the request again, as its standard says, whatever ky's retries are. A request is made
    // anew for that, which is seen here before any of it is written.
    if (attempt.left) attempt.second.abort();
    this.#attempts.set((message as { request: object }).request, attempt);
  };

  readonly #leaving = (message: unknown): void => {
    const attempt = this.#attempts.get((message as { request: object }).request);
    if (attempt !== undefined) attempt.left = true;
  };
}
