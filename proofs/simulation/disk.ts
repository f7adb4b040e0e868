/**
 * The disk of a simulation. The journal is the real one on a real file in memory, which several seeds of a process share, each
 * under an account of its own: so a seed pays for no new tables. Faults strike at the port of the store, and what a power
 * loss leaves is judged by what the open connection was really told: without synchronous=FULL, the write-ahead log is gone.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { besideJournal } from '../../src/ledger/beside/account-lock.ts';
import { asideFile } from '../../src/ledger/beside/spool.ts';
import {
  isEnding,
  type Append,
  type OnRecord,
  type RecordKind,
  type RecordLog,
  type RecordStore,
} from '../../src/ledger/record-log.ts';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { SqliteStore } from '../../src/ledger/sqlite/sqlite-log.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import type { Accuse, Log } from './violation.ts';

/** From the `from`th write of an incarnation on, so many writes fail. `after`: it is written, and yet an error is told. */
export interface WriteFault {
  readonly from: number;
  readonly count: number;
  readonly how: 'begin' | 'commit' | 'after';
}

/** One order as the journal's last step has it. */
export interface JournaledOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly state: OrderState;
  readonly orderId: string | undefined;
}

const STATE_AFTER: Readonly<Record<string, OrderState>> = {
  intent: 'in-flight',
  'not-sent': 'never-sent',
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'unknown',
  'settle-accepted': 'accepted',
  'settle-rejected': 'rejected',
  'settle-absent': 'absent',
};

let folder: string | undefined;
let watching: Disk | undefined;
let file = '';
let seeds = 0;
/** The journal only grows: a new one now and then keeps every seed as quick as the first. */
const SEEDS_PER_FILE = 10;

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
    new SqliteStore({ file, wallMs: () => 0 }).open(() => {}).close();
  }
  return file;
}

/** Learns from each connection that commits whether its commits are durable. */
function watchCommits(): void {
  // eslint-disable-next-line typescript/unbound-method -- it is called with the database it belongs to
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function watched(this: DatabaseSync, sql: string): void {
    exec.call(this, sql);
    if (sql === 'commit') watching?.learnDurability(this);
  };
}

/** Reads the journal as another process does, by rules of its own. */
interface Observer {
  readonly database: DatabaseSync;
  readonly account: StatementSync;
  readonly records: StatementSync;
}

let observer: Observer | undefined;

function observe(path: string): Observer {
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    database,
    account: database.prepare(`select id from record where kind = 'account' and said ->> '$.origin' = ?`),
    records: database.prepare('select id, kind, about, said from record where account = ? and id > ? order by id'),
  };
}

function closeObserver(): void {
  observer?.database.close();
  observer = undefined;
}

const watch = (disk: Disk): void => void (watching = disk);

/** The last that was written of one order. */
interface LastStep {
  readonly step: string;
  readonly attempt: number;
}

export class Disk {
  readonly file: string;
  /** Where what belongs to this seed's account alone lies. */
  readonly beside: string;
  readonly #origin: string;
  readonly #accuse: Accuse;
  readonly #log: Log;
  #open: RecordLog | undefined;
  /** As read after the last commit, up to the record of that number. */
  #orders = new Map<string, JournaledOrder>();
  readonly #steps = new Map<string, LastStep>();
  readonly #calls = new Map<number, readonly string[]>();
  #read = 0;
  #account: number | undefined;
  readonly #seen = new WeakSet<DatabaseSync>();
  #isDurable = true;
  #fault: WriteFault | undefined;
  #writes = 0;
  /** How many writes have failed in this incarnation. */
  failures = 0;

  constructor(origin: string, accuse: Accuse, log: Log) {
    this.#origin = origin;
    this.#accuse = accuse;
    this.#log = log;
    this.file = sharedFile();
    watch(this);
    this.beside = besideJournal(this.file, origin, 'default');
  }

  /** Before an incarnation. */
  arm(fault: WriteFault | undefined): void {
    this.#fault = fault;
    this.#writes = 0;
    this.failures = 0;
  }

  /** The journal of one incarnation; its writes can fail. */
  store(wallMs: () => number): RecordStore {
    const sqlite = new SqliteStore({ file: this.file, wallMs });
    return {
      read: (onRecord: OnRecord) => sqlite.read(onRecord),
      open: (onRecord: OnRecord) => {
        const log = sqlite.open(onRecord);
        this.#open = log;
        return {
          catchUp: () => log.catchUp(),
          transact: (work) => this.#transact(log, work),
          close: () => this.#close(),
        };
      },
    };
  }

