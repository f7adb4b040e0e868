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
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Verdict } from '../model/outcome.ts';
import type {
  AsideVerdict,
  AttemptId,
  Intent,
  Journal,
  NotTaken,
  Question,
  RecentSpend,
  RunRecord,
  Settled,
} from '../ports.ts';
import { JournalError } from './journal-error.ts';
import { journalError, openDatabase, watchFiles } from './journal-file.ts';
import { foldJournal, type JournalRecord, type JournalState } from './journal-state.ts';
import { recordOf } from './read-journal.ts';
import { readRecentSpend } from './recent-spend.ts';
import { checkSum, rowSum, SUMMED } from './row-sum.ts';

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
}

type Row = Record<string, unknown>;

export class SqliteJournal implements Journal {
  readonly #database: DatabaseSync;
  readonly #options: JournalOptions;
  readonly #account: number;
  readonly #checkFiles: () => void;
  readonly #insertStep: StatementSync;
  readonly #insertAttempt: StatementSync;
  readonly #insertEnd: StatementSync;
  #run: number | undefined;
  readonly #attempts = new Map<AttemptId, Intent['orders']>();

  /** Opens the file, or makes it. Throws JournalError where it is no journal of ours, damaged, or not writable. */
  constructor(options: JournalOptions) {
    this.#options = options;
    this.#database = openDatabase(options.file);
    this.#account = this.#read(() => this.#accountId(options.account));
    this.#checkFiles = watchFiles(options.file);
    this.#insertStep = this.#database.prepare(
      `insert into step (${SUMMED.join(', ')}, sum) values (${SUMMED.map(() => '?').join(',')},?)`,
    );
    this.#insertAttempt = this.#database.prepare(
      `insert into attempt (run, account, call, kind, path, body, ip_weight, uid_weight, intent_at_ms, uptime_ms) values (?,?,?,?,?,?,?,?,?,?)`,
    );
    this.#insertEnd = this.#database.prepare(
      `insert into attempt_end (attempt, how, message, latency_ms, at_ms, uptime_ms) values (?,?,?,?,?,?)`,
    );
  }

  beginRun({ planFile, digest }: RunRecord): void {
    const { plan, generation, self, wallMs } = this.#options;
    this.#run = this.#commit(() => {
      const row = this.#database.prepare(
        `insert into run (account, plan, generation, plan_file, digest, host, user, pid, started_at_ms) values (?,?,?,?,?,?,?,?,?)`,
      );
      return Number(
        row.run(this.#account, plan, generation, planFile, digest, self.host, self.user, self.pid, wallMs())
          .lastInsertRowid,
      );
    });
  }

  state(): JournalState {
    const { plan, generation } = this.#options;
    return this.#read(() =>
      foldJournal(
        this.#database
          .prepare(`select * from step where account = ? and plan = ? and generation = ? order by id`)
          .all(this.#account, plan, generation)
          .map(recordOf),
      ),
    );
  }

  recordIntent(intent: Intent): AttemptId {
    const { call, orders } = intent;
    const atMs = this.#options.wallMs();
    return this.#commit(() => {
      const attempt = this.#beginAttempt(call, atMs);
      for (const order of orders) {
        this.#writeStep(attempt, order, { step: 'intent', content: JSON.stringify(order.content), atMs });
      }
      this.#attempts.set(attempt, orders);
      return attempt;
    });
  }

  recordQuestion({ path, weight }: Question): AttemptId {
    return this.#commit(() => {
      const question = { number: 0, kind: 'question', path, body: '', weight } as const;
      const attempt = this.#beginAttempt(question, this.#options.wallMs());
      this.#attempts.set(attempt, []);
      return attempt;
    });
  }

  #beginAttempt(
    { number, kind, path, body, weight }: Omit<Intent['call'], 'kind' | 'orders'> & { kind: string },
    atMs: number,
  ): AttemptId {
    const { ip, uid } = weight;
    const row = this.#insertAttempt.run(
      this.#run ?? null,
      this.#account,
      number,
      kind,
      path,
      body,
      ip,
      uid,
      atMs,
      this.#uptimeMs(),
    );
    return Number(row.lastInsertRowid) as AttemptId;
  }

  recordVerdicts(attempt: AttemptId, verdicts: readonly Verdict[], latencyMs: number): void {
    const atMs = this.#options.wallMs();
    this.#end(attempt, 'answered', null, latencyMs, atMs, (order, index) => {
      const verdict = verdicts[index] as Verdict;
      this.#writeStep(attempt, order, { ...verdictFields(verdict), atMs });
    });
  }

  recordNotTaken(attempt: AttemptId, how: NotTaken, message: string, latencyMs: number): void {
    const atMs = this.#options.wallMs();
    this.#end(attempt, how, message, latencyMs, atMs, (order) =>
      this.#writeStep(attempt, order, { step: 'not-sent', message, atMs }),
    );
  }

  recover(aside: readonly AsideVerdict[]): { taken: number; unknown: number } {
    const atMs = this.#options.wallMs();
    const inFlight = new Map(this.#lastSteps('intent').map((row) => [String(row['client_oid']), row]));
    return this.#commit(() => {
      let taken = 0;
      for (const { clientOid, verdict } of aside) {
        const row = inFlight.get(clientOid);
        if (row === undefined) continue;
        this.#writeAfter(row, { ...verdictFields(verdict), atMs });
        inFlight.delete(clientOid);
        taken += 1;
      }
      for (const row of inFlight.values())
        this.#writeAfter(row, { step: 'unknown', message: NO_RECORD, rule: 'no-record', atMs });
      return { taken, unknown: inFlight.size };
    });
  }

  recordSettled(clientOid: string, { orderId, rule, evidence }: Settled): void {
    const row = this.#lastSteps('unknown').find((one) => one['client_oid'] === clientOid);
    if (row === undefined) throw new JournalError(`${clientOid} is not unknown`, 'only an unknown order is settled');
    const atMs = this.#options.wallMs();
    const step = orderId === undefined ? 'settle-absent' : 'settle-accepted';
    this.#commit(() =>
      this.#writeAfter(row, { step, ...(orderId !== undefined && { orderId }), message: evidence, rule, atMs }),
    );
  }

  recentSpend(longestMs: number): readonly RecentSpend[] {
    const { account, wallMs } = this.#options;
    const now = { wallMs: wallMs(), uptimeMs: this.#uptimeMs() };
    return this.#read(() =>
      readRecentSpend(this.#database, { id: this.#account, origin: account.origin }, now, longestMs),
    );
  }

  #uptimeMs(): number | null {
    return this.#options.uptimeMs?.() ?? null;
  }

  close(): void {
    this.#database.close();
  }

  /** The account's orders, of every plan, whose last step is this one. */
  #lastSteps(step: JournalRecord['step']): Row[] {
    return this.#read(() => {
      const rows = this.#database
        .prepare(
          `select * from step where account = ? and step = ? and not exists (
             select 1 from step later where later.account = step.account and later.client_oid = step.client_oid and later.id > step.id)`,
        )
        .all(this.#account, step);
      rows.forEach(checkSum);
      return rows;
    });
  }

  /** A step of the order that `row` is of, whatever its plan. */
  #writeAfter(row: Row, step: StepFields): void {
    const order = {
      id: String(row['order_key']),
      clientOid: String(row['client_oid']),
      lineage: Number(row['lineage']),
    };
    const plan = { plan: String(row['plan']), generation: Number(row['generation']) };
    this.#writeStep(row['attempt'] === null ? null : Number(row['attempt']), order, step, plan);
  }

  #accountId({ origin, name }: JournalOptions['account']): number {
    this.#database.prepare(`insert into account (origin, name) values (?, ?) on conflict do nothing`).run(origin, name);
    return Number(
      this.#database.prepare(`select id from account where origin = ? and name = ?`).get(origin, name)?.['id'],
    );
  }

  #end(
    attempt: AttemptId,
    how: string,
    message: string | null,
    latencyMs: number,
    atMs: number,
    write: (order: Intent['orders'][number], index: number) => void,
  ): void {
    const orders = this.#attempts.get(attempt);
    if (orders === undefined) throw new Error(`no attempt ${attempt} of this run`);
    this.#commit(() => {
      this.#insertEnd.run(attempt, how, message, latencyMs, atMs, this.#uptimeMs());
      orders.forEach(write);
    });
    this.#attempts.delete(attempt);
  }

  #writeStep(
    attempt: number | null,
    order: Omit<Intent['orders'][number], 'content'>,
    step: StepFields,
    { plan, generation }: { plan: string; generation: number } = this.#options,
  ): void {
    const values = [
      this.#account,
      plan,
      generation,
      order.id,
      order.lineage,
      order.clientOid,
      attempt,
      step.step,
      step.content ?? null,
      step.orderId ?? null,
      step.code ?? null,
      step.message ?? null,
      step.rule ?? null,
      step.atMs,
    ];
    this.#insertStep.run(...values, rowSum(values));
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

interface StepFields {
  readonly step: JournalRecord['step'];
  readonly content?: string;
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
  readonly atMs: number;
}

const NO_RECORD = 'sent, and no answer was recorded';

const verdictFields = (verdict: Verdict): Omit<StepFields, 'atMs'> => ({
  step: verdict.outcome,
  ...(verdict.outcome === 'accepted' && { orderId: verdict.orderId }),
  ...(verdict.outcome === 'rejected' && { code: verdict.code }),
  ...(verdict.outcome !== 'accepted' && { message: verdict.message }),
  rule: verdict.rule,
});
