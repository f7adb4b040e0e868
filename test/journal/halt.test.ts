/** A halt: the journal takes no intent that opens, whoever writes it, until it is lifted; what closes goes on. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { bytesOf, chainSum } from '../../src/journal/records/chain.ts';
import { HaltStands } from '../../src/journal/records/journal-error.ts';
import type { Head } from '../../src/journal/records/head.ts';
import type { RecordStore } from '../../src/journal/records/record-log.ts';
import { LogLedger } from '../../src/journal/requests/log-ledger.ts';
import { SqliteStore } from '../../src/journal/sqlite/sqlite-log.ts';
import { orderContent } from '../../src/model/order.ts';
import { err } from '../../src/model/result.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { intentOf, newFile, openJournal, optionsFor, reader, taken } from '../support/journal-files.ts';

const { account } = optionsFor('');
const HALT = { user: 'tester', host: 'here', atMs: WALL_START_MS, why: 'news' };
const closing = anOrder({ id: 'exit', side: 'close-long' });
const opening = someOrders(3);
const wallMs = (): number => WALL_START_MS;
const read = (): never => {
  throw new Error('read again');
};

it('is met by a claim that was open before, at its next intent', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  const before = await journal.recordIntent(intentOf(opening.slice(0, 1)));
  expect(await journal.halted()).toBeUndefined();
  expect((await reader(file).setHalt(account, 'halt', 'news')).before).toBeUndefined();
  expect(await journal.halted()).toEqual(HALT);
  expect(
    await journal.intend([intentOf([closing], 2), intentOf(opening.slice(1, 2), 3), intentOf([closing], 4)]),
  ).toMatchObject({
    attempts: [{}],
    halted: HALT,
  });
  // What is in flight ends as ever.
  await journal.recordVerdicts(before, [taken], 1);
  expect((await journal.known()).get('o1')?.state).toBe('accepted');
  expect((await journal.known()).get('o2')).toBeUndefined();
});

it('holds a call that opens in part, and lets one through that closes or cancels', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await reader(file).setHalt(account, 'halt', 'news');
  expect(await journal.intend([intentOf([closing, opening[0] as (typeof opening)[0]])])).toEqual({
    attempts: [],
    halted: HALT,
  });
  expect((await journal.intend([intentOf([closing])])).attempts).toHaveLength(1);
  expect((await journal.intend([{ path: '/x', weight: { ip: 1, uid: 1, orderCalls: 0 } }])).attempts).toHaveLength(1);
});

it('is of one account, and ends with its lift; a second one, and a lift of none, change nothing', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  const ledger = reader(file);
  const other = { ...account, name: 'other' };
  expect((await ledger.setHalt(other, 'halt', 'theirs')).before).toBeUndefined();
  expect(await journal.halted()).toBeUndefined();
  expect((await ledger.setHalt(account, 'lifted', 'nothing')).before).toBeUndefined();
  await ledger.setHalt(account, 'halt', 'news');
  expect((await ledger.setHalt(account, 'halt', 'again')).before).toEqual(HALT);
  expect(await ledger.halted(account)).toEqual(HALT);
  expect((await ledger.setHalt(account, 'lifted', 'over')).before).toEqual(HALT);
  expect(await journal.halted()).toBeUndefined();
  expect((await journal.intend([intentOf(opening.slice(0, 1))])).attempts).toHaveLength(1);
  const kinds: string[] = [];
  await ledger.records(({ kind }) => void kinds.push(kind));
  expect(kinds.filter((kind) => kind === 'halt' || kind === 'lifted')).toEqual(['halt', 'halt', 'lifted']);
  expect(await ledger.verify()).toMatchObject({ kind: 'whole' });
});

it('tells what the account has by what it read to halt it: it is in force, and no second read may fail behind it', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  const attempt = await journal.recordIntent(intentOf(opening.slice(0, 1)));
  await journal.recordVerdicts(attempt, [taken], 1);
  const store = new SqliteStore({ file, wallMs });
  const self = { pid: 8, user: 'tester', host: 'here', since: '' };
  const locks = { take: () => err(self), holder: () => self };
  const once: RecordStore = { open: (onRecord) => store.open(onRecord), verify: (kept) => store.verify(kept), read };
  const machine = { self, monotonicMs: wallMs, wallMs, defer: (act: () => void) => act() };
  const set = await new LogLedger(() => once, locks, machine, file).setHalt(account, 'halt', 'news');
  expect(set).toEqual({ known: await reader(file).account(account) });
  expect(set.known?.map(({ orders }) => orders.size)).toEqual([1]);
});

/** A ledger over a file, whose clock goes on by a millisecond whenever it is asked; and how many records it reads. */
function hurried(file: string): { ledger: LogLedger; read: () => number } {
  const store = new SqliteStore({ file, wallMs });
  let [records, nowMs] = [0, 0];
  const counted: RecordStore = {
    open: (onRecord) => store.open(onRecord),
    verify: (kept) => store.verify(kept),
    haltAtEnd: (of, halt) => store.haltAtEnd(of, halt),
    read: (onRecord, isEnough) => store.read((record) => (records++, onRecord(record)), isEnough),
  };
  const self = { pid: 8, user: 'tester', host: 'here', since: '' };
  const locks = { take: () => err(self), holder: () => self };
  const machine = { self, monotonicMs: () => nowMs++, wallMs, defer: (act: () => void) => act() };
  return { ledger: new LogLedger(() => counted, locks, machine, file), read: () => records };
}

