/** `ordo journal verify` on a real server: what a superuser does to it past the program is found, and named. */
import { dirname } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { copyJournal } from '../../src/journal/copy.ts';
import type { Head, Verified } from '../../src/journal/records/head.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { serverAddress } from '../../src/journal/postgres/journal-url.ts';
import { PgSession } from '../../src/journal/postgres/pg-session.ts';
import { verifyRows } from '../../src/journal/postgres/verify-rows.ts';
import { sharedServer } from '../support/own-server.ts';
import { here } from '../support/here.ts';
import { intentOf, newFile, ROOMY } from '../support/journal-files.ts';
import { ACCOUNT, filled, headOf, ledgerOn, machine } from '../support/moved-journals.ts';
import { someOrders } from '../support/plan-builder.ts';

const server = (await sharedServer()).server;

interface Whole {
  readonly url: string;
  readonly head: Head;
}

/** A journal with every table in use: two runs, and a word on an order of the second that stayed unknown. */
async function made(): Promise<Whole> {
  const [file, url] = [await filled(), (await server?.newDatabase()) ?? ''];
  await copyJournal(file, url, machine);
  const ledger = ledgerOn(url);
  const claim = await claimed(ledger);
  const known = (await claim.account()).flatMap(({ orders }) => Array.from(orders.values()));
  const unknown = known.filter(({ state }) => state === 'unknown');
  await claim.settle(unknown.map(({ clientOid }) => ({ clientOid, rule: 'by-person', evidence: 'seen' })));
  await claim.release();
  return { url, head: await headOf(ledger) };
}

async function claimed(ledger: Ledger): Promise<Claim> {
  const claim = await ledger.claim({ account: ACCOUNT }, ROOMY);
  if (!claim.ok) throw new Error('held');
  return claim.value;
}

let first: Whole | undefined;
let copies = 0;

/** A copy of it: it is made once, by the first test that asks. */
async function whole(): Promise<Whole> {
  first ??= await made();
  const name = `copy${(copies += 1)}`;
  await query(server?.url ?? '', `create database ${name} template ${new URL(first.url).pathname.slice(1)}`);
  return { ...first, url: new URL(name, first.url).href };
}

async function query(url: string, ...texts: readonly string[]): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let changed = 0;
    for (const text of texts) changed = (await client.query(text)).rowCount ?? 0;
    return changed;
  } finally {
    await client.end();
  }
}

/** Past every trigger, foreign keys included: how many rows were changed. */
const tamper = (url: string, change: string): Promise<number> =>
  query(url, 'set session_replication_role = replica', change);

async function verified(url: string, page: number): Promise<Verified> {
  const address = serverAddress(url);
  if (!address.ok) throw new Error(address.error);
  const session = await PgSession.connect(address.value);
  try {
    return await verifyRows(session, undefined, page);
  } finally {
    await session.close();
  }
}

const said = (found: Verified): string =>
  found.kind === 'whole' ? 'whole' : `record ${found.record}, ${found.about}, ${found.what}`;

const BESIDE = [
  ['placed', 'delete from ordo.placed where intent = (select max(intent) from ordo.placed)'],
  [
    'placed',
    `update ordo.placed set client_oid = 'another' where intent = (select max(intent) from ordo.placed) and at = 0`,
  ],
  ['placed', `insert into ordo.placed values (1, 'more', 0, 0, 'oid', 1, 0)`],
  ['placed', `insert into ordo.placed values (1, 'below', 0, 0, 'oid', -1, 0)`],
  ['ended', 'delete from ordo.ended where ending = (select max(ending) from ordo.ended)'],
  ['ended', 'update ordo.ended set intent = -intent'],
  ['settled', 'delete from ordo.settled'],
  ['settled', `insert into ordo.settled values (1, 0, 'settle-absent', 1)`],
  ['path', `insert into ordo.path values ('unknown', 'intent', 'in-flight')`],
  ['path', `update ordo.path set to_state = 'never-sent' where from_state = 'unknown'`],
] as const;

describe.skipIf(server === undefined)('a journal on a server', { timeout: 30_000 }, () => {
  it('has rows in every table', async () => {
    const { url } = await whole();
    for (const table of ['placed', 'ended', 'settled', 'path'])
      expect([table, await query(url, `select 1 from ordo.${table}`)]).not.toEqual([table, 0]);
  });

  it.each([1, 3, 5000])('that is as it was written is whole, by parts of %i', async (page) => {
    const { url, head } = await whole();
    expect(await verified(url, page)).toEqual({ kind: 'whole', head });
  });

  describe.each([3, 5000])('by parts of %i', (page) => {
    it.each(BESIDE)('%s: %s', async (table, change) => {
      const { url } = await whole();
      expect(await tamper(url, change)).toBeGreaterThan(0);
      expect(said(await verified(url, page))).toBe(`record 0, what follows from the records (${table}), was changed`);
    });
  });

  it.each([
    ['an edit of a text', `update ordo.journal set said = said || ' ' where id = 6`, /^record 6, .+, was changed$/],
    ['another time', 'update ordo.journal set at_ms = at_ms + 1 where id = 5', /^record 5, .+, was changed$/],
    [
      'an intent taken out',
      `delete from ordo.journal where id = (select min(intent) from ordo.placed)`,
      /^record \d+, a record of o\d.*, is gone$/,
    ],
    [
      'the end cut off',
      'delete from ordo.journal where id >= (select min(intent) from ordo.placed)',
      /^record \d+, a record of o\d.*, is gone, with all that came after record \d+$/,
    ],
  ])('with %s', async (_, change, words) => {
    const { url } = await whole();
    await tamper(url, change);
    expect(said(await verified(url, 5000))).toMatch(words);
  });

  it('that is written to meanwhile is whole at every moment', async () => {
    const url = (await server?.newDatabase()) ?? '';
    const ledger = ledgerOn(url);
    const claim = await claimed(ledger);
    await claim.begin({ plan: 'busy', generation: 1, planFile: 'plan.yaml', digest: 'd' });
    const found = new Set<string>();
    for (const order of someOrders(40)) {
      const [one] = await Promise.all([verified(url, 4), claim.intend([intentOf([order])])]);
      found.add(said(one));
    }
    await claim.release();
    expect([...found]).toEqual(['whole']);
  });

  it('tells a person by the command, and its exit code', async () => {
    const { url } = await whole();
    await tamper(url, BESIDE[0][1]);
    const { code, stderr } = await here(['journal', 'verify', '--journal', url], {
      folder: dirname(newFile()),
      env: {},
    });
    expect(code).toBe(5);
    expect(stderr).toContain('is not as it was written: what follows from the records (placed) was changed');
  });

  it('of another version is not looked at', async () => {
    const { url } = await whole();
    await tamper(url, 'insert into ordo.version values (9)');
    await expect(ledgerOn(url).verify()).rejects.toThrow('has version 9, and this ordo reads version 5');
  });
});
