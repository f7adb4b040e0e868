/**
 * One session on the server. It holds the locks of a run and writes its records: where it ends, so do both, and nothing brings it
 * back. This file and its importers are loaded by a `postgres://` journal alone.
 */
import { Client, DatabaseError } from 'pg';
import { errorWords } from '../../model/result.ts';
import { JournalError, LostJournal, RefusedRecord } from '../records/journal-error.ts';
import type { ServerAddress } from './journal-url.ts';
import { comesBack, connectFailure, NO_POOLER, tlsOptions } from './connecting.ts';
import { passwordOf } from './password-file.ts';

/** No answer for so long: the line is dead. */
const QUERY_MS = 10_000;
const CONNECT_MS = 5_000;

/** What a role, a database or a server is set to otherwise does no harm only where the session has these for certain. */
const OWN: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'read committed',
  // Nobody else's functions and operators stand before the server's.
  search_path: 'pg_catalog',
  // Rows that a policy hides are an error, and not a journal that knows nothing.
  row_security: 'off',
  client_encoding: 'UTF8',
  idle_session_timeout: '0',
};

/** `synchronous_commit`: a commit is on disk when it is told. Keepalives end a session whose machine is gone after 11 s. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...OWN,
  synchronous_commit: 'on',
  lock_timeout: '5s',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '5s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '2s',
};

/** The driver takes each of these from a PG… variable where it is not given. */
const NO_VARIABLES = { sslnegotiation: 'postgres', client_encoding: 'UTF8' } as const;

export type PgRow = Readonly<Record<string, unknown>>;

interface DriverLine {
  readonly stream: { destroy(): void };
  on(event: string, listener: () => void): unknown;
}

