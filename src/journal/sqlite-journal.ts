/**
 * The journal in SQLite: WAL, synchronous=FULL, so a record is on disk when the call that wrote it returns.
 *
 * Invariants
 * 1. An intent is durable before the first byte of its call leaves, and one commit carries all orders of a call: after a
 *    crash each of them is in-flight, or none is.
 * 2. An outcome is durable before anyone is shown it.
 * 3. Nothing is updated or deleted (tables.ts).
 */
import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Verdict } from '../model/outcome.ts';
import type { AsideVerdict, AttemptId, Intent, Journal, NotTaken, RecentSpend, RunRecord, Settled } from '../ports.ts';
import { JournalError } from './journal-error.ts';
import { emptyJournal, foldJournal, TransitionError, type JournalRecord, type JournalState } from './journal-state.ts';
import { APPLICATION_ID, JOURNAL_VERSION, TABLES } from './tables.ts';

export interface JournalOptions {
  /** A file, or `:memory:`. */
  readonly file: string;
  readonly account: { readonly origin: string; readonly name: string };
  readonly plan: string;
  readonly generation: number;
  /** Who runs, for the record. */
  readonly self: { readonly host: string; readonly user: string; readonly pid: number };
  readonly wallMs: () => number;
}

type Row = Record<string, unknown>;

export class SqliteJournal implements Journal {
  readonly #database: DatabaseSync;
  readonly #options: JournalOptions;
  readonly #account: number;
  readonly #insertStep: StatementSync;
  readonly #insertAttempt: StatementSync;
  readonly #insertEnd: StatementSync;
  #run: number | undefined;
  readonly #attempts = new Map<AttemptId, Intent>();

