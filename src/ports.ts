/** What lies outside: the clock, the exchange, and whoever hears of events. */
import type { Call, CallKind, Cost } from './model/call.ts';
import type { CancelCall, Cancelled } from './model/cancel.ts';
import type { Evidence } from './model/evidence.ts';
import type { RunEvent } from './model/event.ts';
import type { ListName, ListQuery, ListRead } from './model/listing.ts';
import type { Verdict } from './model/outcome.ts';
import type { FillsQuery, FillsRead, PositionRead } from './model/standing.ts';

/** Time, for waiting and for labels. Waiting never uses the wall clock, which may jump. */
export interface Clock {
  /** Milliseconds that only go forward; from an arbitrary origin. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Resolves at or after `ms` from now, or as soon as the signal aborts (never rejects). */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What one attempt to send a request came to. A failure of the network is a value here, never a throw. */
export type Transmitted<V> =
  /** `isLost`: no whole answer came, so the exchange may count the request as long as its timestamp is good. */
  | { readonly kind: 'answered'; readonly value: V; readonly isLost?: true }
  /** Proof that no byte of the request left (decision 0003). `again`: whether trying again makes sense. */
  | { readonly kind: 'not-sent'; readonly message: string; readonly again: boolean }
  /** Refused by the rate limit: not processed (a named assumption). `again`: false where this address is banned. */
  | { readonly kind: 'rate-refused'; readonly message: string; readonly again: boolean; readonly retryAfterMs?: number }
  /** Refused for its timestamp: not processed. `value` is what it comes to where that happens again under the server's own time. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly value: V };

/** An attempt that the exchange did not take, by proof. */
export type Refused<V> = Exclude<Transmitted<V>, { kind: 'answered' }>;

/** What reading an answer needs besides the answer. */
export interface Judging {
  /** Codes that prove a refusal besides those that are known (`exchange.refusalCodes`). */
  readonly refusalCodes: ReadonlySet<string>;
  /** The exchange's words without any credential that it echoes. */
  readonly clean: (words: string) => string;
}

/** One operation of the exchange, as data: what is sent for `Asked`, and what an answer means (docs/exchange.md#operations). */
export interface Operation<Asked, Value> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** What the exchange counts it as. */
  readonly weight: Cost;
  /** Whether a key signs it. */
  readonly isSigned: boolean;
  /** Whether asking twice changes nothing: true of questions, never of what places an order. */
  readonly isRepeatable: boolean;
  /** The path with its query. */
  readonly target: (asked: Asked) => string;
  /** The very text whose bytes are signed and sent; empty for a GET. */
  readonly body: (asked: Asked) => string;
  /** The operation's own table of judgement. */
  readonly judge: (evidence: Evidence, asked: Asked, judging: Judging) => Transmitted<Value>;
}

/** What a call comes to. */
export interface Placed {
  /** For every order of the call, in the call's order. */
  readonly verdicts: readonly Verdict[];
  /** Why no further call may start. */
  readonly halt?: string;
}

/** The operations that a session uses. */
export interface Operations {
  readonly place: Readonly<Record<CallKind, Operation<Call, Placed>>>;
  /** Takes orders off, by the kind of the orders: a trigger order has a call of its own. */
  readonly cancel: Readonly<Record<CallKind, Operation<CancelCall, Cancelled>>>;
  readonly list: Readonly<Record<ListName, Operation<ListQuery, ListRead>>>;
  /** A page of the account's trades of a symbol. */
  readonly fills: Operation<FillsQuery, FillsRead>;
  /** What the account holds of a symbol. */
  readonly position: Operation<{ readonly symbol: string }, PositionRead>;
  /** The server's time in ms since 1970; undefined where it does not tell it. */
  readonly time: Operation<undefined, number | undefined>;
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

/** What a person at the screen asks for. `place` carries the whole approval code of what was shown when they approved it. */
export type Wish =
  | { readonly kind: 'interrupt' | 'quit' | 'pause' | 'resume' }
  | { readonly kind: 'place'; readonly code: string };
