/** A journal on a server that takes in the records of another, as they are: numbers, times, texts and sums. */
import { headText, type Head, type Verified } from '../records/head.ts';
import { JournalError } from '../records/journal-error.ts';
import type { ChainedRecord } from '../records/moved.ts';
import type { ServerAddress } from './journal-url.ts';
import { PgStore } from './pg-log.ts';
import { fieldsOf, hasSchema } from './pg-rows.ts';
import { PgSession } from './pg-session.ts';
import { CHAIN_LOCK } from './tables.ts';

const INSERT = `
insert into ordo.journal
select id, kind, account, plan, about, ip, uid, at_ms, uptime_ms, said, decode(before, 'hex'), decode(sum, 'hex')
  from json_to_recordset($1) as one (id bigint, kind text, account bigint, plan bigint, about bigint, ip integer, uid integer,
    at_ms bigint, uptime_ms double precision, said text, before text, sum text)
 order by id`;

export class PgTarget {
  readonly name: string;
  readonly #address: ServerAddress;
  readonly #session: PgSession;

  private constructor(address: ServerAddress, session: PgSession) {
    this.name = address.name;
    this.#address = address;
    this.#session = session;
  }

  static async connect(address: ServerAddress): Promise<PgTarget> {
    return new PgTarget(address, await PgSession.connect(address));
  }

  /** The server's time, ms since 1970. */
  async nowMs(): Promise<number> {
    const [row] = await this.#session.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms');
    return Number(row?.['now_ms']);
  }

  /** Makes the tables where there are none. */
  async make(): Promise<void> {
    await this.#store(() => Promise.resolve(this.#session)).make();
  }

  /** Without tables it is. */
  async isEmpty(): Promise<boolean> {
    if (!(await hasSchema(this.#session))) return true;
    const [row] = await this.#session.query('select exists (select 1 from ordo.journal) as has_any');
    return row?.['has_any'] === false;
  }

  /**
   * Puts all records in a transaction that is still open when it is done: `commit` ends it. False: there are records already, and
   * nothing was put. The lock of the chain is held from before the look: whoever writes here waits for the end of it.
   */
  async put(batches: Iterable<readonly ChainedRecord[]>, head: Head): Promise<boolean> {
    await this.#session.query('begin');
    await this.#session.query(`select pg_advisory_xact_lock(${CHAIN_LOCK}, 0)`);
    if (!(await this.isEmpty())) {
      await this.#session.query('rollback');
      return false;
    }
    for (const batch of batches) await this.#session.query(INSERT, [JSON.stringify(batch.map(rowOf))]);
    const [last] = await this.#session.query(
      `select id, encode(sum, 'hex') as sum from ordo.journal order by id desc limit 1`,
    );
    if (headText({ record: Number(last?.['id']), sum: String(last?.['sum']) }) !== headText(head))
      throw new JournalError(`what ${this.name} took is not what it was given`, 'look into the server');
    return true;
  }

  /** Where it rejects, nobody knows whether the server has done it. */
  async commit(): Promise<void> {
    await this.#session.query('commit');
  }

  /** By a session of its own. */
  verify(kept: Head): Promise<Verified> {
    return this.#store(() => PgSession.connect(this.#address)).verify(kept);
  }

  /** What was not committed is void. */
  close(): Promise<void> {
    return this.#session.close();
  }

  #store(session: () => Promise<PgSession>): PgStore {
    return new PgStore({ name: this.name, session, monotonicMs: () => performance.now() });
  }
}

const rowOf = ({ record, before, sum }: ChainedRecord): object => {
  const { id, atMs, uptimeMs, text } = record;
  return { id, ...fieldsOf(record), at_ms: atMs, uptime_ms: uptimeMs, said: text, before, sum };
};