it('is over in time, however much the journal has, and then tells nothing of what it did not read', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  for (let call = 1; call <= 50; call++)
    await journal.recordIntent(intentOf([anOrder({ id: `o${call}`, side: 'open-long' })], call));
  const { ledger, read: records } = hurried(file);
  expect(await ledger.setHalt(account, 'halt', 'news', 10)).toEqual({});
  expect(records()).toBe(10);
  // A second one as well: it says since when by the record of the first.
  expect(await ledger.setHalt(account, 'halt', 'again', 10)).toEqual({ before: HALT });
  expect((await journal.intend([intentOf([anOrder({ id: 'late', side: 'open-long' })], 60)])).halted).toEqual(HALT);
  const inTime = await ledger.setHalt(account, 'halt', 'again', 1000);
  expect(inTime.known?.map(({ orders }) => orders.size)).toEqual([50]);
  // A lift is in no hurry: it is written once all is checked.
  expect(await ledger.setHalt(account, 'lifted', 'over', 0)).toMatchObject({ before: HALT, known: [{}] });
});

it('says what it finds in what it had the time to read', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  for (let call = 1; call <= 50; call++)
    await journal.recordIntent(intentOf([anOrder({ id: `o${call}`, side: 'open-long' })], call));
  await journal.release();
  damage(file, '40');
  const { ledger } = hurried(file);
  expect(await ledger.setHalt(account, 'halt', 'news', 10)).toEqual({});
  await expect(ledger.setHalt(account, 'halt', 'news', 1000)).rejects.toThrow(HaltStands);
});

/** Puts an intent in as a program would that knows no halt; with the sum of the record before, as one that keeps the chain. */
function write(database: DatabaseSync, side: string, how: { isAdopted?: true; before?: string } = {}): void {
  const { isAdopted, before } = how;
  const contents = [{ ...orderContent(closing), side: side === '' ? undefined : side }];
  const said = { call: 1, orders: [['x', 'x', 0, 0]], contents, ...(isAdopted && { isAdopted }) };
  const number = (sql: string): number => Number(database.prepare(sql).get()?.['id']);
  const [id, of, plan, about] = [
    number('select max(id) + 1 as id from record'),
    ...['account', 'plan', 'run'].map((kind) => number(`select id from record where kind = '${kind}'`)),
  ] as [number, number, number, number];
  const weight = { ip: 1, uid: 1 };
  const record = { id, kind: 'intent', account: of, plan, about, weight, atMs: 1, uptimeMs: null } as const;
  const text = JSON.stringify(said);
  const sum =
    before === undefined ? new Uint8Array(32) : bytesOf(chainSum(before, { ...record, text, said: () => said }));
  database
    .prepare(
      `insert into record select ?, 'intent', ?, ?, ?, 1, 1, 1, null, ?, sum, ? from record order by id desc limit 1`,
    )
    .run(id, of, plan, about, text, sum);
}

