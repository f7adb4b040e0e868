/** Where a server's password comes from, and that no other variable has a say. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { serverAddress, type ServerAddress } from '../../src/journal/postgres/journal-url.ts';
import { passwordOf } from '../../src/journal/postgres/password-file.ts';
import { PgSession } from '../../src/journal/postgres/pg-session.ts';
import { ownServer } from '../support/own-server.ts';

const address = (url: string): ServerAddress => {
  const read = serverAddress(url);
  if (!read.ok) throw new Error(read.error);
  return read.value;
};
const AT = address('postgres://desk@db.example/ordo');

function fileOf(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-pass-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, '.pgpass');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return folder;
}

test.each([
  ['db.example:5432:ordo:desk:secret', 'secret'],
  ['# a comment\n*:*:*:other:no\n*:*:*:desk:a\\:b\\\\c\n', 'a:b\\c'],
  ['db.example:5433:ordo:desk:other-port', undefined],
  ['db.example:5432:ordo:desk', undefined],
  ['db.example:5432:ordo:desk:with\r\n', 'with'],
])('the file %j', (text, password) => {
  expect(passwordOf(AT, { HOME: fileOf(text) })).toBe(password);
});

test('a file that others may read is left aside, and PGPASSWORD goes before it', () => {
  expect(passwordOf(AT, { HOME: fileOf('*:*:*:*:secret', 0o640) })).toBeUndefined();
  expect(passwordOf(AT, { HOME: fileOf('*:*:*:*:secret'), PGPASSWORD: 'mine' })).toBe('mine');
  expect(passwordOf(AT, { PGPASSFILE: join(fileOf('*:*:*:*:named'), '.pgpass') })).toBe('named');
});

const { server } = await ownServer();

describe.skipIf(server === undefined)('a session', () => {
  const { password, ...bare } = address(server?.url ?? 'postgres://a:b@localhost/x');

  it('takes the password file, and no other variable of PostgreSQL', async () => {
    vi.stubEnv('PGPASSWORD', '');
    vi.stubEnv('HOME', fileOf(`127.0.0.1:*:*:postgres:${password}`));
    for (const [name, value] of Object.entries({
      PGHOST: 'nowhere.invalid',
      PGPORT: '1',
      PGUSER: 'nobody',
      PGDATABASE: 'nothing',
      PGSSLMODE: 'require',
      PGSSLNEGOTIATION: 'direct',
      PGOPTIONS: '-c synchronous_commit=off',
      PGAPPNAME: 'other',
      PGREPLICATION: 'true',
      PGCLIENT_ENCODING: 'LATIN1',
      PGCONNECT_TIMEOUT: '0',
    }))
      vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const session = await PgSession.connect(bare);
    onTestFinished(() => session.close());
    expect(
      await session.query(
        `select current_user as who, current_setting('application_name') as app,
           current_setting('client_encoding') as encoding, current_setting('synchronous_commit') as sync`,
      ),
    ).toEqual([{ who: 'postgres', app: 'ordo', encoding: 'UTF8', sync: 'on' }]);
  });

  it('says that there is no password', async () => {
    vi.stubEnv('PGPASSWORD', '');
    vi.stubEnv('HOME', '/nonexistent');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(PgSession.connect(bare)).rejects.toThrow('ordo found none');
  });
});
