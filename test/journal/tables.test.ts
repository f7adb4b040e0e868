import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { bytesOf, chainSum } from '../../src/journal/records/chain.ts';
import type { RecordKind } from '../../src/journal/records/record-log.ts';
import { SIGHT_STEPS, type OrderState } from '../../src/model/outcome.ts';
import { anOrder } from '../support/plan-builder.ts';
import { intentOf, newFile, openJournal, statesOf } from '../support/journal-files.ts';
import { PATHS, STATES, WAYS } from '../support/transitions.ts';

/** The number of the first run's record. */
const RUN = 4;

interface Row {
  readonly key?: string;
  readonly clientOid?: string;
  readonly lineage?: number;
  readonly plan?: number;
}

interface Strange {
  readonly database: DatabaseSync;
  readonly file: string;
  /** Writes a step of an order as a record that keeps the chain: what it is refused for is its step. */
  readonly write: (step: string, row?: Row) => void;
  /** Writes any record. */
  readonly add: (kind: string, said: unknown, about?: number, plan?: number) => number;
}

/** The record of any step but an intent, for the first order of its call: the kind, what it says and what it is about. */
function ending(step: string, intent: number): [kind: string, said: unknown, about?: number] {
  if (step.startsWith('settle-')) {
    const what = { orderId: '7', message: 'm', rule: 'by-person' };
    return ['settled', { orders: [{ intent, at: 0, step, ...what }] }];
  }
  if (step === 'cancel' || step === 'cancel-unplaced')
    return ['cancel', { call: 1, orders: [{ intent, at: 0, step }] }, RUN];
  if ((SIGHT_STEPS as readonly string[]).includes(step))
    return ['seen', { orders: [{ intent, at: 0, step, message: 'm', rule: 'r' }] }];
  if (step === 'not-sent') return ['not-sent', { latencyMs: 1, message: 'm' }, intent];
  const verdict = { outcome: step, orderId: '7', code: 'c', message: 'm', rule: 'r' };
  return ['answered', { latencyMs: 1, verdicts: [verdict] }, intent];
}

/** Another program's connection to a journal that has one accepted order, `other`; it knows the chain and keeps no rule. */
async function strange(): Promise<Strange> {
  const file = newFile();
  const journal = await openJournal(file);
  const attempt = await journal.recordIntent(intentOf([anOrder({ id: 'other' })]));
  await journal.recordVerdicts(attempt, [{ outcome: 'accepted', orderId: '1', rule: 'r' }], 1);
  await journal.bindKey(() => 'fingerprint', { rebind: false, isProved: true });
  await journal.approve(journal.plan, { code: 'c', settings: 's', orders: {} });
  await journal.release();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const find = (kind: string): number =>
    Number(database.prepare('select id from record where kind = ?').get(kind)?.['id']);
  const [account, firstPlan, run] = ['account', 'plan', 'run'].map(find) as [number, number, number];
  const calls = new Map<string, { intent: number; again: number }>();
  const add = (kind: string, said: unknown, about?: number, plan = firstPlan): number => {
    const last = database.prepare('select id, lower(hex(sum)) as sum from record order by id desc limit 1').get() ?? {};
    const before = String(last['sum']);
    const weight = kind === 'intent' ? { weight: { ip: 2, uid: 5 } } : {};
    const text = JSON.stringify(said);
    const record = {
      id: Number(last['id']) + 1,
      kind: kind as RecordKind,
      account,
      plan,
      atMs: 1,
      uptimeMs: null,
      text,
      said: () => ({}),
      ...weight,
      ...(about !== undefined && { about }),
    };
    const sum = chainSum(before, record);
    const [ip, uid] = kind === 'intent' ? [2, 5] : [null, null];
    database
      .prepare('insert into record values (?,?,?,?,?,?,?,?,?,?,?,?)')
      .run(record.id, kind, account, plan, about ?? null, ip, uid, 1, null, text, bytesOf(before), bytesOf(sum));
    return record.id;
  };
  const write = (step: string, { key = 'a', clientOid = 'oid', lineage = 0, plan = firstPlan }: Row = {}): void => {
    const call = calls.get(key);
    if (step === 'intent') {
      const again = call === undefined || lineage > 0 ? 0 : call.again + 1;
      const intent = add('intent', { call: 1, orders: [[key, clientOid, lineage, again]], contents: [{}] }, run, plan);
      calls.set(key, { intent, again });
    } else add(...ending(step, call?.intent ?? 0));
  };
  return { database, write, add, file };
}

/** Whether the journal knows the order at all. */
const isKnown = (from: OrderState, to: OrderState | undefined): boolean => from !== 'never-sent' || to !== undefined;