it('is obeyed by the file itself, whatever program writes to it', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.recordIntent(intentOf(opening.slice(0, 1)));
  await reader(file).setHalt(account, 'halt', 'news');
  await journal.release();
  const database = new DatabaseSync(file);
  for (const side of ['open-long', 'open-short', 'odd', ''])
    expect(() => write(database, side)).toThrow('the account is halted: nothing that opens begins');
  for (const [side, how] of [['close-long'], ['close-short'], ['open-long', { isAdopted: true }]] as const) {
    database.exec('begin');
    expect(() => write(database, side, how)).not.toThrow();
    database.exec('rollback');
  }
  database.close();
});

it('is looked for by verify: an intent that opens behind it is the first fault, though the chain is whole', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await reader(file).setHalt(account, 'halt', 'news');
  await journal.release();
  const { head } = (await reader(file).verify()) as { readonly head: Head };
  const database = new DatabaseSync(file);
  const rule = String(database.prepare(`select sql from sqlite_schema where name = 'halted'`).get()?.['sql']);
  database.exec('drop trigger halted');
  write(database, 'open-long', { before: head.sum });
  database.exec(rule);
  database.close();
  expect(await reader(file).verify()).toMatchObject({
    kind: 'broken',
    record: head.record + 1,
    what: `opens, though record ${head.record} halts the account`,
  });
});

/** The rule that nothing is changed stands again afterwards, as a disk that rots knows no rules. */
function damage(file: string, id: string): void {
  const database = new DatabaseSync(file);
  const rule = String(
    database.prepare(`select sql from sqlite_schema where name = 'record_as_written'`).get()?.['sql'],
  );
  database.exec('drop trigger record_as_written');
  database.exec(`update record set at_ms = at_ms + 1 where id = ${id}`);
  database.exec(rule);
  database.close();
}

const newestHalt = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`select kind, said from record order by id desc limit 1`).get();
  database.close();
  return row?.['kind'] === 'halt' && (JSON.parse(String(row['said'])) as { why: string }).why;
};

it('is in force before all of the journal is looked at, and says what is found then', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.recordIntent(intentOf(opening.slice(0, 1)));
  damage(file, '2');
  await expect(reader(file).setHalt(account, 'halt', 'news')).rejects.toThrow(HaltStands);
  expect(newestHalt(file)).toBe('news');
  // A run that has the journal open meets it.
  expect((await journal.intend([intentOf(opening.slice(1, 2), 2)])).halted).toEqual(HALT);
});

it('stands the second time as well, unless what follows it is damaged', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.recordIntent(intentOf(opening.slice(0, 1)));
  await journal.release();
  const again = (): Promise<unknown> => reader(file).setHalt(account, 'halt', 'worse');
  await reader(file).setHalt(account, 'halt', 'news');
  await expect(again()).resolves.toMatchObject({ before: { why: 'news' } });
  damage(file, '2');
  await expect(again()).rejects.toThrow(HaltStands);
  expect(newestHalt(file)).toBe('news');
  damage(file, '(select max(id) from record)');
  await expect(again()).rejects.not.toThrow(HaltStands);
});

it('is not written where the end of the journal is damaged, and no lift is where any of it is', async () => {
  const file = newFile();
  const journal = await openJournal(file);
  await journal.recordIntent(intentOf(opening.slice(0, 1)));
  await journal.release();
  damage(file, '(select max(id) from record)');
  const halting = reader(file).setHalt(account, 'halt', 'news');
  await expect(halting).rejects.toThrow('does not say what was written');
  await expect(halting).rejects.not.toThrow(HaltStands);
  expect(newestHalt(file)).toBe(false);
  const other = newFile();
  const more = await openJournal(other);
  await more.recordIntent(intentOf(opening.slice(0, 1)));
  await more.release();
  await reader(other).setHalt(account, 'halt', 'news');
  damage(other, '2');
  await expect(reader(other).setHalt(account, 'lifted', 'over')).rejects.toThrow('damaged');
  expect(newestHalt(other)).toBe('news');
});
