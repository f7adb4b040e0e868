/** `ordo doctor` whose journal is on a real PostgreSQL server: it says what a run would, and leaves the server as it was. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { BESIDE, heldBeside } from '../support/held-beside.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, type At } from '../support/live.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const EXECUTE = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'];

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
  readonly url: string;
  readonly sql: Awaited<ReturnType<typeof clientOn>>;
}

async function desk(): Promise<Desk> {
  const url = await fresh();
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('checked', 4));
  at.write('other.yaml', bids('other', 4));
  return { paper, at: { ...at, env: { ...at.env, ORDO_JOURNAL: url } }, url, sql: await clientOn(url) };
}

/** Each table of the database with its rows, and each sequence with its last number, which an insert that is undone raises too. */
async function onServer({ sql }: Desk): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string; kind: string }>(
    `select format('%I.%I', nspname, relname) as name, relkind as kind
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^pg_(catalog|toast)' and nspname <> 'information_schema' order by 1`,
  );
  const told: string[] = [];
  for (const { name, kind } of rows) {
    const what =
      kind === 'r' ? `select * from ${name}` : kind === 'S' ? `select last_value, is_called from ${name}` : undefined;
    const { rows: held = [] } = what === undefined ? {} : await sql.query(what);
    told.push(
      `${name} ${held
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n')}`,
    );
  }
  return told;
}

/** The state of this machine, too: which heads the server acknowledged to it, and what was kept aside. */
const onMachine = ({ at: { folder } }: Desk): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .toSorted()
    .map((file) => `${file} ${readFileSync(file, 'base64')}`);

interface Told {
  readonly refusedBy: string | null;
  readonly checks: readonly { readonly name: string; readonly is: string; readonly words: string }[];
}

interface Asked {
  readonly code: number | null;
  readonly by: string | null;
  /** Of the check of the journal. */
  readonly words: string;
}

const ask = async (at: At, ...plan: readonly string[]): Promise<Asked> => {
  const { code, stdout, stderr } = await here(['doctor', ...plan, '--output', 'json'], at);
  expect(stderr).toBe('');
  const { refusedBy, checks } = JSON.parse(stdout) as Told;
  return { code, by: refusedBy, words: checks.find(({ name }) => name === 'journal')?.words ?? '' };
};

/** The same where nobody is at work, who would write meanwhile. */
async function askInPeace(it: Desk, ...plan: readonly string[]): Promise<Asked> {
  const before = [await onServer(it), onMachine(it)];
  const sent = it.paper.orders.length;
  const asked = await ask(it.at, ...plan);
  expect([await onServer(it), onMachine(it)]).toEqual(before);
  expect(it.paper.orders.length).toBe(sent);
  return asked;
}

const held = ({ paper, url }: Desk, plan?: string): Promise<() => Promise<void>> =>
  heldBeside(openServerLedger(url, BESIDE), paper.origin, plan);

const other = (at: At): ReturnType<typeof here> => here(EXECUTE.with(1, 'other.yaml'), at);

