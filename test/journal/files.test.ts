import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import { bytesOf, CHAIN_START, chainSum } from '../../src/journal/records/chain.ts';
import type { LogRecord } from '../../src/journal/records/record-log.ts';
import { JOURNAL_VERSION } from '../../src/journal/sqlite/tables.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import { unknown } from '../support/sim-exchange.ts';
import {
  fill,
  FILLED,
  folder,
  intentOf,
  newFile,
  openJournal,
  OpenJournal,
  optionsFor,
  readState,
  statesIn,
  taken,
} from '../support/journal-files.ts';

const holding =
  (content: string | Buffer): ((file: string) => Promise<void>) =>
  (file) =>
    writeFile(file, content);
const foreign =
  (change: string): ((file: string) => Promise<void>) =>
  async (file) => {
    const database = new DatabaseSync(file);
    database.exec(`create table t (a); ${change}`);
    database.close();
  };
const aged =
  (change: string): ((file: string) => Promise<void>) =>
  async (file) => {
    await fill(file);
    const database = new DatabaseSync(file);
    database.exec(`pragma journal_mode = delete; ${change}`);
    database.close();
  };
const cut =
  (bytes: (size: number) => number): ((file: string) => Promise<void>) =>
  async (file) => {
    await fill(file);
    truncateSync(file, bytes(statSync(file).size));
  };

const read = async (file: string): Promise<unknown> => statesIn(await readState(file));

describe('a file that is no journal of ours', () => {
  it.each([
    ['garbage', holding(Buffer.alloc(9000, 7))],
    ['text', holding('version: 1\nname: not-a-journal\n')],
    ['a few bytes', holding('SQLite')],
    ['a database of another application', foreign('pragma application_id = 1; pragma user_version = 1;')],
    ['a database without an application', foreign('')],
    ['a newer version', aged(`pragma user_version = ${JOURNAL_VERSION + 1}`)],
    ['the first version', aged('pragma user_version = 1')],
    ['an older version', aged('pragma user_version = 0')],
    ['cut to its header', cut(() => 100)],
    ['cut to one page', cut(() => 4096)],
    ['cut in half', cut((size) => Math.floor(size / 2 / 4096) * 4096)],
    ['cut by its last byte', cut((size) => size - 1)],
  ])('is refused and left as it is: %s', async (_, make) => {
    const file = newFile();
    await make(file);
    const before = readFileSync(file);
    await expect(OpenJournal.open(optionsFor(file))).rejects.toThrow(JournalError);
    await expect(readState(file)).rejects.toThrow(JournalError);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is refused where it contradicts itself', async () => {
    const file = newFile();
    await fill(file);
    // A second ending of the batch, as a program writes it that knows the chain and not the rules.
    const database = new DatabaseSync(file);
    const [trigger] = database.prepare(`select sql from sqlite_schema where name = 'ending_ends'`).all();
    database.exec('drop trigger ending_ends');
    addRecord(database, `select * from record where kind = 'answered'`);
    database.exec(String(trigger?.['sql']));
    database.close();
    await expect(openJournal(file)).rejects.toThrow(/contradicts/);
    await expect(readState(file)).rejects.toThrow(/contradicts/);
  });

  it('nor is a folder, or a file in no folder', async () => {
    const place = folder();
    for (const file of [place, join(place, 'missing', 'journal.db')]) {
      await expect(OpenJournal.open(optionsFor(file))).rejects.toThrow(JournalError);
    }
  });

  it('nor is one that another process keeps to itself', async () => {
    const file = newFile();
    await fill(file);
    // Root may write whatever its mode says, so another process's exclusive lock is what keeps it from being written.
    const database = new DatabaseSync(file);
    database.exec('begin exclusive');
    try {
      await expect(OpenJournal.open(optionsFor(file, { account: { origin: 'o', name: 'new' } }))).rejects.toThrow(
        JournalError,
      );
    } finally {
      database.exec('rollback');
      database.close();
    }
    expect(await read(file)).toEqual(FILLED);
  });
});

describe('reading without writing', () => {
  it('makes no file where there is none', async () => {
    const file = newFile();
    expect(await read(file)).toEqual({});
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it.each(['journal.db', 'a b?c#d%20e&immutable=0.db', 'größe.db'])(
    'makes none beside the journal %s either, and changes no byte of it',
    async (name) => {
      const file = join(folder(), name);
      await fill(file);
      const before = readFileSync(file);
      expect(await read(file)).toEqual(FILLED);
      expect(readdirSync(dirname(file))).toEqual([name, `${name}.made`]);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it('of an empty file finds nothing: a run was killed before it had made its tables', async () => {
    const file = newFile();
    writeFileSync(file, '');
    expect(await read(file)).toEqual({});
    expect(statSync(file).size).toBe(0);
  });

  it('sees what is committed while a writer has it open', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    expect(await read(file)).toEqual({});
    const attempt = await journal.recordIntent(intentOf(someOrders(2)));
    expect(await read(file)).toEqual({ o1: 'in-flight', o2: 'in-flight' });
    await journal.recordVerdicts(attempt, [taken, unknown], 1);
    expect(await read(file)).toEqual({ o1: 'accepted', o2: 'unknown' });
  });

  it('sees nothing of what is begun and not committed, and does not hold the writer up', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    await journal.recordIntent(intentOf([anOrder({ id: 'a' })]));
    const writer = new DatabaseSync(file);
    writer.exec('begin immediate');
    addRecord(writer, `select * from record where kind = 'intent'`, (said) => said.replaceAll('"a"', '"b"'));
    expect(await read(file)).toEqual({ a: 'in-flight' });
    writer.exec('commit');
    expect(await read(file)).toEqual({ a: 'in-flight', b: 'in-flight' });
    writer.close();
  });

  it('sees what a killed run left in its log', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    await journal.recordIntent(intentOf([anOrder({ id: 'a' })]));
    const left = join(folder(), 'journal.db');
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${left}${end}`);
    expect(existsSync(`${left}-shm`)).toBe(false);
    expect(await read(left)).toEqual({ a: 'in-flight' });
  });
});

/** Appends a record like one that is there, with the sum that its place in the chain asks for. */
function addRecord(database: DatabaseSync, like: string, change = (said: string): string => said): void {
  const row = database.prepare(like).get() ?? {};
  const last = database.prepare('select id, lower(hex(sum)) as sum from record order by id desc limit 1').get();
  const before = String(last?.['sum'] ?? CHAIN_START);
  const number = (name: string): number => Number(row[name]);
  const id = Number(last?.['id']) + 1;
  const text = change(String(row['said']));
  const weight = row['ip'] === null ? {} : { weight: { ip: number('ip'), uid: number('uid') } };
  const sum = chainSum(before, {
    id,
    kind: row['kind'] as LogRecord['kind'],
    account: number('account'),
    plan: number('plan'),
    about: number('about'),
    atMs: number('at_ms'),
    uptimeMs: row['uptime_ms'] === null ? null : number('uptime_ms'),
    text,
    said: () => ({}),
    ...weight,
  });
  const values = { ...row, id, said: text, before: bytesOf(before), sum: bytesOf(sum) };
  database
    .prepare(
      `insert into record values (${Object.keys(values)
        .map(() => '?')
        .join()})`,
    )
    .run(...(Object.values(values) as SQLInputValue[]));
}
