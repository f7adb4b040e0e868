/** `ordo journal verify`: whatever is changed, taken out, put in, cut off or made anew is found, and named with its orders. */
import { rmSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { bytesOf, CHAIN_START, chainSum } from '../../src/journal/records/chain.ts';
import { headText } from '../../src/journal/records/head.ts';
import type { Head, Verified } from '../../src/journal/records/head.ts';
import { recordOf } from '../../src/journal/records/record-row.ts';
import { recordRows, rowsOf } from '../../src/journal/sqlite/record-rows.ts';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { fill, newFile, reader } from '../support/journal-files.ts';
import { journalOf, KINDS, NO_LISTS, paperAndPlace, run } from '../support/live.ts';

/** Changes the file past the program: every guard is taken off and put back as it was. */
function tamper(file: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  const triggers = database.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all();
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  change(database);
  for (const { sql } of triggers) database.exec(String(sql));
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Makes every sum anew, as somebody would who knows the chain. */
function chainAnew(database: DatabaseSync): void {
  let sum = CHAIN_START;
  const rows = [...rowsOf(recordRows(database).iterate())];
  for (const row of rows) {
    const before = sum;
    sum = chainSum(before, recordOf(row));
    database
      .prepare('update record set before = ?, sum = ? where id = ?')
      .run(bytesOf(before), bytesOf(sum), row[0] as number);
  }
}

async function filled(): Promise<{ file: string; head: Head }> {
  const file = newFile();
  await fill(file);
  const found = await reader(file).verify();
  if (found.kind !== 'whole' || found.head === undefined) throw new Error('a journal as it was written');
  return { file, head: found.head };
}

const said = (found: Verified): string =>
  found.kind === 'whole' ? 'whole' : `record ${found.record}, ${found.about}, ${found.what}`;

describe('a journal', () => {
  it('that is as it was written is whole, and so is one with a head that was kept', async () => {
    const { file, head } = await filled();
    expect(await reader(file).verify(head)).toEqual({ kind: 'whole', head });
    expect(await reader(file).verify({ ...head, sum: head.sum.slice(0, 12) })).toMatchObject({ kind: 'whole' });
  });

  it.each([
    [
      'an edit of a text',
      (db: DatabaseSync) => db.exec(`update record set said = replace(said, '{', '{ ') where kind = 'intent'`),
      /the intent of call 1 of .+ was changed/,
    ],
    [
      'another time',
      (db: DatabaseSync) => db.exec(`update record set at_ms = at_ms + 1 where id = 5`),
      /record 5, .*was changed/,
    ],
    ['a record taken out', (db: DatabaseSync) => db.exec('delete from record where id = 6'), /record 6, .*is gone/],
    [
      'the end cut off',
      (db: DatabaseSync) => db.exec('delete from record where id >= 6'),
      /record 6, a record of .+, is gone, with all that came after record 5/,
    ],
  ])('with %s', async (_, change, words) => {
    const { file } = await filled();
    tamper(file, change);
    expect(said(await reader(file).verify())).toMatch(words);
  });

  it.each([
    ['placed', 'delete from placed'],
    ['ended', 'update ended set ending = ending - 1'],
    ['settled', `insert into settled values (1, 0, 'settle-absent', 1)`],
    ['path', `update path set to_state = 'never-sent' where from_state = 'unknown'`],
  ])('whose table %s no longer follows from the records', async (_, change) => {
    const { file } = await filled();
    tamper(file, (db) => db.exec(change));
    expect(said(await reader(file).verify())).toMatch(
      /what follows from the records \((?:placed|ended|settled|path)\)/,
    );
  });

  it('with a record put in between, even under a number and a sum of its own', async () => {
    const { file } = await filled();
    tamper(file, (db) => {
      db.exec(
        'pragma foreign_keys = off; update record set id = id + 1000 where id > 5; update record set id = id - 999 where id > 1000',
      );
      db.exec(
        'insert into record select 6, kind, account, plan, about, ip, uid, at_ms, uptime_ms, said, before, sum from record where id = 5',
      );
    });
    expect(said(await reader(file).verify())).toMatch(/^record 6, .*does not follow the record before it/);
  });

  it('that was made anew, hash by hash, only against a head from before', async () => {
    const { file, head } = await filled();
    tamper(file, (db) => {
      db.exec(
        `update record set said = replace(said, '"planFile":"plan.yaml"', '"planFile":"plan.yamk"') where kind = 'run'`,
      );
      chainAnew(db);
    });
    expect(said(await reader(file).verify())).toBe('whole');
    expect(said(await reader(file).verify(head))).toMatch(/is not the record whose head was kept/);
    expect(said(await reader(file).verify({ ...head, record: head.record + 5 }))).toMatch(/the journal ends before it/);
  });
});

test('any change of any cell of any record is found', async () => {
  const { file, head } = await filled();
  const cells = ['kind', 'account', 'plan', 'about', 'ip', 'uid', 'at_ms', 'uptime_ms', 'said', 'before', 'sum'];
  const rows = fc.integer({ min: 1, max: head.record });
  const bytes = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...cells), async (id, cell) => {
      const copy = newFile();
      writeFileSync(copy, bytes);
      let isChanged = false;
      tamper(copy, (db) => {
        const was = db.prepare(`select ${cell} as value from record where id = ?`).get(id)?.['value'];
        const other =
          was instanceof Uint8Array
            ? was.map((byte, at) => (at === 7 ? byte ^ 1 : byte))
            : typeof was === 'string'
              ? cell === 'kind'
                ? was === 'question'
                  ? 'run'
                  : 'question'
                : `${was} `
              : Number(was ?? 0) + 1;
        db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on');
        isChanged = db.prepare(`update record set ${cell} = ? where id = ?`).run(other, id).changes === 1;
      });
      expect(isChanged).toBe(true);
      expect((await reader(copy).verify()).kind).toBe('broken');
    }),
    { numRuns: 40 },
  );
});

