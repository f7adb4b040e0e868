/**
 * Whether a request may have left this process. undici, the client behind Node's fetch, publishes `undici:client:sendHeaders`
 * just before it writes a request to its socket. If that never happened for an attempt, no byte of it left. An error's name
 * proves nothing: a connection may be reset before that moment or after it.
 *
 * The messages of these channels carry headers, so the request objects are used only as identities and never read. Of the socket
 * only the count of the bytes read is looked at.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

export interface SentAttempt {
  /** Whether its request was seen leaving. */
  left: boolean;
  /** Ends the attempt before its request could leave a second time. */
  readonly second: AbortController;
  /** What it left by. */
  socket?: CountingSocket;
}

interface CountingSocket {
  readonly bytesRead: number;
}

export const newAttempt = (): SentAttempt => ({ left: false, second: new AbortController() });

/** How many bytes were read from the attempt's connection, those of earlier answers included; undefined before it left. */
export const bytesReceived = ({ left, socket }: SentAttempt): number | undefined =>
  left ? (socket?.bytesRead ?? 0) : undefined;

export class SentEvidence {
  readonly #current = new AsyncLocalStorage<SentAttempt>();
  readonly #attempts = new WeakMap<object, SentAttempt>();
  /** True once the channels may miss a request: from then on, not having seen one proves nothing. */
  #blind = false;

  constructor() {
    subscribe('undici:request:create', this.#created);
    subscribe('undici:client:sendHeaders', this.#leaving);
  }

  /** Runs `send`, and counts every request that it makes as this attempt. */
  watch<T>(attempt: SentAttempt, send: () => Promise<T>): Promise<T> {
    return this.#current.run(attempt, send);
  }

  mayHaveLeft(attempt: SentAttempt): boolean {
    return attempt.left || this.#blind;
  }

  /** To be called when an answer arrives to a request that was never seen leaving: then the channels cannot be relied on. */
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
    // fetch sends a request again after a 421, as its standard says, even with ky's retries off. It creates a second request
    // for that, which is seen here before any of it is written.
    if (attempt.left) attempt.second.abort();
    this.#attempts.set((message as { request: object }).request, attempt);
  };

  readonly #leaving = (message: unknown): void => {
    const { request, socket } = message as { request: object; socket: CountingSocket };
    const attempt = this.#attempts.get(request);
    if (attempt === undefined) return;
    attempt.left = true;
    attempt.socket = socket;
  };
}
