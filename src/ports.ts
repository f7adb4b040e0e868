import type { Call, Rate, Weight } from './model/call.ts';
import type { RunEvent } from './model/event.ts';
import type { ListAnswer, ListQuery } from './model/listing.ts';
import type { Verdict } from './model/outcome.ts';
import type { Result } from './model/result.ts';
import type { JournalState } from './ledger/state.ts';

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
  /**
   * A verdict for every order of the call, in the call's order; `halt` says why no further call may start. `isLost`: no whole
   * answer came, so the exchange may count the call as long as its timestamp is good.
   */
  | {
      readonly kind: 'answered';
      readonly verdicts: readonly Verdict[];
      readonly halt?: string;
      readonly isLost?: true;
    }
  /** Proof that no byte of the request left (decision 0003). `again`: whether trying again makes sense. */
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
  /** What a request that is made now must be signed with: ms since 1970 by the server's clock, as far as it is known. */
  timestampMs(): number;
  /** HMAC-SHA256 of the key, in hex: tells one account's key from another's without keeping it. */
  keyFingerprint(salt: Uint8Array): string;
  /** Sends the call's exact body once, signed with this timestamp. */
  place(call: Call, timestampMs: number): Promise<CallResult>;
  /** Takes the server's time for the timestamps from here on; false where the server does not tell it. */
  syncClock(): Promise<boolean>;
  /** Lets go of sockets and listeners. */
  close(): Promise<void>;
}

/** The exchange's lists of orders. Asking changes nothing, so a question may be asked again. */
export interface OrderLists {
  list(query: ListQuery): Promise<ListAnswer>;
  /** Same contract as `Exchange.syncClock`. */
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
  /** The timestamp that it is signed and sent with: it bounds how late the request can still be taken. */
  readonly signedAtMs: number;
  /** In the call's order. */
  readonly orders: readonly IntendedOrder[];
}

/** A request that only asks. */
export interface Question {
  readonly path: string;
  readonly weight: Weight;
}

/** A weight that may still count at the exchange: of a request whose window may not be over. */
export interface RecentSpend {
  readonly weight: Weight;
  /** How long ago the exchange counted it at the latest, in ms; below 0 while it may still count it. */
  readonly ageMs: number;
  /** Its answer may still come, and then it is known sooner: worth asking the journal again. */
  readonly isOpen?: true;
}

/**
 * Whether a request still fits, given all that others on this machine have spent; undefined: nothing has changed since it was
 * asked last. Asked within the commit that reserves the request.
 */
export type Fits = (others: readonly RecentSpend[] | undefined) => boolean;

/** A request that was sent and whose timestamp may still be good. */
export interface LiveRequest {
  readonly clientOid: string;
  readonly signedAtMs: number;
  /** From then on it can no longer be taken; ms from now. */
  readonly deadInMs: number;
}

/** What a person approved: the code, the settings that it binds, and of each order what it says, by client order id. */
export interface Approval {
  readonly code: string;
  readonly settings: string;
  readonly orders: Readonly<Record<string, string>>;
}

/** Another account of the journal, or this one, that a key is bound to. */
export interface KeyOwner {
  readonly origin: string;
  readonly name: string;
}

/** Why a key may not act for an account: the account is known with another key, or the key under another account. */
export type KeyRefusal = { readonly kind: 'other-key' } | { readonly kind: 'other-account'; readonly owner: KeyOwner };

/**
 * Durable truth about one account and plan. Every `record…` returns only when its record is on disk (SQLite, WAL,
 * synchronous=FULL) and throws a JournalError where it cannot be: then nothing further may be sent.
 */
export interface Journal {
  state(): JournalState;
  /** Ties the account to the key of this fingerprint, if neither is known otherwise; `rebind` overrides what is known. */
  bindKey(fingerprint: (salt: Uint8Array) => string, rebind: boolean): Result<void, KeyRefusal>;
  /** The order of the account, of any plan, that has this order id of the exchange. */
  orderIdOwner(orderId: string): { readonly plan: string; readonly id: string; readonly clientOid: string } | undefined;
  /** Those of these orders whose last request may still be taken. */
  liveRequests(clientOids: readonly string[]): readonly LiveRequest[];
  /** On disk before anything that it covers is sent. */
  recordApproval(approval: Approval): void;
  /** Every approval of this plan and generation, the newest first. */
  approvals(): readonly Approval[];
  history(): JournalHistory;
  /** Once per execution, before its first intent. */
  beginRun(run: RunRecord): void;
  /**
   * On disk before the first byte leaves; undefined, and nothing is written, where it does not fit beside what others have
   * spent. Refuses (throws) an order whose state does not allow an intent.
   */
  recordIntent(intent: Intent, fits: Fits): AttemptId | undefined;
  /** As `recordIntent`, for a question, whose weight counts for others too; ended by `recordVerdicts` with none. */
  recordQuestion(question: Question, fits: Fits): AttemptId | undefined;
  /** A verdict for each order of the attempt, in the call's order. */
  recordVerdicts(attempt: AttemptId, verdicts: readonly Verdict[], latencyMs: number, isLost?: boolean): void;
  /** Proof that the exchange did not take the call: its orders are as if never sent, under the same client order ids. */
  recordNotTaken(attempt: AttemptId, how: NotTaken, message: string, latencyMs: number): void;
  /**
   * Once the account's lock is held, before anything else: takes in what was kept aside, and turns every order of the
   * account that is still in flight into unknown, for nobody awaits its answer any more.
   */
  recover(aside: readonly AsideVerdict[]): Recovered;
  /** A person's or a lookup's word on an unknown order; refuses (throws) any other. */
  recordSettled(clientOid: string, settled: Settled): void;
  /** All that was spent before and may still count. What is reserved from here on is the caller's own. */
  recentSpend(longest: Rate['windowMs']): readonly RecentSpend[];
  close(): void;
}

/** What a journal has of an account, and of one plan of it in whatever generation. */
export interface JournalHistory {
  /** Nothing of this account was ever sent from it. */
  readonly isNew: boolean;
  /** The highest one that was ever sent. */
  readonly generation?: number;
  /** The plan file of the last run that sent something: its absolute path. */
  readonly planFile?: string;
}

export interface Recovered {
  /** How many verdicts that were kept aside are in the journal now. */
  readonly taken: number;
  /** How many orders became unknown. */
  readonly unknown: number;
  /** Verdicts that were kept aside and contradict what the journal knows. */
  readonly refused: readonly AsideVerdict[];
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
  readonly ended?: {
    readonly how: 'answered' | 'lost' | NotTaken;
    readonly latencyMs: number;
    readonly message?: string;
  };
}

/** The proofs that a call was not taken. */
export type NotTaken = Exclude<CallResult['kind'], 'answered'>;

export type AttemptId = number & { readonly brand: 'attempt' };
