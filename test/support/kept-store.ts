/**
 * A journal in memory that outlives its claims, as a file does; its writes can fail. Several share one log, since its tables
 * and triggers cost more than what a test writes: there each store's accounts are its own, and it is told of nothing else.
 */
import { AccountMemory } from '../../src/journal/account/account-memory.ts';
import type { Said } from '../../src/journal/records/record-schema.ts';
import { stated } from '../../src/journal/records/storable.ts';
import type { AccountName, PlanName } from '../../src/journal/records/scope.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import { SqliteStore } from '../../src/journal/sqlite/sqlite-log.ts';
import type {
  Append,
  LocalLog,
  LocalStore,
  LogRecord,
  NewRecord,
  OnRecord,
  RecordKind,
} from '../../src/journal/records/record-log.ts';

/** A log only grows: a new one now and then keeps every store as quick as the first. */
const STORES_PER_LOG = 50;

interface SharedLog {
  readonly log: LocalLog;
  /** The log's own first record. */
  readonly made: LogRecord;
  /** Told of what is written. */
  onRecord: OnRecord;
}

let shared: SharedLog | undefined;
let stores = 0;

function sharedLog(wallMs: () => number): SharedLog {
  if (shared !== undefined && stores++ % STORES_PER_LOG !== 0) return shared;
  const first: LogRecord[] = [];
  const one: Omit<SharedLog, 'log' | 'made'> = { onRecord: (record) => void first.push(record) };
  const log = new SqliteStore({ file: ':memory:', wallMs }).open((record) => one.onRecord(record));
  return (shared = Object.assign(one, { log, made: first[0] as LogRecord }));
}

export class KeptStore implements LocalStore {
  readonly #records: LogRecord[];
  readonly #shared: SharedLog;
  readonly #number: number;
  #onRecord: OnRecord = () => {};
  /** Asked within each write, before it commits: throws where it fails. */
  beforeCommit: (records: readonly NewRecord[]) => void = () => {};
  /** Told of each write that committed. */
  committed: (records: readonly LogRecord[]) => void = () => {};

  constructor(wallMs: () => number) {
    this.#shared = sharedLog(wallMs);
    this.#number = stores;
    this.#records = [this.#shared.made];
  }

  open(onRecord: OnRecord): LocalLog {
    for (const record of this.#records) onRecord(record);
    this.#onRecord = onRecord;
    const records = this.#records;
    return {
      get head() {
        return { record: records.at(-1)?.id ?? 0, sum: '' };
      },
      // Nobody else writes into it.
      close: () => {},
      transact: (work) => this.#transact(work),
    };
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

  verify(): never {
    throw new Error('nothing is kept that could be damaged');
  }

  read(onRecord: OnRecord): void {
    for (const record of this.#records) onRecord(record);
  }

  #transact<T>(work: (append: Append) => T): T {
    const asked: NewRecord[] = [];
    const written: LogRecord[] = [];
    this.#shared.onRecord = (record) => {
      const { said } = asked[written.length] as NewRecord;
      const one = { ...record, said: () => said };
      written.push(one);
      this.#records.push(one);
      this.#onRecord(one, undefined, true);
    };
    const value = this.#shared.log.transact((append) => {
      const done = work((record) => {
        asked.push(record);
        return append(this.#own(record));
      });
      this.beforeCommit(asked);
      return done;
    });
    this.committed(written);
    return value;
  }

  /** A log has an account once. */
  #own(record: NewRecord): NewRecord {
    if (record.kind !== 'account') return record;
    const said = record.said as Said['account'];
    return { ...record, ...stated({ ...said, name: `${said.name} of store ${this.#number}` }) };
  }
}