export class PgSession {
  readonly #client: Client;
  readonly #name: string;
  #last: Promise<unknown> = Promise.resolve();
  readonly #warnings: string[] = [];
  #lost: string | undefined;

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
    // A server that shuts down says so more than once.
    client.on('error', (error) => (this.#lost ??= errorWords(error)));
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') this.#warnings.push(message ?? 'no words');
    });
  }

  /** Rejects with JournalError where there is no server, or none that a journal may be kept on. */
  static async connect(address: ServerAddress): Promise<PgSession> {
    const { host, port, user, password, database, name } = address;
    let isInClear = false;
    const client = new Client({
      ...NO_VARIABLES,
      host,
      port,
      user,
      // A function, or the driver would look into its own copy of the password file.
      password: () => {
        if (isInClear) throw new Error(IN_CLEAR);
        return password ?? passwordOf(address, process.env) ?? '';
      },
      database,
      ssl: tlsOptions(address),
      application_name: 'ordo',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      options: Object.entries(SETTINGS)
        .map(([setting, value]) => `-c ${setting}=${value.replaceAll(' ', '\\ ')}`)
        .join(' '),
    });
    // It is not given, and so taken from a variable; a pooler refuses it, whatever it says.
    delete (client as unknown as { connectionParameters: { replication?: string } }).connectionParameters.replication;
    const session = new PgSession(client, name);
    // The driver would answer, whoever asks.
    session.#line.on('authenticationCleartextPassword', () => (isInClear = true));
    try {
      await client.connect();
    } catch (error) {
      session.#hangUp();
      if (isInClear) throw unusable(name, IN_CLEAR, SCRAM);
      const { why, hint, isGone } = connectFailure(error, address);
      const failure = unusable(name, why, hint);
      throw isGone === true ? new LostJournal(failure.message, hint) : failure;
    }
    try {
      await session.#check();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** The number of the server's process; a pooler in between changes it. */
  get backend(): number {
    return (this.#client as unknown as { readonly processID: number }).processID;
  }

  /**
   * One statement at a time, in a transaction of its own. Rejects with JournalError where it failed, was cut off, or came with a
   * warning: that is how a server tells that it did not wait for its standby.
   */
  query(text: string, values: readonly unknown[] = []): Promise<readonly PgRow[]> {
    const asked = this.#last.then(() => this.#ask(text, values));
    this.#last = asked.catch(() => {});
    return asked;
  }

  async #ask(text: string, values: readonly unknown[]): Promise<readonly PgRow[]> {
    if (this.#lost !== undefined) throw lost(this.#name, this.#lost);
    this.#warnings.length = 0;
    const watchdog = setTimeout(() => {
      this.#lost ??= `no answer within ${QUERY_MS / 1000} s`;
      this.#hangUp();
    }, QUERY_MS);
    try {
      const { rows } = await (values.length === 0
        ? this.#client.query<PgRow>(text)
        : this.#client.query<PgRow>(text, [...values]));
      if (this.#warnings.length > 0)
        throw unusable(this.#name, `the server warned: ${this.#warnings.join('; ')}`, NOT_SURE);
      return rows;
    } catch (error) {
      if (error instanceof JournalError) throw error;
      throw this.#lost === undefined && error instanceof DatabaseError && !comesBack(error.code ?? '')
        ? refused(this.#name, error)
        : lost(this.#name, (this.#lost ??= errorWords(error)));
    } finally {
      clearTimeout(watchdog);
    }
  }

  async #check(): Promise<void> {
    const names = [...Object.keys(SETTINGS), 'fsync', 'full_page_writes', 'server_version_num', 'server_encoding'];
    const [row = {}] = await this.query(
      `select ${names.map((name) => `pg_catalog.current_setting('${name}', true) as ${name}`).join(', ')},
         pg_catalog.pg_is_in_recovery() as standby, pg_catalog.pg_backend_pid() as backend`,
    );
    // A pooler has sessions of its own: a lock would stay with one of them when this one is gone.
    if (row['backend'] !== this.backend) throw unusable(this.#name, 'a pooler is in between', NO_POOLER);
    const off = ['fsync', 'full_page_writes'].find((name) => row[name] !== 'on');
    if (off !== undefined)
      throw unusable(
        this.#name,
        `the server runs with ${off} off`,
        'it may lose what it acknowledged: a journal needs it on',
      );
    if (row['standby'] === true)
      throw unusable(this.#name, 'the server is a standby', 'name the primary with --journal');
    if (Number(row['server_version_num']) < 150_000)
      throw unusable(this.#name, 'the server is older than PostgreSQL 15', 'use one of 15 or newer');
    const sync = row['synchronous_commit'];
    if (sync !== 'on' && sync !== 'remote_apply')
      throw unusable(
        this.#name,
        `synchronous_commit is ${String(sync)}`,
        'connect to the server itself: a pooler drops the settings of a session',
      );
    const other = Object.entries(OWN).find(([setting, value]) => row[setting] !== value);
    if (other !== undefined)
      throw unusable(this.#name, `${other[0]} is ${String(row[other[0]])}, and not ${other[1]}`, NO_POOLER);
    if (row['server_encoding'] !== 'UTF8')
      throw unusable(
        this.#name,
        `the database has the encoding ${String(row['server_encoding'])}`,
        'create a database with the encoding UTF8: no other stores every text an exchange may send',
      );
  }

  /** May be said again. Over a dead line no farewell is answered, and a run would wait for one until the system gives up. */
  async close(): Promise<void> {
    await this.#last;
    this.#lost ??= 'it was closed';
    const watchdog = setTimeout(() => this.#hangUp(), QUERY_MS);
    await this.#client.end().catch(() => {});
    clearTimeout(watchdog);
  }

  /** Never a request to cancel: a cancelled commit looks like one that succeeded. */
  #hangUp(): void {
    this.#line.stream.destroy();
  }

  /** What the driver itself listens to. */
  get #line(): DriverLine {
    return (this.#client as unknown as { readonly connection: DriverLine }).connection;
  }
}

const IN_CLEAR = 'the server asks for the password in clear text, and ordo never sends it that way';
const SCRAM = 'make it ask for scram-sha-256 (pg_hba.conf); ordo sends nothing without a journal';

const NOT_SURE = 'what was written last may not be durable: look at the server before anything more is sent';

const unusable = (name: string, why: string, hint: string): JournalError =>
  new JournalError(`the journal ${name} cannot be used: ${why}`, hint);

function lost(name: string, why: string): JournalError {
  const hint = 'nothing further is sent; run again when the server answers';
  return new LostJournal(unusable(name, `the connection is gone: ${why}`, hint).message, hint);
}

/** Codes of our own functions (tables.ts), and that of a table that is not there. */
const HINTS: Readonly<Record<string, string>> = {
  OR001: 'what was to be written contradicts the journal: nothing is sent, look into it',
  OR004: NO_POOLER,
  OR005: 'its tables have a trigger or a rule that is not ordo’s: remove it',
  '42501': 'the role lacks a right: see docs/operating.md',
};

/** Codes of a text, a value or a rule of ours that the server's tables do not take: another record may be taken. */
const OF_THE_RECORD = /^(22|23|OR001)/;

function refused(name: string, { message, code = '' }: DatabaseError): JournalError {
  const { message: words, hint } = unusable(
    name,
    message,
    HINTS[code] ?? 'nothing is sent without a journal; look at the server, or name another with --journal',
  );
  return OF_THE_RECORD.test(code) ? new RefusedRecord(words, hint) : new JournalError(words, hint);
}
