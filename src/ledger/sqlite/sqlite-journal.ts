/**
 * The journal in SQLite: WAL, synchronous=FULL, so a record is on disk when the call that wrote it returns.
 *
 * Invariants
 * 1. An intent is durable before the first byte of its call leaves, and one commit carries all orders of a call: after a
 *    crash each of them is in-flight, or none is.
 * 2. An outcome is durable before anyone is shown it.
 * 3. Nothing is updated or deleted (tables.ts).
 * 4. What is damaged, gone or replaced is refused, never read around (journal-file.ts, row-sum.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Verdict } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import type {
  Approval,
  AsideVerdict,
  AttemptId,
  Fits,
  Intent,
  Journal,
  JournalHistory,
  KeyRefusal,
  LiveRequest,
  NotTaken,
  Question,
  RecentSpend,
  Recovered,
  RunRecord,
  Settled,
} from '../../ports.ts';
import { bindKey, readSalt } from './account-keys.ts';
import { findOrAddAccount } from './accounts.ts';
import { readApprovals, writeApproval, type ApprovalScope } from './approvals.ts';
import { Attempts } from './attempts.ts';
import { readHistory } from './history.ts';
import { journalError, openDatabase, watchFiles } from './journal-file.ts';
import { readLiveRequests } from './live-requests.ts';
import type { Moment } from '../moment.ts';
import { foldJournal, type JournalState } from '../state.ts';
import { recordOf } from './read-journal.ts';
import { SpendReader } from './recent-spend.ts';
import { recover, settle } from './recovery.ts';
import { Steps, verdictFields } from './steps.ts';

export interface JournalOptions {
  /** A file, or `:memory:`. */
  readonly file: string;
  readonly account: { readonly origin: string; readonly name: string };
  readonly plan: string;
  readonly generation: number;
  /** Who runs, for the record. */
  readonly self: { readonly host: string; readonly user: string; readonly pid: number };
  readonly wallMs: () => number;
  /** Milliseconds since the machine started; where it is not known, ages go by the wall clock alone. */
  readonly uptimeMs?: () => number;
  /** The file whose lock this process holds: as soon as another stands in its place, nothing more is written. */
  readonly lockFile?: string;
}

export class SqliteJournal implements Journal {
  readonly #database: DatabaseSync;
  readonly #options: JournalOptions;
  readonly #account: number;
  readonly #checkFiles: () => void;
  readonly #steps: Steps;
  readonly #attempts: Attempts;
  readonly #spend: SpendReader;
  #run: number | undefined;
  /** The orders of each attempt that has not ended. */
  readonly #open = new Map<AttemptId, Intent['orders']>();

  /** Opens the file, or makes it. Throws JournalError where it is no journal of ours, damaged, or not writable. */
  constructor(options: JournalOptions) {
    this.#options = options;
    this.#database = openDatabase(options.file);
    this.#account = this.#read(() => findOrAddAccount(this.#database, options.account));
    this.#checkFiles = watchFiles(options.file, options.lockFile);
    this.#spend = new SpendReader(this.#database, { id: this.#account, origin: options.account.origin });
    this.#steps = new Steps(this.#database, this.#account);
    this.#attempts = new Attempts(this.#database, this.#account);
  }

