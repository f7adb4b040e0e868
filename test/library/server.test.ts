/** A ledger of the library on a real PostgreSQL server. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { sharedServer } from '../support/own-server.ts';
import { EXIT, openLedger, openSession, orThrow, verifyLedger } from '../../src/index.ts';
import { here } from '../support/here.ts';
import { compiledOf, folder, held, paperOf } from '../support/sessions.ts';

const server = (await sharedServer()).server;
const fresh = async (): Promise<string> => (await server?.newDatabase()) ?? '';

/** The package as it is installed, in a process of its own. */
const SCRIPT = `
const { openLedger, orThrow, verifyLedger } = await import(process.env.LIBRARY);
console.log((await verifyLedger(orThrow(openLedger(process.env.LEDGER)))).value.kind);`;

describe.skipIf(server === undefined)('a ledger on a server', { timeout: 30_000 }, () => {
  afterEach(() => vi.unstubAllEnvs());

  test('is the journal of the command: it tells what a session placed, and nothing goes twice', async () => {
    const [url, connection] = [await fresh(), await paperOf()];
    vi.stubEnv('XDG_STATE_HOME', folder());
    const ledger = orThrow(openLedger(url));
    const { hostname, port, pathname } = new URL(url);
    expect(ledger.name).toBe(`postgres://postgres@${hostname}:${port}${pathname}`);
    const compiled = compiledOf(bids('shared', 3));
    const first = await held({ ledger, connection });
    expect(orThrow(await first.place(compiled))).toMatchObject({ end: 'done', counts: { accepted: 3 } });
    const other = await openSession({ ledger: orThrow(openLedger(url)), connection });
    expect(other).toMatchObject({ ok: false, error: { exitCode: EXIT.locked } });
    await first.close();
    const second = await held({ ledger: orThrow(openLedger(url)), connection });
    expect(orThrow(await second.place(compiled))).toMatchObject({ end: 'done', counts: { withheld: 3 } });
    await second.close();
    expect(connection.taken()).toHaveLength(3);
    const at = { folder: folder(), env: { ORDO_JOURNAL: url, ORDO_BASE_URL: connection.origin } };
    const told = await here(['status', '--name', 'shared'], at);
    expect([told.code, told.stdout.match(/✓ accepted/g)?.length]).toEqual([0, 3]);
    expect(orThrow(await verifyLedger(ledger))).toMatchObject({ kind: 'whole' });
    const env = { ...process.env, LIBRARY: new URL('../../dist/index.js', import.meta.url).href, LEDGER: url };
    const built = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], { env });
    expect(built).toEqual({ stdout: 'whole\n', stderr: '' });
  });

  test('puts what it cannot take where the command looks for it', async () => {
    const [url, state] = [await fresh(), folder()];
    vi.stubEnv('XDG_STATE_HOME', state);
    const account = { origin: 'https://one.example', name: 'main' };
    const spool = orThrow(openLedger(url)).spool?.(account, 'a'.repeat(64));
    spool?.keep([{ clientOid: 'oid', verdict: { outcome: 'accepted', orderId: '7', rule: 'r' } }]);
    const [file = ''] = readdirSync(join(state, 'ordo'));
    expect(file).toMatch(/^server-a{12}\..*\.aside\.jsonl$/);
    expect(readFileSync(join(state, 'ordo', file), 'utf8')).toContain('"orderId":"7"');
    vi.stubEnv('XDG_STATE_HOME', '');
    vi.stubEnv('HOME', 'nowhere');
    const session = await openSession({ ledger: orThrow(openLedger(url)), connection: await paperOf() });
    expect(session).toMatchObject({
      ok: false,
      error: { exitCode: EXIT.usage, hint: 'set XDG_STATE_HOME to an absolute path' },
    });
  });
});

test('a server that does not answer, and an address that is none, are values, without the password', async () => {
  const away = orThrow(openLedger('postgres://desk:hidden@127.0.0.1:1/ordo'));
  const refused = await openSession({ ledger: away, connection: await paperOf() });
  expect(refused).toMatchObject({ ok: false, error: { exitCode: EXIT.usage } });
  const wrong = ['postgres://desk:hidden@db.example', 'mysql://desk:hidden@db.example/ordo'].map((url) =>
    openLedger(url),
  );
  expect(wrong).toMatchObject([{ ok: false }, { ok: false }]);
  expect(JSON.stringify([refused, ...wrong])).not.toContain('hidden');
});
