/** The server that tests on PostgreSQL start: it answers, it is killed, it starts again with all that it had, and it leaves nothing. */
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../proofs/support/postgres-server.ts';

const server = await startPostgres();
afterAll(() => server?.stop());

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

describe.skipIf(server === undefined)('a server on loopback', () => {
  test('it tells its version, and takes nobody without the password', async () => {
    expect(await ask(server!.url, 'select version()')).toEqual([expect.stringMatching(/^PostgreSQL \d+/)]);
    const stranger = new URL(server!.url);
    stranger.password = 'other';
    await expect(ask(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)('what was committed is there after %s', async (signal) => {
    const url = await server!.newDatabase();
    await ask(url, 'create table kept (word text)');
    await ask(url, "insert into kept values ('committed')");
    const open = new Client({ connectionString: url });
    // It tells the server's farewell and the end of the connection.
    const cut = new Promise((resolve) => open.on('error', resolve));
    await open.connect();
    server!.kill(signal);
    await cut;
    await server!.start();
    expect(await ask(url, 'select word from kept')).toEqual(['committed']);
  });

  test('each database is empty', async () => {
    const one = await server!.newDatabase();
    await ask(one, 'create table kept (word text)');
    await expect(ask(await server!.newDatabase(), 'select word from kept')).rejects.toThrow('does not exist');
  });
});
