import type { Call, Rate, Weight } from './model/call.ts';
import type { RunEvent } from './model/event.ts';
import type { ListAnswer, ListQuery } from './model/listing.ts';
import type { Verdict } from './model/outcome.ts';
import type { Result } from './model/result.ts';
import type { JournalState } from './journal/journal-state.ts';

/** Time, for waiting and for labels. Waiting never uses the wall clock, which may jump. */
export interface Clock {
  /** Milliseconds that only go forward; from an arbitrary origin. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Resolves at or after `ms` from now, or as soon as the signal aborts (never rejects). */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What one attempt to send a call came to. A failure of the network is a value here, never a throw. */
export type CallResult =
  /** A verdict for every order of the call, in the call's order; `halt` says why no further call may start. */
  | { readonly kind: 'answered'; readonly verdicts: readonly Verdict[]; readonly halt?: string }
  /** Proof that no byte of the request left (architecture decision 4). `again`: whether trying again makes sense. */
  | { readonly kind: 'not-sent'; readonly message: string; readonly rule: string; readonly again: boolean }
  /** Refused by the rate limit: not processed (a named assumption). `again`: false where this address is banned. */
  | {
      readonly kind: 'rate-refused';
      readonly message: string;
      readonly rule: string;
      readonly again: boolean;
      readonly retryAfterMs?: number;
    }
  /** Refused for its timestamp: not processed. `verdict` is what it comes to where the clock cannot be set right. */
  | { readonly kind: 'clock-refused'; readonly message: string; readonly rule: string; readonly verdict: Verdict };

export interface Exchange {
  /** Sends the call's exact body once. */
  place(call: Call): Promise<CallResult>;
  /** Takes the server's time for the timestamps from here on; false where the server does not tell it. */
  syncClock(): Promise<boolean>;
  /** Lets go of sockets and listeners. */
  close(): Promise<void>;
}

/** The exchange's lists of orders. Asking changes nothing, so a question may be asked again. */
export interface OrderLists {
  list(query: ListQuery): Promise<ListAnswer>;
  /** As of `Exchange`. */
  syncClock(): Promise<boolean>;
}

export type EventSink = (event: RunEvent) => void;

/** One order of an intent, as the journal must know it before the first byte leaves. */
export interface IntendedOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly content: Readonly<Record<string, string>>;
}

/** What an execution is of. */
export interface RunRecord {
  readonly planFile: string;
  /** Of the calls it is about to send. */
  readonly digest: string;
}

export interface Intent {
  readonly call: Call;
  /** In the call's order. */
  readonly orders: readonly IntendedOrder[];
}

/** A request that only asks. */
export interface Question {
  readonly path: string;
  readonly weight: Weight;
}

/** The weights that may still count at the exchange: of every call of the account whose window may not be over. */
export interface RecentSpend {
  readonly weight: Weight;
  /** How long ago the answer arrived, in ms by the wall clock; 0 for a call whose answer never came. */
  readonly ageMs: number;
}

/**
 * Durable truth about one account and plan. Every `record…` returns only when its record is on disk (SQLite, WAL,
 * synchronous=FULL) and throws a JournalError where it cannot be: then nothing further may be sent.
 */
export interface Journal {
  state(): JournalState;
  /** Once per execution, before its first intent. */
  beginRun(run: RunRecord): void;
  /** On disk before the first byte leaves. Refuses (throws) an order whose state does not allow an intent. */
  recordIntent(intent: Intent): AttemptId;
  /** On disk before a question leaves, whose weight counts against the next run too; ended by `recordVerdicts` with none. */
  recordQuestion(question: Question): AttemptId;
  /** A verdict for each order of the attempt, in the call's order. */
  recordVerdicts(attempt: AttemptId, verdicts: readonly Verdict[], latencyMs: number): void;
  /** Proof that the exchange did not take the call: its orders are as if never sent, under the same client order ids. */
  recordNotTaken(attempt: AttemptId, how: NotTaken, message: string, latencyMs: number): void;
  /**
   * Once the account's lock is held, before anything else: takes in what was kept aside, and turns every order of the
   * account that is still in flight into unknown, for nobody awaits its answer any more. How many of each.
   */
  recover(aside: readonly AsideVerdict[]): { readonly taken: number; readonly unknown: number };
  /** A person's or a lookup's word on an unknown order; refuses (throws) any other. */
  recordSettled(clientOid: string, settled: Settled): void;
  recentSpend(longest: Rate['windowMs']): readonly RecentSpend[];
  close(): void;
}

/** A verdict that the journal could not take. */
export interface AsideVerdict {
  readonly clientOid: string;
  readonly verdict: Verdict;
}

/** Keeps verdicts beside a journal that cannot be written; the file's name, or why even that failed. */
export type Aside = (verdicts: readonly AsideVerdict[]) => Result<string, string>;

/** How an unknown order ended, by whom, and on what evidence. */
export interface Settled {
  /** Undefined: it is settled as absent. */
  readonly orderId?: string;
  readonly rule: 'found' | 'by-person';
  /** Where it was found, or who decided it and why. */
  readonly evidence: string;
}

/** One sending of one call, as the journal has it. */
export interface SentCall extends Omit<Call, 'number' | 'waitsFor'> {
  /** Its number in its run. */
  readonly call: number;
  /** When its intent was written, by the wall clock, ms since 1970. */
  readonly sentAtMs: number;
  /** How it ended; undefined where nothing was recorded of that. */
  readonly ended?: { readonly how: 'answered' | NotTaken; readonly latencyMs: number; readonly message?: string };
}

/** The proofs that a call was not taken. */
export type NotTaken = Exclude<CallResult['kind'], 'answered'>;

export type AttemptId = number & { readonly brand: 'attempt' };
