/**
 * The disk of a simulation. The journal is the real one on a real file in memory, which several seeds of a process share, each
 * under an account of its own: so a seed pays for no new tables. Faults strike at the port of the store, and what a power
 * loss leaves is judged by what the open connection was really told: without synchronous=FULL, the write-ahead log is gone.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { besideJournal } from '../../src/journal/files/run-lock.ts';
import { asideFile } from '../../src/journal/files/spool.ts';
import type { Append, LocalLog, LocalStore, OnRecord } from '../../src/journal/records/record-log.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Story } from '../../src/model/story.ts';
import { SqliteStore } from '../../src/journal/sqlite/sqlite-log.ts';
import {
  closeObserver,
  JournalObserver,
  type JournaledOrder,
  type LastStep,
  type RecordRow,
} from './journal-observer.ts';
import type { Accuse, Log } from './violation.ts';

/** From the `from`th write of an incarnation on, so many writes fail. `after`: it is written, and yet an error is told. */
export interface WriteFault {
  readonly from: number;
  readonly count: number;
  readonly how: 'begin' | 'commit' | 'after';
}

let folder: string | undefined;
let watching: Disk | undefined;
let file = '';
let seeds = 0;
/** The journal only grows: a new one now and then keeps every seed as quick as the first. */
const SEEDS_PER_FILE = 3;

/** At the end of the process, and sooner where that may come without notice. */
export function removeFiles(): void {
  closeObserver();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** A folder in memory where there is one: nothing here needs to outlive the process. */
function sharedFile(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ordo-simulation-'));
    process.once('exit', removeFiles);
    watchCommits();
  }
  if (seeds++ % SEEDS_PER_FILE === 0) {
    closeObserver();
    if (file !== '') for (const end of ['', '-wal', '-shm', '.made']) rmSync(file + end, { force: true });
    file = join(folder, `journal-${seeds}.db`);
    // Its tables are made before any seed, so that no seed's writes depend on whether it came first.
    makeFile(file);
  }
  return file;
}

const makeFile = (path: string): void => new SqliteStore({ file: path, wallMs: () => 0 }).open(() => {}).close();

/** What is one journal, in the order of `SavedDisk`. */
const FILES = ['', '-wal', '-shm', '.made'] as const;

export type SavedDisk = readonly (Buffer | undefined)[];

const bytesOf = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** Learns from each connection that commits whether its commits are durable. */
function watchCommits(): void {
  // eslint-disable-next-line typescript/unbound-method -- it is called with the database it belongs to
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function watched(this: DatabaseSync, sql: string): void {
    exec.call(this, sql);
    if (sql === 'commit') watching?.learnDurability(this);
  };
}

const watch = (disk: Disk): void => void (watching = disk);

export class Disk {
  readonly file: string;
  /** Where what belongs to this seed's account alone lies. */
  readonly beside: string;
  readonly #accuse: Accuse;
  readonly #log: Log;
  readonly #open = new Set<LocalLog>();
  readonly #journal: JournalObserver;
  readonly #closes: JournalObserver;
  readonly #seen = new WeakSet<DatabaseSync>();
  #isDurable = true;
  #fault: WriteFault | undefined;
  #writes = 0;
  /** How many writes have failed in this incarnation. */
  failures = 0;

  constructor(origin: string, accuse: Accuse, log: Log, plan?: string) {
    this.#accuse = accuse;
    this.#log = log;
    this.file = sharedFile();
    this.#journal = new JournalObserver(this.file, origin, plan);
    this.#closes = new JournalObserver(this.file, origin, 'ordo:close');
    watch(this);
    this.beside = besideJournal(this.file, origin, 'default');
  }

  /** Before an incarnation. */
  arm(fault: WriteFault | undefined): void {
    this.#fault = fault;
    this.#writes = 0;
    this.failures = 0;
  }