  beginRun({ planFile, digest }: RunRecord): void {
    const { plan, generation, self, wallMs } = this.#options;
    this.#run = this.#commit(() =>
      this.#attempts.beginRun({ plan, generation, planFile, digest, ...self, atMs: wallMs() }),
    );
  }

  state(): JournalState {
    return this.#read(() => foldJournal(this.#steps.ofPlan(this.#options).map(recordOf)));
  }

  bindKey(fingerprint: (salt: Uint8Array) => string, rebind: boolean): Result<void, KeyRefusal> {
    const { self, wallMs } = this.#options;
    return this.#commit(() => {
      const own = fingerprint(readSalt(this.#database));
      const binding = { account: this.#account, fingerprint: own, ...self, atMs: wallMs() };
      return bindKey(this.#database, binding, rebind);
    });
  }

  orderIdOwner(orderId: string): { plan: string; id: string; clientOid: string } | undefined {
    return this.#read(() => this.#steps.ownerOf(orderId));
  }

  liveRequests(clientOids: readonly string[]): readonly LiveRequest[] {
    return this.#read(() => readLiveRequests(this.#database, this.#account, clientOids, this.#now()));
  }

  recordApproval(approval: Approval): void {
    const { self, wallMs } = this.#options;
    this.#commit(() => writeApproval(this.#database, this.#scope(), approval, { ...self, atMs: wallMs() }));
  }

  approvals(): readonly Approval[] {
    return this.#read(() => readApprovals(this.#database, this.#scope()));
  }

  #scope(): ApprovalScope {
    const { plan, generation } = this.#options;
    return { account: this.#account, plan, generation };
  }

  history(): JournalHistory {
    const { account, plan } = this.#options;
    return this.#read(() => readHistory(this.#database, account, plan));
  }

  recordIntent(intent: Intent, fits: Fits): AttemptId | undefined {
    const { call, orders, signedAtMs } = intent;
    return this.#reserve(fits, () => {
      const atMs = this.#options.wallMs();
      const attempt = this.#attempts.begin(this.#run, call, { wallMs: atMs, uptimeMs: this.#uptimeMs() }, signedAtMs);
      for (const order of orders) {
        this.#steps.write(
          attempt,
          order,
          { step: 'intent', content: JSON.stringify(order.content), atMs },
          this.#options,
        );
      }
      this.#open.set(attempt, orders);
      return attempt;
    });
  }

  recordQuestion({ path, weight }: Question, fits: Fits): AttemptId | undefined {
    return this.#reserve(fits, () => {
      const question = { number: 0, kind: 'question', path, body: '', weight } as const;
      const attempt = this.#attempts.begin(this.#run, question, this.#now(), null);
      this.#open.set(attempt, []);
      return attempt;
    });
  }

  /** In one commit: what others have spent is read, and the request is written if it still fits beside that. */
  #reserve(fits: Fits, begin: () => AttemptId): AttemptId | undefined {
    const attempt = this.#commit(() => {
      const others = this.#spend.isStale ? this.#spend.read(this.#now()) : undefined;
      return fits(others) ? begin() : undefined;
    });
    if (attempt !== undefined) this.#spend.add(attempt);
    return attempt;
  }

  recordVerdicts(attempt: AttemptId, verdicts: readonly Verdict[], latencyMs: number, isLost = false): void {
    const atMs = this.#options.wallMs();
    this.#end(attempt, isLost ? 'lost' : 'answered', null, latencyMs, atMs, (order, index) => {
      const verdict = verdicts[index] as Verdict;
      this.#steps.write(attempt, order, { ...verdictFields(verdict), atMs }, this.#options);
    });
  }

  recordNotTaken(attempt: AttemptId, how: NotTaken, message: string, latencyMs: number): void {
    const atMs = this.#options.wallMs();
    this.#end(attempt, how, message, latencyMs, atMs, (order) =>
      this.#steps.write(attempt, order, { step: 'not-sent', message, atMs }, this.#options),
    );
  }

  recover(aside: readonly AsideVerdict[]): Recovered {
    return this.#commit(() => recover(this.#steps, aside, this.#options.wallMs()));
  }

  recordSettled(clientOid: string, settled: Settled): void {
    this.#commit(() => settle(this.#steps, clientOid, settled, this.#options.wallMs()));
  }

  recentSpend(longestMs: number): readonly RecentSpend[] {
    this.#spend.begin(longestMs);
    return this.#read(() => this.#spend.read(this.#now()));
  }

  #now(): Moment {
    return { wallMs: this.#options.wallMs(), uptimeMs: this.#uptimeMs() };
  }

  #uptimeMs(): number | null {
    return this.#options.uptimeMs?.() ?? null;
  }

  close(): void {
    this.#database.close();
  }

  #end(
    attempt: AttemptId,
    how: string,
    message: string | null,
    latencyMs: number,
    atMs: number,
    write: (order: Intent['orders'][number], index: number) => void,
  ): void {
    const orders = this.#open.get(attempt);
    if (orders === undefined) throw new Error(`no attempt ${attempt} of this run`);
    this.#commit(() => {
      this.#attempts.end(attempt, how, message, latencyMs, { wallMs: atMs, uptimeMs: this.#uptimeMs() });
      orders.forEach(write);
    });
    this.#open.delete(attempt);
  }

  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw journalError(error, this.#options.file);
    }
  }

  /** All or nothing, on disk when it returns. */
  #commit<T>(write: () => T): T {
    try {
      this.#checkFiles();
      this.#database.exec('begin immediate');
      const value = write();
      this.#database.exec('commit');
      return value;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw journalError(error, this.#options.file);
    }
  }
}
