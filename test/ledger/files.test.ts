import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { readJournalState } from '../../src/ledger/sqlite/read-journal.ts';
import { rowSum, SUMMED } from '../../src/ledger/sqlite/row-sum.ts';
import { JOURNAL_VERSION } from '../../src/ledger/sqlite/tables.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import { anOrder, PLAN, someOrders } from '../support/plan-builder.ts';
import { unknown } from '../support/sim-exchange.ts';
import { fill, FILLED, folder, intentOf, newFile, openJournal, optionsFor, statesOf, taken } from './place.ts';

const foreign =
  (change: string): ((file: string) => void) =>
  (file) => {
    const database = new DatabaseSync(file);
    database.exec(`create table t (a); ${change}`);
    database.close();
  };
const aged =
  (change: string): ((file: string) => void) =>
  (file) => {
    fill(file);
    const database = new DatabaseSync(file);
    database.exec(`pragma journal_mode = delete; ${change}`);
    database.close();
  };
const cut =
  (bytes: (size: number) => number): ((file: string) => void) =>
  (file) => {
    fill(file);
    truncateSync(file, bytes(statSync(file).size));
  };

const read = (file: string): unknown => statesOf({ state: () => readJournalState(file, optionsFor(file)) });

describe('a file that is no journal of ours', () => {
  it.each([
    ['garbage', (file: string): void => writeFileSync(file, Buffer.alloc(9000, 7))],
    ['text', (file: string): void => writeFileSync(file, 'version: 1\nname: not-a-journal\n')],
    ['a few bytes', (file: string): void => writeFileSync(file, 'SQLite')],
    ['a database of another application', foreign('pragma application_id = 1; pragma user_version = 1;')],
    ['a database without an application', foreign('')],
    ['a newer version', aged(`pragma user_version = ${JOURNAL_VERSION + 1}`)],
    ['the first version', aged('pragma user_version = 1')],
    ['an older version', aged('pragma user_version = 0')],
    ['cut to its header', cut(() => 100)],
    ['cut to one page', cut(() => 4096)],
    ['cut in half', cut((size) => Math.floor(size / 2 / 4096) * 4096)],
    ['cut by its last byte', cut((size) => size - 1)],
  ])('is refused and left as it is: %s', (_, make) => {
    const file = newFile();
    make(file);
    const before = readFileSync(file);
    expect(() => new SqliteJournal(optionsFor(file))).toThrow(JournalError);
    expect(() => readJournalState(file, optionsFor(file))).toThrow(JournalError);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is refused where it contradicts itself', () => {
    const file = newFile();
    fill(file);
    const database = new DatabaseSync(file);
    const [trigger] = database.prepare(`select sql from sqlite_schema where name = 'step_follows_path'`).all();
    database.exec('drop trigger step_follows_path');
    const [row] = database.prepare(`select * from step where order_key = 'o3' and step = 'unknown'`).all();
    const values = SUMMED.map((name) => (name === 'step' ? 'intent' : (row?.[name] as string | number | null)));
    database
      .prepare(`insert into step (${SUMMED.join()}, sum) values (${SUMMED.map(() => '?').join()},?)`)
      .run(...values, rowSum(values));
    database.exec(String(trigger?.['sql']));
    database.close();
    expect(() => openJournal(file).state()).toThrow(/contradicts/);
    expect(() => readJournalState(file, optionsFor(file))).toThrow(/contradicts/);
  });

  it('nor is a folder, or a file in no folder', () => {
    const place = folder();
    for (const file of [place, join(place, 'missing', 'journal.db')]) {
      expect(() => new SqliteJournal(optionsFor(file))).toThrow(JournalError);
    }
  });

  it('nor is one that another process keeps to itself', () => {
    const file = newFile();
    fill(file);
    // Root may write whatever its mode says, so another process's exclusive lock is what keeps it from being written.
    const database = new DatabaseSync(file);
    database.exec('begin exclusive');
    try {
      expect(() => new SqliteJournal(optionsFor(file, { account: { origin: 'o', name: 'new' } }))).toThrow(
        JournalError,
      );
    } finally {
      database.exec('rollback');
      database.close();
    }
    expect(statesOf({ state: () => readJournalState(file, optionsFor(file)) })).toEqual(FILLED);
  });
});

describe('reading without writing', () => {
  it('makes no file where there is none', () => {
    const file = newFile();
    expect(read(file)).toEqual({});
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it.each(['journal.db', 'a b?c#d%20e&immutable=0.db', 'größe.db'])(
    'makes none beside the journal %s either, and changes no byte of it',
    (name) => {
      const file = join(folder(), name);
      fill(file);
      const before = readFileSync(file);
      expect(read(file)).toEqual(FILLED);
      expect(readdirSync(dirname(file))).toEqual([name, `${name}.made`]);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it('of an empty file finds nothing: a run was killed before it had made its tables', () => {
    const file = newFile();
    writeFileSync(file, '');
    expect(read(file)).toEqual({});
    expect(statSync(file).size).toBe(0);
  });

  it('sees what is committed while a writer has it open', () => {
    const file = newFile();
    const journal = openJournal(file);
    expect(read(file)).toEqual({});
    const attempt = journal.recordIntent(intentOf(someOrders(2)));
    expect(read(file)).toEqual({ o1: 'in-flight', o2: 'in-flight' });
    journal.recordVerdicts(attempt, [taken, unknown], 1);
    expect(read(file)).toEqual({ o1: 'accepted', o2: 'unknown' });
  });

  it('sees nothing of what is begun and not committed, and does not hold the writer up', () => {
    const file = newFile();
    const journal = openJournal(file);
    journal.recordIntent(intentOf([anOrder({ id: 'a' })]));
    const writer = new DatabaseSync(file);
    const values = [1, PLAN.name, PLAN.generation, 'b', 0, 'oid', null, 'intent', null, null, null, null, null, 1];
    writer.exec('begin immediate');
    writer
      .prepare(`insert into step (${SUMMED.join()}, sum) values (${SUMMED.map(() => '?').join()},?)`)
      .run(...values, rowSum(values));
    expect(read(file)).toEqual({ a: 'in-flight' });
    writer.exec('commit');
    expect(read(file)).toEqual({ a: 'in-flight', b: 'in-flight' });
    writer.close();
  });

  it('sees what a killed run left in its log', () => {
    const file = newFile();
    const journal = openJournal(file);
    journal.recordIntent(intentOf([anOrder({ id: 'a' })]));
    const left = join(folder(), 'journal.db');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${left}${end}`);
    expect(existsSync(`${left}-shm`)).toBe(false);
    expect(read(left)).toEqual({ a: 'in-flight' });
  });
});
