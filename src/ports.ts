/** What lies outside: the clock, the exchange, and whoever hears of events. */
import type { Operation, Operations, Transmitted } from './exchange/dialect.ts';
import type { RunEvent } from './model/event.ts';

/** Time, for waiting and for labels. Waiting never uses the wall clock, which may jump. */
export interface Clock {
  /** Milliseconds that only go forward; from an arbitrary origin. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Resolves at or after `ms` from now, or as soon as the signal aborts (never rejects). */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Exchange {
  readonly operations: Operations;
  /** HMAC-SHA256 of the key, in hex: tells one account's key from another's without keeping it. */
  keyFingerprint(salt: Uint8Array): string;
  /** Sends the exact bytes once, signed with this timestamp (ms since 1970), and judges what came of it. */
  send<Asked, Value>(
    operation: Operation<Asked, Value>,
    asked: Asked,
    timestampMs: number,
  ): Promise<Transmitted<Value>>;
  /** Lets go of sockets and listeners. */
  close(): Promise<void>;
}

export type EventSink = (event: RunEvent) => void;

/**
 * What a person at the screen asks for. `check`, to read the account before they approve, and `place` carry the whole approval
 * code of what was shown when they asked.
 */
export type Wish =
  | { readonly kind: 'interrupt' | 'quit' | 'pause' | 'resume' | 'look' }
  | { readonly kind: 'check' | 'place'; readonly code: string };
