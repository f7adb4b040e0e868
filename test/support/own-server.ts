/** A PostgreSQL server for the tests of one file, and connections to it beside those of ordo. */
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { startPostgres, type PostgresServer } from '../../proofs/support/postgres-server.ts';

interface OwnServer {
  /** Undefined where this platform has none: what needs it is skipped. */
  readonly server: PostgresServer | undefined;
  /** The URL of an empty database; `''` without a server. */
  readonly fresh: () => Promise<string>;
}

/** Starts one, whose commits wait for the disk. Called at the top of a test file; it ends after that file's last test. */
export async function ownServer(): Promise<OwnServer> {
  const server = await startPostgres({ fsync: true });
  afterAll(() => server?.stop());
  return given(server);
}

let shared: Promise<PostgresServer | undefined> | undefined;

/** One for all files of this process that neither end nor halt it, nor have roles of their own; it ends with the process. */
export async function sharedServer(): Promise<OwnServer> {
  return given(await (shared ??= startPostgres({ fsync: true })));
}

const given = (server: PostgresServer | undefined): OwnServer => ({
  server,
  fresh: async () => (await server?.newDatabase()) ?? '',
});

/** Ends with the test that opened it. */
export async function clientOn(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