  /** The journal of one incarnation; its writes can fail. One that is apart outlives the death of another process. */
  store(wallMs: () => number, isApart = false): LocalStore {
    const sqlite = new SqliteStore({ file: this.file, wallMs });
    return {
      read: (onRecord: OnRecord) => sqlite.read(onRecord),
      verify: (kept) => sqlite.verify(kept),
      open: (onRecord: OnRecord) => {
        const log = sqlite.open(onRecord);
        if (!isApart) this.#open.add(log);
        return {
          get head() {
            return log.head;
          },
          transact: (work) => this.#transact(log, work),
          close: () => {
            if (this.#open.delete(log) || isApart) log.close();
          },
        };
      },
    };
  }

  #transact<T>(log: LocalLog, work: (append: Append) => T): T {
    this.#writes += 1;
    const { from = Number.POSITIVE_INFINITY, count = 0, how } = this.#fault ?? {};
    const isFailing = this.#writes >= from && this.#writes < from + count;
    let value: T;
    let isLook = false;
    try {
      value = log.transact((append) => {
        let appended = 0;
        const written = work((record) => {
          appended += 1;
          return append(record);
        });
        // What only looks, as for a halt, has nothing to lose: the next write fails by itself.
        isLook = appended === 0;
        if (isFailing && !isLook && how !== 'after') this.#fail();
        return written;
      });
    } catch (error) {
      if (!isFailing) this.#accuse('refused step', `the journal refused what the program wrote: ${String(error)}`);
      throw error;
    }
    if (isFailing && !isLook) this.#fail();
    return value;
  }

  #close(): void {
    for (const log of this.#open) log.close();
    this.#open.clear();
  }

  /** The process is gone; with the power, so is what was not on disk. */
  crash(isPowerLoss: boolean): void {
    if (this.#open.size === 0) return;
    if (!isPowerLoss || this.#isDurable) return this.#close();
    const kept = readFileSync(this.file);
    this.#close();
    this.#journal.forget();
    this.#closes.forget();
    for (const end of ['-wal', '-shm']) rmSync(this.file + end, { force: true });
    writeFileSync(this.file, kept);
    this.#log(() => '  disk: what was not synced is gone');
  }

  /** A copy of all that a person would copy, while nobody has it open. */
  save(): SavedDisk {
    this.#forget();
    return FILES.map((end) => bytesOf(this.file + end));
  }

  /** Undefined: it is gone. */
  restore(saved: SavedDisk | undefined): void {
    this.#forget();
    for (const [at, end] of FILES.entries()) {
      const bytes = saved?.[at];
      if (bytes === undefined) rmSync(this.file + end, { force: true });
      else writeFileSync(this.file + end, bytes);
    }
    for (const end of ['', '.1.done']) rmSync(asideFile(this.beside) + end, { force: true });
    if (saved === undefined) makeFile(this.file);
  }

  #forget(): void {
    this.crash(false);
    this.#journal.forget();
    this.#closes.forget();
  }

  close(): void {
    this.crash(false);
    watching = undefined;
    for (const end of ['', '.1.done']) rmSync(asideFile(this.beside) + end, { force: true });
  }

  /** Every record of the account so far, whatever it is of. */
  records(): readonly RecordRow[] {
    return this.#journal.records();
  }

  /** The orders that ordo closes positions with. */
  closes(): ReadonlyMap<string, JournaledOrder> {
    return this.#closes.orders();
  }

  /** The state of every client order id of the account, the newest lineage of an order last. */
  orders(): ReadonlyMap<string, JournaledOrder> {
    return this.#journal.orders();
  }

  /** The first step in the journal that its table does not have. */
  offTable(): string | undefined {
    return this.#journal.offTable();
  }

  /** The newest run of the plan, told again from the journal. */
  lastStory(plan: string): Story | undefined {
    return this.#journal.lastStory(plan);
  }

  /** The last step of one client order id, as another process reads it. */
  lastCancels(): ReadonlyMap<string, number> {
    return this.#journal.lastCancels();
  }

  lastStep(clientOid: string): LastStep | undefined {
    return this.#journal.lastStep(clientOid);
  }

  #fail(): never {
    this.failures += 1;
    this.#log(() => '  disk: a write fails');
    throw new JournalError('disk I/O error', 'make room');
  }

  /** By what the very connection is set to. */
  learnDurability(database: DatabaseSync): void {
    if (this.#seen.has(database)) return;
    this.#seen.add(database);
    const level = Number(database.prepare('pragma synchronous').get()?.['synchronous']);
    const mode = String(database.prepare('pragma journal_mode').get()?.['journal_mode']);
    this.#isDurable = level >= 2 && mode === 'wal';
  }
}