describe.skipIf(server === undefined)('a doctor of a journal on a server', () => {
  test('makes no table in an empty database, which the run does then', async () => {
    const it = await desk();
    expect(await askInPeace(it, 'plan.yaml')).toMatchObject({
      code: 0,
      by: null,
      words: expect.stringContaining('which a run makes') as string,
    });
    expect(await onServer(it)).toEqual([]);
    expect(await askInPeace(it)).toMatchObject({ code: 0, by: null });
    expect((await run(it.at)).code).toBe(0);
    expect((await onServer(it)).length).toBeGreaterThan(7);
  });

  test('writes no record to one that has some, and names its head', async () => {
    const it = await desk();
    expect((await run(it.at)).code).toBe(0);
    it.at.write('plan.yaml', bids('checked', 5));
    const { words, ...ended } = await askInPeace(it, 'plan.yaml');
    expect(ended).toEqual({ code: 0, by: null });
    const { rows } = await it.sql.query<{ id: string; sum: Buffer }>(
      'select id, sum from ordo.journal order by id desc limit 1',
    );
    const [last] = rows;
    const [, records, head, sum] = /, (\d+) records, head (\d+):([0-9a-f]+)$/.exec(words) ?? [];
    expect([records, head]).toEqual([last?.id, last?.id]);
    expect(last?.sum.toString('hex').startsWith(sum ?? '-')).toBe(true);
    expect((await run(it.at)).code).toBe(0);
    expect(it.paper.orders).toHaveLength(5);
  });

  test('says who has the plan, and is not held up by the run of another', async () => {
    const it = await desk();
    const letGo = await held(it, 'checked');
    const own = await askInPeace(it, 'plan.yaml');
    expect(own).toMatchObject({ code: 10, by: 'journal' });
    expect(own.words).toContain('has locked the plan checked of this account: pid 1 of somebody on elsewhere');
    expect((await run(it.at)).code).toBe(10);
    expect(await askInPeace(it, 'other.yaml')).toMatchObject({ code: 0, by: null });
    expect(await askInPeace(it)).toMatchObject({ code: 0, by: null });
    expect((await other(it.at)).code).toBe(0);
    expect(it.paper.orders).toHaveLength(4);
    await letGo();
    expect(await askInPeace(it, 'plan.yaml')).toMatchObject({ code: 0, by: null });
    expect((await run(it.at)).code).toBe(0);
    expect(it.paper.orders).toHaveLength(8);
  });

  test('says who has all of the account, which holds up every plan', async () => {
    const it = await desk();
    const letGo = await held(it);
    for (const given of [['plan.yaml'], ['other.yaml'], []]) {
      const asked = await askInPeace(it, ...given);
      expect(asked).toMatchObject({ code: 10, by: 'journal' });
      expect(asked.words).toContain('pid 1 of somebody on elsewhere');
    }
    expect((await run(it.at)).code).toBe(10);
    await letGo();
    expect(await askInPeace(it, 'plan.yaml')).toMatchObject({ code: 0, by: null });
  });

  test.each<{ what: string; make: string; code: number; by: string; words: string }>([
    {
      what: 'has forgotten all',
      make: 'drop schema ordo cascade',
      code: 2,
      by: 'journal',
      words: 'has forgotten what it acknowledged',
    },
    {
      what: 'lets its records be lost by a crash',
      make: 'create rule lose as on insert to ordo.settled do also nothing',
      code: 2,
      by: 'journal',
      words: 'is not as it was made: its table settled has a rule, lose',
    },
    {
      what: 'is of a later ordo',
      make: 'insert into ordo.version values (99)',
      code: 2,
      by: 'journal',
      words: 'has version 99',
    },
  ])('refuses as the run does a server that $what', async ({ make, words, code, by }) => {
    const it = await desk();
    expect((await run(it.at)).code).toBe(0);
    await it.sql.query(make);
    expect(await askInPeace(it, 'plan.yaml')).toMatchObject({
      code,
      by,
      words: expect.stringContaining(words) as string,
    });
    const ran = await run(it.at);
    expect([ran.code, ran.stderr.replaceAll(/\s+/g, ' ')]).toEqual([code, expect.stringContaining(words)]);
  });

  test('refuses other limits than those of a run that is at work', async () => {
    const it = await desk();
    await held(it, 'checked');
    it.at.write('ordo.config.yaml', 'version: 1\nexchange: { uidWeight: 60/10s }\n');
    expect(await askInPeace(it, 'other.yaml')).toMatchObject({
      code: 2,
      by: 'journal',
      words: expect.stringContaining('somebody@elsewhere (pid 1) runs on this account with other limits') as string,
    });
    const ran = await other(it.at);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('with other limits')]);
  });

  test('refuses a halted account as the run does', async () => {
    const it = await desk();
    expect((await here(['halt', '--why', 'news'], it.at)).code).toBe(0);
    const asked = await askInPeace(it, 'plan.yaml');
    const ran = await run(it.at);
    expect([asked.code, ran.code, it.paper.orders.length]).toEqual([4, 4, 0]);
  });

  test('says that a server is gone', async () => {
    const it = await desk();
    const gone = { ...it.at, env: { ...it.at.env, ORDO_JOURNAL: it.url.replace(/:\d+\//, ':1/') } };
    const asked = await ask(gone, 'plan.yaml');
    expect([asked.code, asked.by]).toEqual([2, 'journal']);
    expect((await run(gone)).code).toBe(2);
  });
});