function isRefused(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

describe('a step written past the program', () => {
  it.each(PATHS)('%s by %s', async (from, name, to) => {
    const { database, write, file } = await strange();
    for (const before of WAYS[from]) write(before);
    const records = (): number => Number(database.prepare('select count(*) as n from record').get()?.['n']);
    const before = records();
    const wasRefused = isRefused(() => write(name));
    expect(wasRefused).toBe(to === undefined);
    expect(records()).toBe(wasRefused ? before : before + 1);
    database.close();
    expect(await statesOf(await openJournal(file))).toEqual({
      other: 'accepted',
      ...(isKnown(from, to) && { a: to ?? from }),
    });
  });

  it.each(['made-up', '', 'INTENT', 'intent'])('%j is no outcome of a call', async (name) => {
    const { add, write } = await strange();
    write('intent');
    const { id } = { id: 9 };
    expect(() => add('answered', { latencyMs: 1, verdicts: [{ outcome: name }] }, id)).toThrow('no such transition');
  });

  it.each([0, 2])('an ending with %i verdicts for one order is refused', async (count) => {
    const { add, write } = await strange();
    write('intent');
    const verdicts = Array.from({ length: count }, () => ({ outcome: 'accepted', orderId: '7', rule: 'r' }));
    expect(() => add('answered', { latencyMs: 1, verdicts }, 9)).toThrow('a verdict for each order');
  });

  it('an intent of no run, and an ending of no call, are refused', async () => {
    const { add } = await strange();
    expect(() => add('intent', { orders: [], contents: [] }, 1)).toThrow('no such run');
    expect(() => add('answered', { latencyMs: 1, verdicts: [] }, 1)).toThrow('no such call');
  });

  it.each(STATES)('under a new lineage after %s', async (from) => {
    const { write } = await strange();
    for (const before of WAYS[from]) write(before);
    const isOver = ['rejected', 'absent', 'cancelled', 'filled', 'never-sent'].includes(from);
    expect(isRefused(() => write('intent', { lineage: 1, clientOid: 'oid1' }))).toBe(!isOver);
  });

  it('under an older lineage, or a second client order id of one lineage, is refused', async () => {
    const { add, write } = await strange();
    const intent = (clientOid: string, lineage: number, again: number): number =>
      add('intent', { call: 1, orders: [['a', clientOid, lineage, again]], contents: [{}] }, 4);
    for (const name of WAYS.rejected) write(name);
    const first = intent('oid1', 1, 0);
    add('not-sent', { latencyMs: 1, message: 'm' }, first);
    expect(() => intent('oid2', 0, 0)).toThrow('no such transition');
    expect(() => intent('oid2', 0, 1)).toThrow('no such transition');
    expect(() => intent('oid2', 1, 1)).toThrow('no such transition');
    expect(() => intent('oid1', 1, 2)).toThrow('no such transition');
    intent('oid1', 1, 1);
  });
});

describe('a record written past the program', () => {
  it.each([
    ['with a number that leaves one out', 'max(id) + 2', 'sum'],
    ['with the number of another', '3', 'sum'],
    ['that names another one before it', 'max(id) + 1', 'zeroblob(32)'],
  ])('is refused %s', async (_, id, before) => {
    const { database } = await strange();
    const insert = (how: string): void =>
      database.exec(
        `${how} into record select ${id}, 'question', account, null, null, 1, 1, 1, null, '{}', ${before}, sum from (select * from record order by id)`,
      );
    for (const how of ['insert', 'insert or replace', 'insert or ignore'])
      expect(() => insert(how)).toThrow('append-only');
  });

  it('is refused as a second one of the same account or plan', async () => {
    const { add } = await strange();
    expect(() => add('account', { origin: 'http://127.0.0.1:1', name: 'main' })).toThrow('UNIQUE');
    expect(() => add('plan', { plan: 'a-plan', generation: 1 })).toThrow('UNIQUE');
  });
});

describe('what stands in the journal', () => {
  const TABLES = ['record', 'placed', 'ended', 'settled', 'path'];

  it('is in these tables and no other', async () => {
    const { database } = await strange();
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all();
    expect(tables.map(({ name }) => name)).toEqual(TABLES.toSorted());
  });

  it.each(TABLES)('%s: cannot be deleted', async (table) => {
    const { database, write } = await strange();
    for (const step of WAYS.absent) write(step);
    expect(() => database.exec(`delete from ${table}`)).toThrow('append-only');
  });

  it.each([
    ['record', `said = '{}'`],
    ['record', `kind = 'lost'`],
    ['record', `sum = zeroblob(32)`],
    ['placed', `intent = 1`],
    ['ended', `ending = 1`],
    ['settled', `step = 'settle-absent'`],
    ['path', `to_state = 'never-sent'`],
  ])('%s: cannot be changed, not even %s', async (table, change) => {
    const { database, write } = await strange();
    for (const step of WAYS.absent) write(step);
    expect(() => database.exec(`update ${table} set ${change}`)).toThrow('append-only');
  });

  it.each([`('accepted', 'intent', 'in-flight')`, `('unknown', 'intent', 'in-flight')`])(
    'no path is added: %s',
    async (row) => {
      const { database } = await strange();
      expect(() => database.exec(`insert or replace into path values ${row}`)).toThrow('append-only');
    },
  );

  it('says where an order stands by its records alone, whatever another program writes beside them', async () => {
    const { database, write, file } = await strange();
    for (const step of WAYS.unknown) write(step);
    const last = Number(database.prepare('select max(id) as id from record').get()?.['id']);
    database.exec(`insert or ignore into settled values (${last - 1}, 0, 'settle-absent', ${last})`);
    database.close();
    expect(await statesOf(await openJournal(file))).toMatchObject({ a: 'unknown' });
  });
});
