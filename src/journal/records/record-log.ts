/** What a store of records keeps, and the port of a store that is a log of them. */
import type { Cost } from '../../model/call.ts';
import type { Head, Verified } from './head.ts';
import type { Halt } from './halt.ts';
import type { Objection } from './objection.ts';
import type { AccountName } from './scope.ts';

/** How an attempt can end; `unrecorded`: the run that sent it ended before its answer was on record. */
export const ENDINGS = ['answered', 'lost', 'not-sent', 'rate-refused', 'clock-refused', 'unrecorded'] as const;
export type EndingKind = (typeof ENDINGS)[number];

export const RECORD_KINDS = [
  'made',
  'account',
  'plan',
  'key',
  'approval',
  'run',
  'announced',
  'finished',
  'intent',
  'question',
  'settled',
  'cancel',
  'seen',
  'looked',
  'halt',
  'lifted',
  'end-asked',
  'closed-elsewhere',
  ...ENDINGS,
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const isEnding = (kind: RecordKind): kind is EndingKind => (ENDINGS as readonly string[]).includes(kind);

/** A record before it has its number. */
export interface NewRecord {
  readonly kind: RecordKind;
  /** The number of the account's record, and of the plan's. */
  readonly account?: number | undefined;
  readonly plan?: number | undefined;
  /** The number of the record it is about: the intent of an ending, the run of an intent. */
  readonly about?: number | undefined;
  /** For a request. */
  readonly weight?: { readonly ip: number; readonly uid: number } | undefined;
  /** Both clocks of the moment. */
  readonly atMs: number;
  readonly uptimeMs: number | null;
  /** The rest, and the same as JSON. */
  readonly said: object;
  readonly text: string;
}

export interface LogRecord extends Omit<NewRecord, 'said'> {
  /** From 1, without a gap. */
  readonly id: number;
  /** Read when it is asked for. */
  readonly said: () => object;
}

/** At once where the store is on this machine, later where it is not. */
export type Eventually<T> = T | Promise<T>;

/** Who does not ask again in time waits no more. */
export const WAIT_GRACE_MS = 500;
export const LONGEST_WAIT_MS = 60_000;

export interface Wait {
  readonly forMs: number;
  /** What waits first closes or takes off, and protects. */
  readonly isExit: boolean;
}

export interface WeightWaits {
  /** What others wait for who came first, as it was last read; before what only opens or takes a profit goes every exit, where the store can tell. */
  ahead(isExit: boolean): Required<Cost>;
  /** This one waits for all of these, and asks again in so many milliseconds. */
  leave(costs: readonly Cost[], wait: Wait): Promise<void>;
}

/** A log of records that a process has open. Reports each record once, in order, when it is durable. */
export interface RecordLog {
  /** The newest record that was reported. */
  readonly head: Head;
  /** The store's own time, ms since 1970, and never ahead of it; undefined: its records carry the clocks of this machine. */
  readonly wallMs?: () => number;
  /** Who waits for weight, where others write too and the first to come is the first to go. */
  readonly waiting?: WeightWaits | undefined;
  /**
   * Writes records, all or none, durable when it is done. `work` runs when all that others wrote has been reported; `append`
   * gives a record's number. It may run again, where others wrote meanwhile: what it did before is then void.
   */
  transact<T>(work: (append: Append) => T): Eventually<T>;
  close(): Eventually<void>;
}

export type Append = (record: NewRecord) => number;
/** `sum`: the record's own in hex, where the store keeps a chain. `isOwn`: written through this log, by its own `transact`. */
export type OnRecord = (record: LogRecord, sum?: string, isOwn?: true) => void;

export type IsEnough = () => boolean;

/** A halt is on record. `before`: one was in force already, and no other was written. */
export interface HaltAtEnd {
  readonly before?: Halt;
}

/** A store that is such a log. */
export interface RecordStore {
  /** Opens the log to write, and makes it where there is none. It has reported every record when it is done. */
  open(onRecord: OnRecord): Eventually<RecordLog>;
  /**
   * Reports every record, without making, changing or locking anything; nothing where there is no log. From where `isEnough` says so, the
   * rest may be left unread, and then nothing is known of it. Who gives one gets the records before what else takes long is checked.
   */
  read(onRecord: OnRecord, isEnough?: IsEnough): Eventually<void>;
  /** Looks at every record, whatever is wrong with the log; without changing anything. */
  verify(kept?: Head): Eventually<Verified>;
  /**
   * Writes a halt of the account before all of the log is looked at, by what its last records and the store's own rules prove. Undefined
   * where the log has to be read first.
   */
  haltAtEnd?(account: AccountName, halt: NewRecord): Eventually<HaltAtEnd | undefined>;
  /** Why no run may go by it as it stands, though its records are whole. Rejects with JournalError where it cannot be looked at. */
  objection?(): Promise<Objection | undefined>;
}

/** A log on this machine: all is done when its methods return. */
export interface LocalLog extends RecordLog {
  transact<T>(work: (append: Append) => T): T;
  close(): void;
}

export interface LocalStore extends RecordStore {
  open(onRecord: OnRecord): LocalLog;
  read(onRecord: OnRecord, isEnough?: IsEnough): void;
  verify(kept?: Head): Verified;
}
