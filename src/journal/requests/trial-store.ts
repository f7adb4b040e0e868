/**
 * A store as it stands, of which nothing is written: what a claim writes is kept in memory, and lost with it. By it a person is told
 * what a run would come to, by all that a run goes by.
 */
import { randomBytes } from 'node:crypto';
import { chainSum, CHAIN_START } from '../records/chain.ts';
import type { Head, Verified } from '../records/head.ts';
import type { Objection } from '../records/objection.ts';
import type {
  Eventually,
  IsEnough,
  LogRecord,
  NewRecord,
  OnRecord,
  RecordLog,
  RecordStore,
} from '../records/record-log.ts';
import { said } from '../records/record-schema.ts';
import { stated } from '../records/storable.ts';
import type { ClaimScope } from '../records/scope.ts';

/** A trial without a plan is of any plan, so that only who has all of the account is in its way. No plan is called so. */
export const ofAnyPlan = (scope: ClaimScope): ClaimScope => ({ plan: { plan: '', generation: 1 }, ...scope });

export class TrialStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #wallMs: () => number;

  constructor(store: RecordStore, wallMs: () => number) {
    this.#store = store;
    this.#wallMs = wallMs;
  }

  async open(onRecord: OnRecord): Promise<RecordLog> {
    const log = new TrialLog(onRecord);
    await this.#store.read(log.take);
    // Where there is no store yet, a claim makes it.
    if (log.head.record === 0)
      log.transact((append) =>
        append({
          kind: 'made',
          atMs: this.#wallMs(),
          uptimeMs: null,
          ...stated(said<'made'>({ salt: randomBytes(32).toString('hex') })),
        }),
      );
    return log;
  }

  read(onRecord: OnRecord, isEnough?: IsEnough): Eventually<void> {
    return this.#store.read(onRecord, isEnough);
  }

  verify(kept?: Head): Eventually<Verified> {
    return this.#store.verify(kept);
  }

  async objection(): Promise<Objection | undefined> {
    return this.#store.objection?.();
  }
}

class TrialLog implements RecordLog {
  readonly #onRecord: OnRecord;
  #id = 0;
  #sum = CHAIN_START;

  constructor(onRecord: OnRecord) {
    this.#onRecord = onRecord;
  }

  get head(): Head {
    return { record: this.#id, sum: this.#sum };
  }

  readonly take: OnRecord = (record, sum = chainSum(this.#sum, record), isOwn) => {
    this.#id = record.id;
    this.#sum = sum;
    if (isOwn === true) this.#onRecord(record, sum, isOwn);
    else this.#onRecord(record, sum);
  };

  transact<T>(work: (append: (record: NewRecord) => number) => T): T {
    const written: LogRecord[] = [];
    const value = work((fields) => {
      const id = this.#id + written.length + 1;
      written.push({ ...fields, id, said: () => fields.said });
      return id;
    });
    for (const record of written) this.take(record, chainSum(this.#sum, record), true);
    return value;
  }

  close(): void {}
}
