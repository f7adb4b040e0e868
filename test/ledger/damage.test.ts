/** A journal that is damaged, gone, or taken away while it is in use: refused, never read around, never begun anew. */
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { readJournalState } from '../../src/ledger/sqlite/read-journal.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import { someOrders } from '../support/plan-builder.ts';
import { fill, intentOf, newFile, openJournal, optionsFor, taken } from './place.ts';

/** Every way to what a journal knows. */
const WAYS: readonly [name: string, read: (file: string) => unknown][] = [
  ['opened', (file) => openJournal(file).state()],
  ['read', (file) => readJournalState(file, optionsFor(file))],
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
  it('with one digit of an order id changed', () => {
    const file = newFile();
    fill(file);
    const bytes = readFileSync(file);
    const at = bytes.indexOf(taken.outcome === 'accepted' ? taken.orderId : '');
    bytes[at + 17] = (bytes[at + 17] as number) ^ 1;
    writeFileSync(file, bytes);
    expect(() => read(file)).toThrow(JournalError);
  });

  it.each(['order_id', 'code', 'message', 'rule', 'content', 'step', 'order_key', 'lineage', 'at_ms', 'sum'])(
    'with another %s in a row',
    (column) => {
      const file = newFile();
      fill(file);
      const value = column === 'lineage' || column === 'at_ms' ? '7' : `'unknown'`;
      const isText = column !== 'lineage' && column !== 'at_ms';
      rewrite(file, `update step set ${column} = ${isText ? `${value} || 'x'` : value} where id = 4`);
      expect(() => read(file)).toThrow(/damaged/);
    },
  );

  it('with a trigger missing, or a table too many', () => {
    for (const change of ['drop trigger step_stays', 'create table other (id integer)']) {
      const file = newFile();
      fill(file);
      const database = new DatabaseSync(file);
      database.exec(change);
      database.close();
      expect(() => read(file)).toThrow(/damaged/);
    }
  });

  it('where it was deleted, or emptied', () => {
    for (const lose of [rmSync, truncateSync]) {
      const file = newFile();
      fill(file);
      lose(file);
      expect(() => read(file)).toThrow(/gone/);
    }
  });
});

/** Of SQLite's log: a page and what stands before it. */
const FRAME = 4096 + 24;

/** A journal of one run that ended and one of six calls that was killed; its files, and what it knows. */
function left(): { file: string; log: Buffer; truth: string } {
  const running = newFile();
  openJournal(running).close();
  const journal = openJournal(running);
  for (const [index, order] of someOrders(6).entries()) journal.recordIntent(intentOf([order], index + 1));
  const file = newFile();
  for (const end of ['', '-wal']) copyFileSync(running + end, file + end);
  return { file, log: readFileSync(`${file}-wal`), truth: JSON.stringify([...journal.state()]) };
}

describe('a log that a killed run left', () => {
  it.each(WAYS)('is read to its end when %s', (_, read) => {
    const { file, truth } = left();
    expect(JSON.stringify([...(read(file) as Map<string, unknown>)])).toBe(truth);
  });

  it.each(WAYS)('is refused with a byte changed before its last commit, in a frame or its head, when %s', (_, read) => {
    const { file, log } = left();
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
        expect(() => read(file)).toThrow(/damaged/);
      }
    }
    for (const inside of [17, 25]) {
      const damaged = Buffer.from(log);
      damaged[inside] = (damaged[inside] as number) ^ 4;
      writeFileSync(`${file}-wal`, damaged);
      expect(() => read(file)).toThrow(/damaged/);
    }
  });

  it.each(WAYS)('is no damage where the kill cut the last write short, when %s', (_, read) => {
    const { file, log } = left();
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - 100));
    expect((read(file) as Map<string, unknown>).size).toBe(5);
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

  it.each(losses)('%s: no intent and no outcome is taken any more', (name, lose) => {
    const file = newFile();
    // Closed once, so that the file itself holds something.
    openJournal(file).close();
    const journal = openJournal(file);
    const [first, second] = someOrders(2);
    const attempt = journal.recordIntent(intentOf(first === undefined ? [] : [first]));
    lose(file);
    if (name === 'replaced') writeFileSync(file, '');
    expect(() => journal.recordVerdicts(attempt, [taken], 1)).toThrow(JournalError);
    expect(() => journal.recordIntent(intentOf(second === undefined ? [] : [second], 2))).toThrow(JournalError);
  });

  it('by another account as well: both record', () => {
    const file = newFile();
    const one = openJournal(file);
    const other = openJournal(file, { account: { origin: 'http://127.0.0.1:1', name: 'other' } });
    one.recordIntent(intentOf(someOrders(1)));
    other.recordIntent(intentOf(someOrders(1)));
    other.close();
    expect(one.recordIntent(intentOf(someOrders(2).slice(1), 2))).toBe(3);
  });
});

it('a journal in memory has no files to lose', () => {
  expect(() => new SqliteJournal(optionsFor(':memory:')).close()).not.toThrow();
});
