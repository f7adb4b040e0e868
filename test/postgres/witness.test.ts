/** A server that was put back as it was, with the same history to its own eyes: this machine remembers what it acknowledged. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { witnessIn } from '../../src/ledger/beside/head-file.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { acceptRestored, openServerLedger } from '../../src/ledger/postgres/pg-ledger.ts';
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

  it('nothing is taken as it is, whoever writes, and however the file of the witness looks', async () => {
    const url = await fresh();
    const [here, elsewhere] = [machine(), machine()];
    for (const { ledger } of [here, elsewhere, elsewhere, here]) await run(ledger(url));
    const file = readdirSync(join(here.folder, 'ordo')).find((name) => name.endsWith('.head.json')) ?? '';
    for (const text of ['', 'null', '{"head":{"record":3}}', '7']) expect(await runWith(text)).toBe('whole');

    async function runWith(text: string): Promise<string> {
      writeFileSync(join(here.folder, 'ordo', file), text);
      await run(here.ledger(url));
      return (await here.ledger(url).verify()).kind;
    }
  });
});
