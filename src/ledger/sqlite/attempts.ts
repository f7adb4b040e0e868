/** The tables `run`, `attempt` and `attempt_end`: writes one run, its requests, and how each of them ended. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AttemptId, Intent } from '../../ports.ts';
import type { Moment } from '../moment.ts';

/** A row of `run`, but for its account. */
interface Run {
  readonly plan: string;
  readonly generation: number;
  readonly planFile: string;
  readonly digest: string;
  readonly host: string;
  readonly user: string;
  readonly pid: number;
  readonly atMs: number;
}

/** A call, or a question. */
type Request = Omit<Intent['call'], 'kind' | 'orders'> & {
  readonly kind: string;
};

export class Attempts {
  readonly #account: number;
  readonly #insertRun: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertEnd: StatementSync;

  constructor(database: DatabaseSync, account: number) {
    this.#account = account;
    this.#insertRun = database.prepare(
      `insert into run (account, plan, generation, plan_file, digest, host, user, pid, started_at_ms) values (?,?,?,?,?,?,?,?,?)`,
    );
    this.#insert = database.prepare(
      `insert into attempt (run, account, call, kind, path, body, ip_weight, uid_weight, intent_at_ms, signed_at_ms, uptime_ms) values (?,?,?,?,?,?,?,?,?,?,?)`,
    );
    this.#insertEnd = database.prepare(
      `insert into attempt_end (attempt, how, message, latency_ms, at_ms, uptime_ms) values (?,?,?,?,?,?)`,
    );
  }

  /** The run's id. */
  beginRun({ plan, generation, planFile, digest, host, user, pid, atMs }: Run): number {
    return Number(
      this.#insertRun.run(this.#account, plan, generation, planFile, digest, host, user, pid, atMs).lastInsertRowid,
    );
  }

  begin(
    run: number | undefined,
    { number, kind, path, body, weight }: Request,
    { wallMs, uptimeMs }: Moment,
    signedAtMs: number | null,
  ): AttemptId {
    const { ip, uid } = weight;
    const values = [number, kind, path, body, ip, uid, wallMs, signedAtMs, uptimeMs];
    return Number(this.#insert.run(run ?? null, this.#account, ...values).lastInsertRowid) as AttemptId;
  }

  end(attempt: AttemptId, how: string, message: string | null, latencyMs: number, { wallMs, uptimeMs }: Moment): void {
    this.#insertEnd.run(attempt, how, message, latencyMs, wallMs, uptimeMs);
  }
}
