/**
 * The disk of a simulation. The journal is the real one on a real file in memory, which all seeds of a process share, each
 * under an account of its own: so a seed pays for no new tables. Faults strike at SQLite's own statements, and what a power
 * loss leaves is judged by what the open connection was really told: without synchronous=FULL, the write-ahead log is gone.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { besideJournal } from '../../src/ledger/beside/account-lock.ts';
import { asideFile } from '../../src/ledger/beside/spool.ts';
import { SqliteJournal, type JournalOptions } from '../../src/ledger/sqlite/sqlite-journal.ts';
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
  'settle-absent': 'absent',
};

let folder: string | undefined;
let watching: Disk | undefined;
let file = '';
let seeds = 0;
/** The journal only grows: a new one now and then keeps every seed as quick as the first. */
const SEEDS_PER_FILE = 30;

/** At the end of the process, and sooner where that may come without notice. */
export function removeFiles(): void {
  closeObserver();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

const NOBODY = {
  account: { origin: '', name: '' },
  plan: '',
  generation: 1,
  self: { host: '', user: '', pid: 0 },
  wallMs: () => 0,
};

/** A folder in memory where there is one: nothing here needs to outlive the process. */
function sharedFile(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ordo-simulation-'));
    process.once('exit', removeFiles);
    watchStatements();
  }
  if (seeds++ % SEEDS_PER_FILE === 0) {
    closeObserver();
    if (file !== '') for (const end of ['', '-wal', '-shm', '.made']) rmSync(file + end, { force: true });
    file = join(folder, `journal-${seeds}.db`);
    // Its tables are made before any seed, so that no seed's writes depend on whether it came first.
    new SqliteJournal({ ...NOBODY, file }).close();
  }
  return file;
}

function watchStatements(): void {
  // eslint-disable-next-line typescript/unbound-method -- it is called with the database it belongs to
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function watched(this: DatabaseSync, sql: string): void {
    if (watching === undefined) exec.call(this, sql);
    else watching.onStatement(this, sql, () => exec.call(this, sql));
  };
}

/** Reads the journal as another process does. */
interface Observer {
  readonly database: DatabaseSync;
  readonly account: StatementSync;
  readonly steps: StatementSync;
  readonly lastStep: StatementSync;
}

let observer: Observer | undefined;

function observe(path: string): Observer {
  const database = new DatabaseSync(path, { readOnly: true });
  return {
    database,
    account: database.prepare('select id from account where origin = ?'),
    steps: database.prepare(
      'select order_key, client_oid, lineage, step, order_id from step where account = ? order by id',
    ),
    lastStep: database.prepare(
      'select step, attempt from step where account = ? and client_oid = ? order by id desc limit 1',
    ),
  };
}

function closeObserver(): void {
  observer?.database.close();
  observer = undefined;
}

const watch = (disk: Disk): void => void (watching = disk);

export class Disk {
  readonly file: string;
  /** Where what belongs to this seed's account alone lies. */
  readonly beside: string;
  readonly #origin: string;
  readonly #accuse: Accuse;
  readonly #log: Log;
  #open: SqliteJournal | undefined;
  /** As read after the last commit. */
  #orders: Map<string, JournaledOrder> | undefined;
  #account: number | undefined;
  readonly #seen = new WeakSet<DatabaseSync>();
  #isDurable = true;
  #fault: WriteFault | undefined;
  #writes = 0;
  #failing = false;
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

  openJournal(options: JournalOptions): SqliteJournal {
    const journal = new SqliteJournal({ ...options, file: this.file });
    this.#open = journal;
    return journal;
  }

  closeJournal(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** The process is gone; with the power, so is what was not on disk. */
  crash(isPowerLoss: boolean): void {
    const journal = this.#open;
    this.#open = undefined;
    if (journal === undefined) return;
    if (!isPowerLoss || this.#isDurable) return journal.close();
    const kept = readFileSync(this.file);
    journal.close();
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
    return (this.#orders ??= this.#readOrders());
  }

  #readOrders(): Map<string, JournaledOrder> {
    const rows = this.#observe()?.steps.all(this.#account as number);
    return new Map(
      (rows ?? []).map((row) => {
        const clientOid = String(row['client_oid']);
        const orderId = row['order_id'] === null ? undefined : String(row['order_id']);
        return [
          clientOid,
          {
            id: String(row['order_key']),
            clientOid,
            lineage: Number(row['lineage']),
            state: STATE_AFTER[String(row['step'])] as OrderState,
            orderId,
          },
        ];
      }),
    );
  }

  /** The last step of one client order id, as another process reads it. */
  lastStep(clientOid: string): { step: string; attempt: number } | undefined {
    const row = this.#observe()?.lastStep.get(this.#account as number, clientOid);
    return row === undefined ? undefined : { step: String(row['step']), attempt: Number(row['attempt']) };
  }

  onStatement(database: DatabaseSync, sql: string, run: () => void): void {
    if (sql === 'begin immediate') {
      this.#writes += 1;
      const { from = Number.POSITIVE_INFINITY, count = 0 } = this.#fault ?? {};
      this.#failing = this.#writes >= from && this.#writes < from + count;
      if (this.#failing && this.#fault?.how === 'begin') this.#fail();
      return run();
    }
    if (sql === 'commit') {
      if (this.#failing && this.#fault?.how === 'commit') this.#fail();
      run();
      this.#orders = undefined;
      if (this.#failing) this.#fail();
      this.#learnDurability(database);
      return undefined;
    }
    if (sql === 'rollback' && database.isTransaction && !this.#failing)
      this.#accuse('refused step', 'the journal refused what the program wrote, and no disk had failed');
    return run();
  }

  #fail(): never {
    this.failures += 1;
    this.#log(() => '  disk: a write fails');
    throw new Error('disk I/O error');
  }

  #learnDurability(database: DatabaseSync): void {
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
    this.#orders = undefined;
    closeObserver();
    this.#account = undefined;
  }
}
