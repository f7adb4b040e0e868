/** A server that was put back as it was, with the same history to its own eyes: this machine remembers what it acknowledged. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { witnessIn } from '../../src/journal/files/kept-heads.ts';
import type { Ledger } from '../../src/journal/records/ledger.ts';
import { acceptRestored, openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { ROOMY } from '../support/journal-files.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();
const SCOPE = { account: { origin: 'http://127.0.0.1:1', name: 'main' }, plan: { plan: 'p', generation: 1 } };

interface Machine {
  readonly ledger: (url: string) => Ledger;
  readonly accept: (url: string) => Promise<void>;
  readonly folder: string;
}

/** A machine with a state folder of its own. */
function machine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    defer: (act: () => void) => void setImmediate(act),
    witness: witnessIn(folder),
  };
  return { folder, ledger: (url) => openServerLedger(url, own), accept: (url) => acceptRestored(url, own) };
}

/** A claim that writes a run, and ends. */
async function run(ledger: Ledger): Promise<void> {
  const got = await ledger.claim(SCOPE, ROOMY);
  if (!got.ok) throw new Error('held');
  await got.value.begin({ ...SCOPE.plan, planFile: 'plan.yaml', digest: 'd' });
  await got.value.release();
}

/** Takes the newest records away, or all of them and the tables, as a copy that is put back would. */
async function forget(url: string, how: 'the last record' | 'everything'): Promise<void> {
  const client = await clientOn(url);
  if (how === 'everything') await client.query('drop schema ordo cascade');
  else {
    await client.query(`set session_replication_role = replica`);
    await client.query('delete from ordo.journal where id = (select max(id) from ordo.journal)');
  }
}

/** Another database of the same server, which has all that this one has. */
async function copied(url: string): Promise<string> {
  const [from, to] = [new URL(url), new URL(url)];
  to.pathname = `${from.pathname}_copy`;
  const client = await clientOn(server?.url ?? '');
  await client.query(`create database ${to.pathname.slice(1)} template ${from.pathname.slice(1)}`);
  return to.href;
}

const FORGOTTEN = /has forgotten what it acknowledged to this machine: record \d+ is (gone|another one)/;

describe.skipIf(server === undefined)('a server that has forgotten', { timeout: 30_000 }, () => {
  it.each(['the last record', 'everything'] as const)(
    '%s is refused by the machine that knows it, until a person has looked',
    async (how) => {
      const url = await fresh();
      const [here, elsewhere] = [machine(), machine()];
      await run(here.ledger(url));
      await forget(url, how);
      await expect(run(here.ledger(url))).rejects.toThrow(FORGOTTEN);
      // Another machine goes on, and so there is another record where this one remembers its own.
      await run(elsewhere.ledger(url));
      await expect(run(here.ledger(url))).rejects.toThrow(FORGOTTEN);
      await here.accept(url);
      await run(here.ledger(url));
      await forget(url, how);
      await expect(run(here.ledger(url))).rejects.toThrow(FORGOTTEN);
    },
  );

  it('nothing is taken as it is, whoever writes', async () => {
    const url = await fresh();
    const [here, elsewhere] = [machine(), machine()];
    for (const { ledger } of [here, elsewhere, elsewhere, here]) await run(ledger(url));
    expect(await here.ledger(url).objection()).toBeUndefined();
    expect((await here.ledger(url).verify()).kind).toBe('whole');
  });

  it('is refused however its address is spelled', async () => {
    const url = await fresh();
    const here = machine();
    await run(here.ledger(url));
    await forget(url, 'the last record');
    for (const spelled of [url.replace('127.0.0.1', 'localhost'), url.replace('postgres://', 'postgresql://')])
      await expect(run(here.ledger(spelled))).rejects.toThrow(FORGOTTEN);
  });

  it('is refused where an older copy of it stands in another database', async () => {
    const url = await fresh();
    const here = machine();
    await run(here.ledger(url));
    const copy = await copied(url);
    await run(here.ledger(url));
    await expect(run(here.ledger(copy))).rejects.toThrow(FORGOTTEN);
  });

  it('is refused though the run that knew it was killed', async () => {
    const url = await fresh();
    const here = machine();
    const got = await here.ledger(url).claim(SCOPE, ROOMY);
    if (!got.ok) throw new Error('held');
    await got.value.begin({ ...SCOPE.plan, planFile: 'plan.yaml', digest: 'd' });
    // Whatever it would do at its end is not done.
    const client = await clientOn(url);
    await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
    await forget(url, 'the last record');
    await expect(run(here.ledger(url))).rejects.toThrow(FORGOTTEN);
  });

  it('is refused though an older session ended after the newest', async () => {
    const url = await fresh();
    const here = machine();
    await run(here.ledger(url));
    const older = await here.ledger(url).claim({ ...SCOPE, plan: { plan: 'older', generation: 1 } }, ROOMY);
    for (let runs = 0; runs < 3; runs++) await run(here.ledger(url));
    if (older.ok) await older.value.release();
    await forget(url, 'the last record');
    await expect(run(here.ledger(url))).rejects.toThrow(FORGOTTEN);
  });

  it('is told of by who only looks', async () => {
    const url = await fresh();
    const here = machine();
    expect(await here.ledger(url).objection()).toBeUndefined();
    await run(here.ledger(url));
    for (const how of ['the last record', 'everything'] as const) {
      await forget(url, how);
      expect((await here.ledger(url).objection())?.message).toMatch(FORGOTTEN);
    }
  });

  it.each(['a parent', 'the folder'] as const)('is not begun where %s of what is kept cannot be used', async (what) => {
    const url = await fresh();
    const here = machine();
    if (what === 'a parent') writeFileSync(join(here.folder, 'ordo'), '');
    else {
      mkdirSync(join(here.folder, 'ordo'));
      writeFileSync(join(here.folder, 'ordo', 'servers'), '');
    }
    await expect(run(here.ledger(url))).rejects.toThrow('cannot be used');
    const client = await clientOn(url);
    expect((await client.query('select * from ordo.session')).rows).toEqual([]);
  });
});
