/**
 * The records of a journal in SQLite: WAL, synchronous=FULL, so a record is on disk when the call that wrote it returns.
 *
 * Invariants
 * 1. What is damaged, gone or replaced is refused, never read around (journal-file.ts, chain.ts).
 * 2. Nothing is updated or deleted (tables.ts).
 */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { bytesOf, ChainEnd, chainSum } from '../records/chain.ts';
import type { Head, Verified } from '../records/head.ts';
import { WaitingFile } from './waiting-file.ts';
import type {
  Append,
  HaltAtEnd,
  IsEnough,
  LocalLog,
  LocalStore,
  LogRecord,
  NewRecord,
  OnRecord,
  WeightWaits,
} from '../records/record-log.ts';
import { said } from '../records/record-schema.ts';
import { stated } from '../records/storable.ts';
import { guarded } from '../records/journal-error.ts';
import { haltAtEnd } from './halt-at-end.ts';
import { openDatabase, readDatabase, watchFiles } from './journal-file.ts';
import type { AccountName } from '../records/scope.ts';
import { recordOf } from '../records/record-row.ts';
import { recordRows, rowsOf } from './record-rows.ts';
import { verifyJournal } from './verify-journal.ts';

export interface SqliteOptions {
  /** A real path, or `:memory:`. */
  readonly file: string;
  readonly wallMs: () => number;
  /** The files whose locks a run holds: as soon as another stands in the place of one, nothing more is written. */
  readonly lockFiles?: readonly string[];
  /** Where others of the account write too: the file of who waits for weight. */
  readonly waitingFile?: string;
}

export class SqliteStore implements LocalStore {
  readonly #options: SqliteOptions;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  open(onRecord: OnRecord): LocalLog {
    return new SqliteLog(this.#options, onRecord);
  }

  read(onRecord: OnRecord, isEnough?: IsEnough): void {
    const read = (database: DatabaseSync): void => new Chain(database).readOn(onRecord, isEnough);
    readDatabase(this.#options.file, read, isEnough);
  }

  verify(kept?: Head): Verified {
    return verifyJournal(this.#options.file, kept);
  }

  haltAtEnd(account: AccountName, halt: NewRecord): HaltAtEnd | undefined {
    return haltAtEnd(this.#options.file, account, halt);
  }
}

/** The end of the chain that was read, and what reads it on. */
class Chain extends ChainEnd {
  readonly #after: StatementSync;

  constructor(database: DatabaseSync) {
    super();
    this.#after = recordRows(database, 'where id > ?');
  }

  /** Reports what was added since. Throws RecordError at the first record that does not say what was written. */
  readOn(onRecord: OnRecord, isEnough: IsEnough = () => false): void {
    for (const row of rowsOf(this.#after.iterate(this.id))) {
      const record = recordOf(row);
      onRecord(record, this.follow(record, { before: row[10], sum: row[11] }));
      if (isEnough()) return;
    }
  }
}

class SqliteLog implements LocalLog {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #checkFiles: () => void;
  readonly #chain: Chain;
  readonly #insert: StatementSync;
  readonly #newest: StatementSync;
  readonly #onRecord: OnRecord;
  readonly #waiting: WaitingFile | undefined;

  constructor({ file, wallMs, lockFiles, waitingFile }: SqliteOptions, onRecord: OnRecord) {
    this.#file = file;
    this.#onRecord = onRecord;
    this.#waiting = waitingFile === undefined ? undefined : new WaitingFile(waitingFile, wallMs);
    this.#database = openDatabase(file);
    this.#checkFiles = watchFiles(file, lockFiles);
    this.#chain = new Chain(this.#database);
    this.#newest = this.#database.prepare('select max(id) as id from record');
    this.#insert = this.#database.prepare('insert into record values (?,?,?,?,?,?,?,?,?,?,?,?)');
    guarded(this.#file, () => this.#chain.readOn(this.#onRecord));
    if (this.#chain.id === 0) this.#begin(wallMs());
  }

  /** Another run may have begun it since it was looked at. */
  #begin(atMs: number): void {
    const salt = randomBytes(32).toString('hex');
    this.transact((append) => {
      if (this.#chain.id === 0) append({ kind: 'made', atMs, uptimeMs: null, ...stated(said<'made'>({ salt })) });
    });
  }

  get head(): Head {
    return this.#chain.head;
  }

  get waiting(): WeightWaits | undefined {
    return this.#waiting;
  }

  transact<T>(work: (append: Append) => T): T {
    return guarded(this.#file, () => {
      this.#checkFiles();
      this.#database.exec('begin immediate');
      const written: { readonly record: LogRecord; readonly sum: string }[] = [];
      const value = this.#inside(() => {
        if (this.#newest.get()?.['id'] !== this.#chain.id) this.#chain.readOn(this.#onRecord);
        return work((record) => this.#append(record, written));
      });
      const last = written.at(-1);
      if (last !== undefined) {
        this.#chain.id = last.record.id;
        this.#chain.sum = last.sum;
      }
      if (written.some(({ record }) => record.weight !== undefined)) this.#waiting?.served();
      for (const { record, sum } of written) this.#onRecord(record, sum, true);
      return value;
    });
  }

  /** What `work` gives, once it is committed. */
  #inside<T>(work: () => T): T {
    try {
      const value = work();
      this.#database.exec('commit');
      return value;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  #append(fields: NewRecord, written: { readonly record: LogRecord; readonly sum: string }[]): number {
    const last = written.at(-1);
    const id = (last?.record.id ?? this.#chain.id) + 1;
    const record: LogRecord = { ...fields, id, said: () => fields.said };
    const before = last?.sum ?? this.#chain.sum;
    const sum = chainSum(before, record);
    const { kind, account = null, plan = null, about = null, weight, atMs, uptimeMs } = record;
    const [ip, uid] = [weight?.ip ?? null, weight?.uid ?? null];
    this.#insert.run(
      id,
      kind,
      account,
      plan,
      about,
      ip,
      uid,
      atMs,
      uptimeMs,
      record.text,
      bytesOf(before),
      bytesOf(sum),
    );
    written.push({ record, sum });
    return id;
  }

  close(): void {
    this.#waiting?.close();
    this.#database.close();
  }
}
