/** What `ordo schema journal` prints is what a live run applies, for who lets no program make tables. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import { startPostgres } from '../../proofs/support/postgres-server.ts';
import { JOURNAL_SQL } from '../../src/journal/postgres/journal-sql.ts';
import { words } from '../../src/journal/postgres/rules.ts';
import { SCHEMAS_BEFORE, SCHEMA_VERSION, WITHOUT_HALTS } from '../../src/journal/postgres/tables.ts';
import { RECORD_KINDS } from '../../src/journal/records/record-log.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';

const server = await startPostgres({ fsync: true });
afterAll(() => server?.stop());

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const [, GRANTS = ''] = /```sql\n([^`]*)```/.exec(page) ?? [];

const as = (url: string, user: string): string =>
  Object.assign(new URL(url), { username: user, password: 'word' }).href;

interface Connected {
  readonly client: pg.Client;
  /** What the server says beside its answers. */
  readonly notices: string[];
}

async function connected(url: string): Promise<Connected> {
  const client = new pg.Client({ connectionString: url });
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(String(message)));
  await client.connect();
  onTestFinished(() => client.end());
  return { client, notices };
}

const fresh = async (): Promise<string> => (await server?.newDatabase()) ?? '';

/** All that stands in the schema: columns, constraints, indexes, functions, triggers, and the rows of fixed tables. */
const CONTENT = `
select 'column' as what, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as text
  from information_schema.columns where table_schema = 'ordo'
union all select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'ordo'::regnamespace
union all select 'index', indexdef from pg_indexes where schemaname = 'ordo'
union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'ordo'::regnamespace
union all select 'trigger', pg_get_triggerdef(trigger.oid) from pg_trigger trigger
  join pg_class on pg_class.oid = tgrelid where relnamespace = 'ordo'::regnamespace and not tgisinternal
union all select 'path', path::text from ordo.path
union all select 'version', version::text from ordo.version
order by 1, 2`;

type Content = Record<'what' | 'text', string>;
const contentOf = async ({ client }: Connected): Promise<readonly Content[]> =>
  (await client.query<Content>(CONTENT)).rows;
/** What made a journal of that version. */
function madeBy(version: number): string {
  const since5 = ['end-asked', 'closed-elsewhere'];
  const halts = version === WITHOUT_HALTS ? ['halt', 'lifted'] : [];
  const known = RECORD_KINDS.filter((kind) => ![...since5, ...halts].includes(kind));
  const made = JOURNAL_SQL.replaceAll(words(RECORD_KINDS), () => words(known)).replaceAll(
    `values (${SCHEMA_VERSION})`,
    `values (${version})`,
  );
  if (version !== WITHOUT_HALTS) return made;
  return made.replaceAll(/create index halts [^;]*;/g, '').replaceAll(/-- While an account is halted.*?end if;/gs, '');
}

/** But for the versions that it had. */
const isOfEvery = ({ what }: Content): boolean => what !== 'version';

