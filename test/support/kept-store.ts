/** A journal in memory that outlives its claims, as a file does; its writes can fail. */
import { AccountMemory } from '../../src/ledger/account-memory.ts';
import type { AccountName, PlanName } from '../../src/ledger/scope.ts';
import type { JournalState } from '../../src/ledger/state.ts';
import { SqliteStore } from '../../src/ledger/sqlite/sqlite-log.ts';
import type {
  Append,
  LogRecord,
  NewRecord,
  OnRecord,
  RecordKind,
  RecordLog,
  RecordStore,
} from '../../src/ledger/record-log.ts';

export class KeptStore implements RecordStore {
  readonly #wallMs: () => number;
  readonly #records: LogRecord[] = [];
  #log: RecordLog | undefined;
  #onRecord: OnRecord = () => {};
  /** Asked within each write, before it commits: throws where it fails. */
  beforeCommit: (records: readonly NewRecord[]) => void = () => {};
  /** Told of each write that committed. */
  committed: (records: readonly NewRecord[]) => void = () => {};

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  open(onRecord: OnRecord): RecordLog {
    this.#onRecord = onRecord;
    const log = this.#open();
    for (const record of this.#records) if (log.isOld) onRecord(record);
    return {
      catchUp: () => log.log.catchUp(),
      close: () => {},
      transact: (work) => this.#transact(log.log, work),
    };
  }

  /** How many records it has. */
  get size(): number {
    return this.#records.length;
  }

  /** How many records of that kind it has. */
  count(kind: RecordKind): number {
    return this.#records.filter((record) => record.kind === kind).length;
  }

  /** What its records say of a plan. */
  stateOf(account: AccountName, plan: PlanName): JournalState {
    const memory = new AccountMemory(account);
    this.read((record) => memory.take(record));
    return memory.state(plan);
  }

  read(onRecord: OnRecord): void {
    for (const record of this.#records) onRecord(record);
  }

  #open(): { readonly log: RecordLog; readonly isOld: boolean } {
    const isOld = this.#log !== undefined;
    this.#log ??= new SqliteStore({ file: ':memory:', wallMs: this.#wallMs }).open((record) => {
      this.#records.push(record);
      this.#onRecord(record);
    });
    return { log: this.#log, isOld };
  }

  #transact<T>(log: RecordLog, work: (append: Append) => T): T {
    const written: NewRecord[] = [];
    const value = log.transact((append) => {
      const done = work((record) => {
        written.push(record);
        return append(record);
      });
      this.beforeCommit(written);
      return done;
    });
    this.committed(written);
    return value;
  }

  close(): void {
    this.#log?.close();
    this.#log = undefined;
  }
}