  /** Opens the file, or makes it. Throws JournalError where it is no journal of ours, damaged, or not writable. */
  constructor(options: JournalOptions) {
    this.#options = options;
    this.#database = openDatabase(options.file);
    this.#account = this.#read(() => this.#accountId(options.account));
    this.#insertStep = this.#database.prepare(
      `insert into step (account, plan, generation, order_key, lineage, client_oid, attempt, step, content, order_id, code, message, rule, at_ms)
       values (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    );
    this.#insertAttempt = this.#database.prepare(
      `insert into attempt (run, account, call, kind, path, body, ip_weight, uid_weight, intent_at_ms) values (?,?,?,?,?,?,?,?,?)`,
    );
    this.#insertEnd = this.#database.prepare(
      `insert into attempt_end (attempt, how, message, latency_ms, at_ms) values (?,?,?,?,?)`,
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
      const { lastInsertRowid } = this.#insertAttempt.run(
        this.#run ?? null,
        this.#account,
        call.number,
        call.kind,
        call.path,
        call.body,
        call.weight.ip,
        call.weight.uid,
        atMs,
      );
      const attempt = Number(lastInsertRowid) as AttemptId;
      for (const order of orders) {
        this.#writeStep(attempt, order, { step: 'intent', content: JSON.stringify(order.content), atMs });
      }
      this.#attempts.set(attempt, intent);
      return attempt;
    });
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
    const now = this.#options.wallMs();
    const rows = this.#read(() =>
      this.#database
        .prepare(
          `select ip_weight, iif(a.account = ?, uid_weight, 0) as uid_weight, e.at_ms
           from attempt a join account on account.id = a.account left join attempt_end e on e.attempt = a.id
           where origin = ? and (e.at_ms is null or e.at_ms > ?) and a.intent_at_ms > ? and coalesce(e.how, '') <> 'not-sent'`,
        )
        .all(this.#account, this.#options.account.origin, now - longestMs, now - longestMs - LONGEST_CALL_MS),
    );
    return rows
      .map((row) => ({
        weight: { ip: Number(row['ip_weight']), uid: Number(row['uid_weight']) },
        ageMs: row['at_ms'] === null ? 0 : Math.max(0, now - Number(row['at_ms'])),
      }))
      .toSorted((a, b) => b.ageMs - a.ageMs);
  }

  close(): void {
    this.#database.close();
  }

  /** The account's orders, of every plan, whose last step is this one. */
  #lastSteps(step: JournalRecord['step']): Row[] {
    return this.#read(() =>
      this.#database
        .prepare(
          `select * from step where account = ? and step = ? and not exists (
             select 1 from step later where later.account = step.account and later.client_oid = step.client_oid and later.id > step.id)`,
        )
        .all(this.#account, step),
    );
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
    const intent = this.#attempts.get(attempt);
    if (intent === undefined) throw new Error(`no attempt ${attempt} of this run`);
    this.#commit(() => {
      this.#insertEnd.run(attempt, how, message, latencyMs, atMs);
      intent.orders.forEach(write);
    });
    this.#attempts.delete(attempt);
  }

  #writeStep(
    attempt: number | null,
    order: Omit<Intent['orders'][number], 'content'>,
    step: StepFields,
    { plan, generation }: { plan: string; generation: number } = this.#options,
  ): void {
    this.#insertStep.run(
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
    );
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

/** No call is awaited longer; an intent older than this and a window cannot count at the server any more. */
const LONGEST_CALL_MS = 10 * 60_000;

/** What the journal in `file` knows of one plan, without making, changing or locking anything; empty where there is no file. */
export function readJournalState(
  file: string,
  { account, plan, generation }: Pick<JournalOptions, 'account' | 'plan' | 'generation'>,
): JournalState {
  if (!existsSync(file)) return emptyJournal;
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(file);
    if (hasNoTables(database)) return emptyJournal;
    checkVersion(database, file);
    const rows = database
      .prepare(
        `select step.* from step join account on account.id = step.account
         where account.origin = ? and account.name = ? and plan = ? and generation = ? order by step.id`,
      )
      .all(account.origin, account.name, plan, generation);
    return foldJournal(rows.map(recordOf));
  } catch (error) {
    throw journalError(error, file);
  } finally {
    database?.close();
  }
}

/** Without a `-wal` file nobody has the journal open, and a reader that says so need not make one (nor may, in a folder it cannot write). */
function openToRead(file: string): DatabaseSync {
  if (existsSync(`${file}-wal`)) return new DatabaseSync(file, { readOnly: true, timeout: 2000 });
  return new DatabaseSync(`file:${encodeURI(file).replaceAll('?', '%3f').replaceAll('#', '%23')}?immutable=1`, {
    readOnly: true,
  });
}

function recordOf(row: Row): JournalRecord {
  const text = (name: string): string | undefined => (typeof row[name] === 'string' ? row[name] : undefined);
  const content = text('content');
  const optional = { orderId: text('order_id'), code: text('code'), message: text('message'), rule: text('rule') };
  return {
    step: text('step') as JournalRecord['step'],
    plan: text('plan') as string,
    generation: Number(row['generation']),
    id: text('order_key') as string,
    clientOid: text('client_oid') as string,
    lineage: Number(row['lineage']),
    atMs: Number(row['at_ms']),
    ...(content !== undefined && { content: JSON.parse(content) as Record<string, string> }),
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<JournalRecord>),
  };
}

function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 2000, enableForeignKeyConstraints: true });
    const isNew = hasNoTables(database);
    // A file that is not ours is refused before anything in it is changed: WAL mode would stay in it.
    if (!isNew) checkVersion(database, file);
    database.exec('pragma journal_mode = wal; pragma synchronous = full;');
    if (isNew) createTables(database);
    checkVersion(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

const hasNoTables = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** Another account's run may have made them since we looked. */
function createTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  if (hasNoTables(database)) database.exec(TABLES);
  database.exec('commit');
}

function checkVersion(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  const application = Number(database.prepare('pragma application_id').get()?.['application_id']);
  if (application !== APPLICATION_ID) {
    throw new JournalError(`${file} is a database, but not a journal of ordo`, 'name another file with --journal');
  }
  if (version !== JOURNAL_VERSION) {
    throw new JournalError(
      `${file} is a journal of version ${version}; this ordo writes version ${JOURNAL_VERSION}`,
      'use the ordo that wrote it',
    );
  }
}

function journalError(error: unknown, file: string): JournalError {
  if (error instanceof JournalError) return error;
  if (error instanceof TransitionError) {
    return new JournalError(
      `the journal ${file} contradicts itself: ${error.message}`,
      'nothing is sent on such a journal; keep the file and look into it',
    );
  }
  const words = error instanceof Error ? error.message : String(error);
  return new JournalError(
    `the journal ${file} cannot be used: ${words}`,
    'nothing is sent without a journal; mend the file or its folder, or name another with --journal',
  );
}
