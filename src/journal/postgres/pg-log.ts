/** The records of a journal on PostgreSQL, as one session reads and writes them (tables.ts). */
import { randomBytes } from 'node:crypto';
import { costInAll, type Cost } from '../../model/call.ts';
import { ChainEnd, RecordError } from '../records/chain.ts';
import type { Head, Verified } from '../records/head.ts';
import { journalError, JournalError } from '../records/journal-error.ts';
import type { Objection } from '../records/objection.ts';
import type {
  Append,
  HaltAtEnd,
  IsEnough,
  LogRecord,
  NewRecord,
  OnRecord,
  RecordLog,
  RecordStore,
  WeightWaits,
} from '../records/record-log.ts';
import { LONGEST_WAIT_MS, WAIT_GRACE_MS } from '../records/record-log.ts';
import type { AccountName } from '../records/scope.ts';
import { said } from '../records/record-schema.ts';
import { stated } from '../records/storable.ts';
import { haltAtEnd } from './halt-at-end.ts';
import { objectionTo } from './objections.ts';
import type { PgSession, PgRow } from './pg-session.ts';
import { StoreClock } from './store-clock.ts';
import { checkVersion, fieldsOf, hasSchema, makeSchema, readOn } from './pg-rows.ts';
import { verifyRows } from './verify-rows.ts';
import type { OnHead, Witness } from './witness.ts';

interface PgSource {
  /** How messages call it. */
  readonly name: string;
  /** A session; `close` of what is opened with it lets go of it. */
  readonly session: () => Promise<PgSession>;
  readonly monotonicMs: () => number;
  /** Whose weight its requests wait for. */
  readonly account?: AccountName | undefined;
  /** Told of each newest record that the server has acknowledged. */
  readonly onHead?: OnHead;
  /** What this machine knows of it. */
  readonly witness?: Witness | undefined;
}

export class PgStore implements RecordStore {
  readonly #source: PgSource;

  constructor(source: PgSource) {
    this.#source = source;
  }

  open(onRecord: OnRecord): Promise<RecordLog> {
    return PgLog.open(this.#source, onRecord);
  }

  haltAtEnd(account: AccountName, halt: NewRecord): Promise<HaltAtEnd | undefined> {
    return this.#during((session) => haltAtEnd(session, this.#source.name, { account, halt }));
  }

  /** Makes the tables where there are none. Rejects with JournalError where they are of another version. */
  async make(): Promise<void> {
    await makeSchema(await this.#source.session(), this.#source.name);
  }

  async read(onRecord: OnRecord, isEnough?: IsEnough): Promise<void> {
    await this.#during(async (session) => {
      if (await hasSchema(session)) await readOn(session, new ChainEnd(), onRecord, isEnough);
    });
  }

  async verify(kept?: Head): Promise<Verified> {
    return this.#during(async (session) => {
      if (!(await hasSchema(session)))
        throw new JournalError(
          `there is no journal ${this.#source.name}`,
          'name another with --journal',
          'journal/none',
        );
      await checkVersion(session, this.#source.name);
      return verifyRows(session, kept);
    });
  }

  async objection(): Promise<Objection | undefined> {
    return this.#during((session) => objectionTo(session, this.#source));
  }

  async #during<T>(work: (session: PgSession) => Promise<T>): Promise<T> {
    const session = await this.#source.session();
    try {
      return await work(session);
    } catch (error) {
      throw journalError(error, this.#source.name);
    } finally {
      await session.close();
    }
  }
}

/** What others wait for who came first, and the number of the newest of them. */
interface Ahead extends Required<Cost> {
  readonly newest: number;
}

class PgLog implements RecordLog {
  readonly #name: string;
  readonly #session: PgSession;
  readonly #clock: StoreClock;
  readonly #end = new ChainEnd();
  readonly #onRecord: OnRecord;
  readonly #monotonicMs: () => number;
  readonly #account: string;
  readonly #onHead: PgSource['onHead'];
  #ahead: Ahead = { ip: 0, uid: 0, orderCalls: 0, newest: 0 };

  private constructor({ name, monotonicMs, account, onHead }: PgSource, session: PgSession, onRecord: OnRecord) {
    this.#name = name;
    this.#onHead = onHead;
    this.#account = JSON.stringify([account?.origin, account?.name]);
    this.#session = session;
    this.#monotonicMs = monotonicMs;
    this.#clock = new StoreClock(monotonicMs);
    this.#onRecord = onRecord;
  }

