/** What a store of records keeps, and the port of a store that is a log on this machine. */
import type { Head, Verified } from './head.ts';

/** How an attempt can end; `unrecorded`: the run that sent it ended before its answer was on record. */
export const ENDINGS = ['answered', 'lost', 'not-sent', 'rate-refused', 'clock-refused', 'unrecorded'] as const;
export type EndingKind = (typeof ENDINGS)[number];

export type RecordKind =
  | 'made'
  | 'account'
  | 'plan'
  | 'key'
  | 'approval'
  | 'run'
  | 'announced'
  | 'finished'
  | 'intent'
  | 'question'
  | 'settled'
  | 'cancel'
  | 'seen'
  | EndingKind;

export const isEnding = (kind: RecordKind): kind is EndingKind => (ENDINGS as readonly string[]).includes(kind);

/** A record before it has its number. */
export interface NewRecord {
  readonly kind: RecordKind;
  /** The number of the account's record, and of the plan's. */
  readonly account?: number;
  readonly plan?: number;
  /** The number of the record it is about: the intent of an ending, the run of an intent. */
  readonly about?: number;
  /** Of a request. */
  readonly weight?: { readonly ip: number; readonly uid: number };
  /** Both clocks of the moment. */
  readonly atMs: number;
  readonly uptimeMs: number | null;
  /** The rest. */
  readonly said: object;
}

export interface LogRecord extends Omit<NewRecord, 'said'> {
  /** From 1, without a gap. */
  readonly id: number;
  /** What it says, as JSON; `said` gives it as an object, read when it is asked for. */
  readonly text: string;
  readonly said: () => object;
}

/** A log of records that a process has open. Reports each record once, in order, when it is durable. */
export interface RecordLog {
  /** The newest record that was reported. */
  readonly head: Head;
  /** Reads what others have written since. */
  catchUp(): void;
  /**
   * Writes records, all or none, on disk when it returns. `work` runs when all that others wrote has been reported; `append`
   * gives a record's number.
   */
  transact<T>(work: (append: Append) => T): T;
  close(): void;
}

export type Append = (record: NewRecord) => number;
/** `sum`: the record's own, where the store keeps a chain. */
export type OnRecord = (record: LogRecord, sum?: Uint8Array) => void;

/** A store that is such a log. */
export interface RecordStore {
  /** Opens the log to write, and makes it where there is none. It has reported every record when it returns. */
  open(onRecord: OnRecord): RecordLog;
  /** Reports every record, without making, changing or locking anything; nothing where there is no log. */
  read(onRecord: OnRecord): void;
  /** Looks at every record, whatever is wrong with the log; without changing anything. */
  verify(kept?: Head): Verified;
}