test('by the command: the head that a run names is still there after the next, and a change is exit 5', async () => {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', NO_LISTS);
  at.write('plan.yaml', KINDS);
  const first = ofKind(eventsOf(await run(at)), 'run-finished')[0]?.journalHead ?? '';
  at.write('plan.yaml', KINDS.replace('name: kinds', 'name: more'));
  await run(at);
  const verified = await here(['journal', 'verify', '--head', first], at);
  expect(verified.code).toBe(0);
  const [, head = ''] = /\nhead (\d+:[0-9a-f]{64})\n$/.exec(verified.stdout) ?? [];
  expect(Number(head.split(':')[0])).toBeGreaterThan(Number(first.split(':')[0]));
  expect(
    (await here(['journal', 'verify', '--head', first.replace(/.$/, (last) => (last === '0' ? '1' : '0'))], at)).code,
  ).toBe(5);
  tamper(journalOf(at), (db) =>
    db.exec(`update record set said = replace(said, '"size":"0.01"', '"size":"0.02"') where kind = 'intent'`),
  );
  const broken = await here(['journal', 'verify'], at);
  expect(broken.code).toBe(5);
  expect(broken.stderr).toMatch(/record \d+, the intent of call 1 of kinds \(.*rests.*\), was changed/);
  expect(headText({ record: 1, sum: 'ab' })).toBe('1:ab');
});

test('a journal that is gone, though one was made, is exit 5', async () => {
  const { at } = await paperAndPlace();
  at.write('ordo.config.yaml', NO_LISTS);
  at.write('plan.yaml', KINDS);
  await run(at);
  rmSync(journalOf(at));
  const ended = await here(['journal', 'verify'], at);
  expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('is gone, or emptied')]);
});

test.each([
  [['journal'], 'journal needs to know what to do'],
  [['journal', 'verfy'], 'did you mean verify'],
  [['journal', 'verify', '--head', '12'], 'is not a head'],
  [['journal', 'verify', '--journal', 'none.db'], 'there is no journal'],
])('%j is refused with exit 2', async (args, words) => {
  const { at } = await paperAndPlace();
  const ended = await here(args, at);
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(words)]);
});