  static async open(source: PgSource, onRecord: OnRecord): Promise<PgLog> {
    const session = await source.session();
    try {
      await makeSchema(session, source.name);
      const log = new PgLog(source, session, onRecord);
      await log.#readOn();
      if (log.#end.id === 0) await log.#begin();
      return log;
    } catch (error) {
      await session.close();
      throw journalError(error, source.name);
    }
  }

  /** Another runner may have begun it since it was looked at. */
  async #begin(): Promise<void> {
    const salt = randomBytes(32).toString('hex');
    await this.transact((append) => {
      if (this.#end.id === 0) append({ kind: 'made', atMs: 0, uptimeMs: null, ...stated(said<'made'>({ salt })) });
    });
  }

  get head(): Head {
    return this.#end.head;
  }

  readonly waiting: WeightWaits = {
    ahead: () => this.#ahead,
    leave: async (costs, { forMs }) => {
      const { ip, uid, orderCalls } = costInAll(costs);
      const ms = Math.min(forMs, LONGEST_WAIT_MS) + WAIT_GRACE_MS;
      await this.#session.query('select ordo.wait_for($1, $2, $3, $4, $5)', [this.#account, ip, uid, orderCalls, ms]);
    },
  };

  readonly wallMs = (): number => this.#clock.nowMs();

  async transact<T>(work: (append: Append) => T): Promise<T> {
    try {
      for (;;) {
        const asked: NewRecord[] = [];
        const value = work((record) => this.#end.id + asked.push(record));
        if (asked.length === 0) {
          if (await this.#isAsRead()) return value;
          continue;
        }
        const written = await this.#append(asked);
        if (written === 'all') return value;
        const { id } = this.#end;
        await this.#readOn();
        if (written === 'others first' && this.#end.id === id)
          throw new JournalError(
            `the journal ${this.#name} says that others have written since record ${id}, and does not show it`,
            'nothing is sent on such a journal: look at the rights, rules and policies on its tables',
            'journal/unfit',
          );
      }
    } catch (error) {
      throw journalError(error, this.#name);
    }
  }

  /** What was written, or why nothing was: others wrote before, or wait before us. */
  async #append(asked: readonly NewRecord[]): Promise<'all' | 'others first' | 'others wait'> {
    const rows = asked.map((record) => Object.assign(fieldsOf(record), { said: record.text }));
    const [written] = await this.#timed(
      `select at_ms, at_ms - 1 as now_ms, encode(sum, 'hex') as sum from ordo.append($1, $2, $3, $4, $5)`,
      [this.#session.backend, this.#end.id, JSON.stringify(rows), this.#account, this.#ahead.newest],
    );
    if (written === undefined) return 'others first';
    if (written['at_ms'] === null) return 'others wait';
    const atMs = Number(written['at_ms']);
    const records = asked.map((fields, at): LogRecord => ({
      ...fields,
      id: this.#end.id + at + 1,
      atMs,
      uptimeMs: null,
      said: () => fields.said,
    }));
    const sums = records.map((record) => this.#end.add(record));
    if (written['sum'] !== this.#end.sum) throw new RecordError('what the server wrote is not what it was given');
    this.#onHead?.(this.head, this.#end.first);
    records.forEach((record, at) => this.#onRecord(record, sums[at], true));
    return 'all';
  }

  /** Whether nothing has changed since it was read last: neither records, nor who waits. */
  async #isAsRead(): Promise<boolean> {
    const [id, { newest }] = [this.#end.id, this.#ahead];
    await this.#readOn();
    return this.#end.id === id && this.#ahead.newest === newest;
  }

  async #readOn(): Promise<void> {
    const { id } = this.#end;
    await readOn({ query: (text, values) => this.#timed(text, values) }, this.#end, this.#onRecord);
    if (this.#end.id !== id) this.#onHead?.(this.head, this.#end.first);
    const [row = {}] = await this.#session.query('select * from ordo.ahead($1)', [this.#account]);
    const [ip, uid, orderCalls, newest] = ['ip', 'uid', 'order_calls', 'newest'].map((name) => Number(row[name] ?? 0));
    this.#ahead = { ip, uid, orderCalls, newest } as Ahead;
  }

  /** Every answer that has a time of the database tells how far its clock is. */
  async #timed(text: string, values: readonly unknown[]): Promise<readonly PgRow[]> {
    const sentMs = this.#monotonicMs();
    const rows = await this.#session.query(text, values);
    const told = rows.at(-1)?.['now_ms'];
    if (told !== undefined) this.#clock.heard(Number(told), sentMs);
    return rows;
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