describe.skipIf(server === undefined)('ordo schema journal', { timeout: 30_000 }, () => {
  test('is applied by the owner of a database; from then on a runner needs only what docs/operating.md gives', async () => {
    const url = await fresh();
    const { client: root } = await connected(url);
    await root.query(`create role dba login createrole password 'word'`);
    await root.query(`alter database ${new URL(url).pathname.slice(1)} owner to dba`);
    const { paper, at } = await paperAndPlace();
    const { code, stdout } = await here(['schema', 'journal'], at);
    expect([code, stdout]).toEqual([0, JOURNAL_SQL]);
    const { client: dba } = await connected(as(url, 'dba'));
    await dba.query(stdout);
    await dba.query(`${GRANTS} create role ann login password 'word' in role ordo_runner;`);
    at.write('plan.yaml', bids('granted', 3));
    const ann = { ...at, env: { ...at.env, ORDO_JOURNAL: as(url, 'ann') } };
    const ran = await run(ann);
    expect([ran.code, ran.stderr, paper.orders.length]).toEqual([0, '', 3]);
    expect((await here(['journal', 'verify'], ann)).code).toBe(0);
  });

  test('makes what a live run makes', async () => {
    const [byHand, byRun] = [await fresh(), await fresh()];
    const one = await connected(byHand);
    await one.client.query(JOURNAL_SQL);
    const { at } = await paperAndPlace();
    at.write('plan.yaml', bids('made', 1));
    expect((await run({ ...at, env: { ...at.env, ORDO_JOURNAL: byRun } })).code).toBe(0);
    const [made, ran] = [await contentOf(one), await contentOf(await connected(byRun))];
    expect(made.length).toBeGreaterThan(80);
    expect(made).toEqual(ran);
  });

  test('changes nothing a second time, nor the settings of the session', async () => {
    const at = await connected(await fresh());
    await at.client.query(JOURNAL_SQL);
    const before = await contentOf(at);
    await at.client.query(JOURNAL_SQL);
    expect(at.notices).toEqual(['the journal is there already: nothing was changed']);
    expect(await contentOf(at)).toEqual(before);
    const { rows } = await at.client.query('show search_path');
    expect(rows).toEqual([{ search_path: '"$user", public' }]);
  });

  test.each(SCHEMAS_BEFORE)(
    'brings up the journal of version %i, with its records, to what it would have made',
    async (version) => {
      const url = await fresh();
      const at = await connected(url);
      await at.client.query(madeBy(version));
      const { paper, at: desk } = await paperAndPlace();
      desk.write('plan.yaml', bids('raised', 1));
      const own = { ...desk, env: { ...desk.env, ORDO_JOURNAL: url } };
      const refused = await run(own);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('ordo schema journal | psql')]);
      await at.client.query(JOURNAL_SQL);
      expect(at.notices).toEqual([
        `the journal was of version ${version}, and is of version ${SCHEMA_VERSION} now: an older ordo refuses it`,
      ]);
      const other = await connected(await fresh());
      await other.client.query(JOURNAL_SQL);
      expect((await contentOf(at)).filter(isOfEvery)).toEqual((await contentOf(other)).filter(isOfEvery));
      expect([(await run(own)).code, paper.orders.length]).toEqual([0, 1]);
      await expect(
        at.client.query(`insert into ordo.journal select max(id) + 1, 'other', 2, null, null, null, null, 1, null, '{}',
        (select sum from ordo.journal order by id desc limit 1), 'x' from ordo.journal`),
      ).rejects.toThrow('no such kind of record');
    },
  );

  test('says so where the journal is of another version', async () => {
    const { client } = await connected(await fresh());
    await client.query(JOURNAL_SQL);
    await client.query('insert into ordo.version values (9)');
    await expect(client.query(JOURNAL_SQL)).rejects.toThrow('there is a journal of version 9');
  });

  test('does all or nothing: a text that fails near its end leaves no schema', async () => {
    const { client } = await connected(await fresh());
    const failing = JOURNAL_SQL.replace('create function append(', 'create function append(p_none nothing, ');
    await expect(client.query(failing)).rejects.toThrow('nothing');
    const { rows } = await client.query(`select to_regnamespace('ordo') is null as is_away`);
    expect(rows).toEqual([{ is_away: true }]);
  });

  test('waits for another that is under way, and finds its journal, though it had looked before', async () => {
    const url = await fresh();
    const [one, two] = await Promise.all([connected(url), connected(url)]);
    // As a run does: what a session has looked up, the server keeps for it.
    await two.client.query(`select to_regclass('ordo.journal')`);
    await one.client.query('begin');
    await one.client.query(JOURNAL_SQL);
    const waiting = two.client.query(JOURNAL_SQL);
    await expect
      .poll(async () => (await one.client.query(`select 1 from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0);
    await one.client.query('commit');
    await waiting;
    expect(two.notices).toEqual(['the journal is there already: nothing was changed']);
  });
});
