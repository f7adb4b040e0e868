/** One account's part of a store: what its records say, and how another is written. */
import { AccountMemory } from './account-memory.ts';
import type { AccountName } from '../records/scope.ts';
import type { Moment } from '../records/moment.ts';
import type { Append, NewRecord, RecordLog, RecordStore, WeightWaits } from '../records/record-log.ts';
import { Reservations } from './reservations.ts';
import { Reserves } from './reserves.ts';
import { said } from '../records/record-schema.ts';
import { stated } from '../records/storable.ts';
import type { Head } from '../records/head.ts';
import { Spending } from './spending.ts';
import { Writer, type Defer, type WriteHow } from './writer.ts';

/** What a claim needs of this machine. */
export interface Machine {
  /** Who runs, for the record. */
  readonly self: { readonly host: string; readonly user: string; readonly pid: number; readonly tool?: string };
  /** Milliseconds that only go forward. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970. */
  readonly wallMs: () => number;
  /** Milliseconds since the machine started; where it is not known, ages go by the wall clock alone. */
  readonly uptimeMs?: () => number;
  readonly defer: Defer;
}

/** A record before it has its time and its text. */
export type RecordFields = Omit<NewRecord, 'atMs' | 'uptimeMs' | 'text'>;

type Known = Pick<AccountBooks, 'memory' | 'spending' | 'reservations' | 'reserves' | 'machine' | 'first'>;

export class AccountBooks {
  readonly machine: Machine;
  readonly memory: AccountMemory;
  /** What others have spent. */
  readonly spending: Spending;
  /** What others may still open. */
  readonly reservations: Reservations;
  /** The weight that others keep. */
  readonly reserves: Reserves;
  /** The sum of the first record, in hex. */
  readonly first: string;
  readonly #log: RecordLog;
  readonly #writer: Writer;

  private constructor(log: RecordLog, { memory, spending, reservations, reserves, machine, first }: Known) {
    this.first = first;
    this.machine = machine;
    this.memory = memory;
    this.spending = spending;
    this.reservations = reservations;
    this.reserves = reserves;
    this.#log = log;
    this.#writer = new Writer(log, machine.defer);
  }

  /**
   * Opens the store and reads it; `longestMs`: of the windows, 0 where nothing is sent, as by a halt: then nobody asks what others spend
   * and reserve. Rejects with JournalError where it cannot be used.
   */
  static async open(
    store: RecordStore,
    account: AccountName,
    machine: Machine,
    longestMs?: number,
  ): Promise<AccountBooks> {
    const [memory, spending] = [new AccountMemory(account), new Spending(account, longestMs)];
    const [reservations, reserves] = [new Reservations(memory), new Reserves(account)];
    let first = '';
    const log = await store.open((record, sum, isOwn) => {
      if (record.id === 1 && sum !== undefined) first = sum;
      memory.take(record);
      if (longestMs === 0) return;
      spending.take(record, isOwn);
      reservations.take(record);
      reserves.take(record);
    });
    const books = new AccountBooks(log, { memory, spending, reservations, reserves, machine, first });
    if (memory.id === undefined) await books.#addAccount(account);
    return books;
  }

  /** Another process may have added it since it was looked for. */
  async #addAccount({ origin, name }: AccountName): Promise<void> {
    await this.#log.transact((append) => {
      if (this.memory.id !== undefined) return;
      append(this.stamped({ kind: 'account', said: said<'account'>({ origin, name }) }));
    });
  }

  /** Writes in the order it is asked to. */
  write<T>(work: (append: (record: RecordFields) => number) => T, how?: WriteHow): Promise<T> {
    return this.#writer.add((append: Append) => work((fields) => append(this.stamped(fields))), how);
  }

  stamped(fields: RecordFields): NewRecord {
    const { wallMs: atMs, uptimeMs } = this.now();
    return { ...fields, ...stated(fields.said), atMs, uptimeMs };
  }

  /** The numbers that a record of this account, and of this plan, carries. */
  of(plan?: number): { account: number; plan?: number } {
    const { id } = this.memory;
    if (id === undefined) throw new Error('the store opens with the account in it');
    return { account: id, ...(plan !== undefined && { plan }) };
  }

  now(): Moment {
    if (this.#log.wallMs !== undefined) return { wallMs: this.#log.wallMs(), uptimeMs: null };
    return { wallMs: this.machine.wallMs(), uptimeMs: this.machine.uptimeMs?.() ?? null };
  }

  get waiting(): WeightWaits | undefined {
    return this.#log.waiting;
  }

  /** The newest record and its sum. */
  get head(): Head {
    return this.#log.head;
  }

  /** Writes what is waiting, and closes the store. */
  async close(): Promise<void> {
    try {
      const flushing = this.#writer.flush();
      if (flushing !== undefined) await flushing;
    } finally {
      await this.#log.close();
    }
  }
}
