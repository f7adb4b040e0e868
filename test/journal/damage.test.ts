/** A journal that is damaged, gone, or taken away while it is in use: refused, never read around, never begun anew. */
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { JournalState } from '../../src/journal/records/state.ts';
import { someOrders } from '../support/plan-builder.ts';
import {
  fill,
  intentOf,
  newFile,
  openJournal,
  OpenJournal,
  optionsFor,
  reader,
  readState,
  taken,
} from '../support/journal-files.ts';

/** Every way to what a journal knows. */
const WAYS: readonly [name: string, read: (file: string) => Promise<JournalState>][] = [
  ['opened', async (file) => (await openJournal(file)).known()],
  ['read', readState],
];

/** Changes the journal past the program, as damage that SQLite itself does not notice would. */
function rewrite(file: string, ...statements: string[]): void {
  const database = new DatabaseSync(file);
  const triggers = database.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all();
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  for (const statement of statements) database.exec(statement);
  for (const { sql } of triggers) database.exec(String(sql));
  database.close();
}

describe.each(WAYS)('%s', (_, read) => {
  it('with one digit of an order id changed', async () => {
    const file = newFile();
    await fill(file);
    const bytes = readFileSync(file);
    const at = bytes.indexOf(taken.outcome === 'accepted' ? taken.orderId : '');
    bytes[at + 17] = (bytes[at + 17] as number) ^ 1;
    writeFileSync(file, bytes);
    await expect(read(file)).rejects.toThrow(JournalError);
  });

  it.each(['kind', 'plan', 'about', 'ip', 'uid', 'at_ms', 'uptime_ms', 'said', 'before', 'sum'])(
    'with another %s in a record',
    async (column) => {
      const file = newFile();
      await fill(file);
      const value = {
        kind: `'lost'`,
        said: `replace(said, '"', ' "')`,
        before: 'zeroblob(32)',
        sum: 'zeroblob(32)',
      };
      rewrite(
        file,
        `update record set ${column} = ${Object.hasOwn(value, column) ? value[column as keyof typeof value] : '7'} where id = 6`,
      );
      await expect(read(file)).rejects.toThrow(/damaged/);
    },
  );

  it('with a trigger missing, or a table too many', async () => {
    for (const change of ['drop trigger record_stays', 'create table other (id integer)']) {
      const file = newFile();
      await fill(file);
      const database = new DatabaseSync(file);
      database.exec(change);
      database.close();
      await expect(read(file)).rejects.toThrow(/damaged/);
    }
  });

  it('where SQLite quotes its table, in one line', async () => {
    const file = newFile();
    await fill(file);
    const database = new DatabaseSync(file);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    const words = readFileSync(file, 'latin1').replaceAll('primary key (intent', "primary'key (intent");
    writeFileSync(file, words, 'latin1');
    await expect(read(file)).rejects.toThrow(/cannot be used: malformed database schema [^\n]*strict, without rowid/);
    const found = await reader(file).verify();
    expect(found.kind === 'broken' && found.what).toMatch(/^cannot be read: [^\n]*strict, without rowid"$/);
  });

  it('where it was deleted, or emptied', async () => {
    for (const lose of [rmSync, truncateSync]) {
      const file = newFile();
      await fill(file);
      lose(file);
      await expect(read(file)).rejects.toThrow(/gone/);
    }
  });
});

/** Of SQLite's log: a page and what stands before it. */
const FRAME = 4096 + 24;

/** A journal of one run that ended and one of six calls that was killed; its files, and what it knows. */
async function left(): Promise<{ file: string; log: Buffer; truth: string }> {
  const running = newFile();
  await (await openJournal(running)).release();
  const journal = await openJournal(running);
  for (const [index, order] of someOrders(6).entries()) await journal.recordIntent(intentOf([order], index + 1));
  const file = newFile();
  for (const end of ['', '-wal']) copyFileSync(running + end, file + end);
  return { file, log: readFileSync(`${file}-wal`), truth: JSON.stringify([...(await journal.known())]) };
}

describe('a log that a killed run left', () => {
  it.each(WAYS)('is read to its end when %s', async (_, read) => {
    const { file, truth } = await left();
    expect(JSON.stringify([...(await read(file))])).toBe(truth);
  });

  it.each(WAYS)(
    'is refused with a byte changed before its last commit, in a frame or its head, when %s',
    async (_, read) => {
      const { file, log } = await left();
      const frames = Math.floor((log.length - 32) / FRAME);
      const commits = Array.from({ length: frames }, (__, n) => n).filter(
        (n) => log.readUInt32BE(32 + n * FRAME + 4) !== 0,
      );
      expect(commits.length).toBeGreaterThan(6);
      const before = commits.at(-2) as number;
      for (let frame = 0; frame <= before; frame++) {
        for (const inside of [0, 9, 17, 24, 2000]) {
          const damaged = Buffer.from(log);
          damaged[32 + frame * FRAME + inside] = (damaged[32 + frame * FRAME + inside] as number) ^ 4;
          writeFileSync(`${file}-wal`, damaged);
          await expect(read(file)).rejects.toThrow(/damaged/);
        }
      }
      for (const inside of [17, 25]) {
        const damaged = Buffer.from(log);
        damaged[inside] = (damaged[inside] as number) ^ 4;
        writeFileSync(`${file}-wal`, damaged);
        await expect(read(file)).rejects.toThrow(/damaged/);
      }
    },
  );

  it.each(WAYS)('is no damage where the kill cut the last write short, when %s', async (_, read) => {
    const { file, log } = await left();
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - 100));
    expect((await read(file)).size).toBe(5);
  });
});

describe('while it is in use', () => {
  const losses: [name: string, lose: (file: string) => void][] = [
    ['deleted', (file) => rmSync(file)],
    ['moved away', (file) => renameSync(file, `${file}.away`)],
    ['replaced', (file) => renameSync(file, `${file}.away`)],
    ['emptied', (file) => truncateSync(file)],
    ['without its log', (file) => rmSync(`${file}-wal`)],
    ['without its log’s index', (file) => rmSync(`${file}-shm`)],
  ];

  it.each(losses)('%s: no intent and no outcome is taken any more', async (name, lose) => {
    const file = newFile();
    // Closed once, so that the file itself holds something.
    await (await openJournal(file)).release();
    const journal = await openJournal(file);
    const [first, second] = someOrders(2);
    const attempt = await journal.recordIntent(intentOf(first === undefined ? [] : [first]));
    lose(file);
    if (name === 'replaced') writeFileSync(file, '');
    await expect(journal.recordVerdicts(attempt, [taken], 1)).rejects.toThrow(JournalError);
    const another = journal.recordIntent(intentOf(second === undefined ? [] : [second], 2));
    await expect(another).rejects.toThrow(JournalError);
  });

  it('by another account as well: both record', async () => {
    const file = newFile();
    const one = await openJournal(file);
    const other = await openJournal(file, { account: { origin: 'http://127.0.0.1:1', name: 'other' } });
    await one.recordIntent(intentOf(someOrders(1)));
    await other.recordIntent(intentOf(someOrders(1)));
    await other.release();
    const attempt = await one.recordIntent(intentOf(someOrders(2).slice(1), 2));
    await one.recordVerdicts(attempt, [taken], 1);
    expect((await readState(file)).size).toBe(2);
  });
});

it('a journal in memory has no files to lose', async () => {
  const journal = await OpenJournal.open(optionsFor(':memory:'));
  await journal.release();
});