  #transact<T>(log: RecordLog, work: (append: Append) => T): T {
    this.#writes += 1;
    const { from = Number.POSITIVE_INFINITY, count = 0, how } = this.#fault ?? {};
    const isFailing = this.#writes >= from && this.#writes < from + count;
    if (isFailing && how === 'begin') this.#fail();
    let value: T;
    try {
      value = log.transact((append) => {
        const written = work(append);
        if (isFailing && how === 'commit') this.#fail();
        return written;
      });
    } catch (error) {
      if (!isFailing) this.#accuse('refused step', `the journal refused what the program wrote: ${String(error)}`);
      throw error;
    }
    if (isFailing) this.#fail();
    return value;
  }

  #close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** The process is gone; with the power, so is what was not on disk. */
  crash(isPowerLoss: boolean): void {
    if (this.#open === undefined) return;
    if (!isPowerLoss || this.#isDurable) return this.#close();
    const kept = readFileSync(this.file);
    this.#close();
    this.#forget();
    for (const end of ['-wal', '-shm']) rmSync(this.file + end, { force: true });
    writeFileSync(this.file, kept);
    this.#log(() => '  disk: what was not synced is gone');
  }

  close(): void {
    this.crash(false);
    watching = undefined;
    for (const end of ['', '.1.done']) rmSync(asideFile(this.beside) + end, { force: true });
  }

  /** The state of every client order id of the account, the newest lineage of an order last. */
  orders(): ReadonlyMap<string, JournaledOrder> {
    this.#readOn();
    return this.#orders;
  }

  /** The last step of one client order id, as another process reads it. */
  lastStep(clientOid: string): LastStep | undefined {
    this.#readOn();
    return this.#steps.get(clientOid);
  }

  /** Takes in what was written since. A new map each time: who holds the one before keeps what it said. */
  #readOn(): void {
    const rows = this.#observe()?.records.all(this.#account as number, this.#read) ?? [];
    if (rows.length === 0) return;
    this.#orders = new Map(this.#orders);
    for (const row of rows) {
      const id = Number(row['id']);
      this.#take(id, row['kind'] as RecordKind, Number(row['about']), JSON.parse(String(row['said'])) as Words);
      this.#read = id;
    }
  }

  #take(id: number, kind: RecordKind, about: number, said: Words): void {
    if (kind === 'intent') {
      const orders = said['orders'] as [id: string, clientOid: string, lineage: number, again: number][];
      this.#calls.set(
        id,
        orders.map(([, clientOid]) => clientOid),
      );
      for (const [order, clientOid, lineage] of orders) this.#step(id, 'intent', { id: order, clientOid, lineage });
    } else if (kind === 'settled') {
      for (const one of said['orders'] as Words[]) {
        const clientOid = this.#calls.get(Number(one['intent']))?.[Number(one['at'])] ?? '';
        this.#step(Number(one['intent']), String(one['step']), { clientOid, orderId: one['orderId'] as string });
      }
    } else if (isEnding(kind)) {
      const verdicts = said['verdicts'] as Words[] | undefined;
      for (const [at, clientOid] of (this.#calls.get(about) ?? []).entries()) {
        const { outcome, orderId } = (verdicts?.[at] ?? { outcome: 'not-sent' }) as {
          outcome: string;
          orderId?: string;
        };
        this.#step(about, outcome, { clientOid, ...(orderId !== undefined && { orderId }) });
      }
    }
  }

  #step(attempt: number, step: string, order: Partial<JournaledOrder> & { readonly clientOid: string }): void {
    const { clientOid } = order;
    const before = this.#orders.get(clientOid) ?? { id: '', lineage: 0, orderId: undefined };
    // An order that goes again is the newest again.
    if (step === 'intent') this.#orders.delete(clientOid);
    this.#orders.set(clientOid, { ...before, ...order, state: STATE_AFTER[step] as OrderState });
    this.#steps.set(clientOid, { step, attempt });
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

  /** Undefined as long as the account is in no journal. */
  #observe(): Observer | undefined {
    if (this.#account === undefined) {
      observer ??= observe(this.file);
      const row = observer.account.get(this.#origin);
      if (row === undefined) return undefined;
      this.#account = Number(row['id']);
    }
    return observer;
  }

  /** Also where the account was lost with the power. */
  #forget(): void {
    this.#orders = new Map();
    this.#steps.clear();
    this.#calls.clear();
    this.#read = 0;
    closeObserver();
    this.#account = undefined;
  }
}

type Words = Readonly<Record<string, unknown>>;
