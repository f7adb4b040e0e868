import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { rowSum, SUMMED } from '../../src/ledger/sqlite/row-sum.ts';
import { TRANSITIONS, transition, type JournalStep, type OrderState } from '../../src/model/outcome.ts';
import { anOrder } from '../support/plan-builder.ts';
import { intentOf, newFile, openJournal, statesOf } from './place.ts';

const STEPS: JournalStep[] = [
  'intent',
  'not-sent',
  'accepted',
  'rejected',
  'unknown',
  'settle-accepted',
  'settle-rejected',
  'settle-absent',
];
const WAYS: Readonly<Record<OrderState, readonly JournalStep[]>> = {
  'never-sent': [],
  'in-flight': ['intent'],
  accepted: ['intent', 'accepted'],
  rejected: ['intent', 'rejected'],
  unknown: ['intent', 'unknown'],
  absent: ['intent', 'unknown', 'settle-absent'],
};
const states = Object.keys(TRANSITIONS) as OrderState[];
const paths = states.flatMap((from) => STEPS.map((name) => [from, name, transition(from, name)] as const));

interface StepRow {
  readonly id?: number;
  readonly key?: string;
  readonly clientOid?: string;
  readonly lineage?: number;
  readonly account?: number;
  readonly how?: 'insert' | 'insert or replace' | 'insert or ignore';
}

/** Another program's connection to a journal that has one accepted order, `other`. */
function strange(): { database: DatabaseSync; write: (step: string, row?: StepRow) => void; file: string } {
  const file = newFile();
  const journal = openJournal(file);
  const attempt = journal.recordIntent(intentOf([anOrder({ id: 'other' })]));
  journal.recordVerdicts(attempt, [{ outcome: 'accepted', orderId: '1', rule: 'r' }], 1);
  journal.bindKey(() => 'fingerprint', false);
  journal.recordApproval({ code: 'c', settings: 's', orders: {} });
  journal.close();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const write = (
    step: string,
    { id, key = 'a', clientOid = 'oid', lineage = 0, account = 1, how = 'insert' }: StepRow = {},
  ): void => {
    const values = [account, 'a-plan', 1, key, lineage, clientOid, null, step, '{}', null, null, null, null, 1];
    database
      .prepare(`${how} into step (id, ${SUMMED.join()}, sum) values (?,${SUMMED.map(() => '?').join()},?)`)
      .run(id ?? null, ...values, rowSum(values));
  };
  return { database, write, file };
}

/** Whether the journal knows the order at all. */
const isKnown = (from: OrderState, to: OrderState | undefined): boolean => from !== 'never-sent' || to !== undefined;

describe('a step written past the program', () => {
  it.each(paths)('%s by %s', (from, name, to) => {
    const { database, write, file } = strange();
    for (const before of WAYS[from]) write(before);
    const steps = (): unknown => database.prepare('select count(*) as n from step').get()?.['n'];
    const before = Number(steps());
    let isRefused = false;
    try {
      write(name);
    } catch {
      isRefused = true;
    }
    expect(isRefused).toBe(to === undefined);
    expect(steps()).toBe(isRefused ? before : before + 1);
    database.close();
    expect(statesOf(openJournal(file))).toEqual({ other: 'accepted', ...(isKnown(from, to) && { a: to ?? from }) });
  });

  it.each(['made-up', '', 'INTENT'])('%j is no step', (name) => {
    expect(() => strange().write(name)).toThrow('no such transition');
  });

  it.each(['insert or replace', 'insert or ignore'] as const)('is refused by %s as well', (how) => {
    const { write } = strange();
    write('intent', { how });
    expect(() => write('intent', { how })).toThrow('no such transition');
    expect(() => write('unknown', { how, id: 1 })).toThrow('append-only');
  });

  it('of another account stands by itself', () => {
    const { database, write } = strange();
    database.exec(`insert into account (origin, name) values ('http://127.0.0.1:2', 'main')`);
    write('intent');
    write('intent', { account: 2 });
    expect(() => write('intent')).toThrow('no such transition');
  });

  it.each(states)('under a new lineage after %s', (from) => {
    const { write } = strange();
    for (const before of WAYS[from]) write(before);
    const isOver = from === 'rejected' || from === 'absent' || from === 'never-sent';
    let isRefused = false;
    try {
      write('intent', { lineage: 1, clientOid: 'oid1' });
    } catch {
      isRefused = true;
    }
    expect(isRefused).toBe(!isOver);
  });

  it('under an older lineage, or a second client order id of one lineage, is refused', () => {
    const { write } = strange();
    for (const name of WAYS.rejected) write(name);
    write('intent', { lineage: 1, clientOid: 'oid1' });
    write('not-sent', { lineage: 1, clientOid: 'oid1' });
    expect(() => write('intent', { lineage: 0, clientOid: 'oid2' })).toThrow('no such lineage');
    expect(() => write('intent', { lineage: 1, clientOid: 'oid2' })).toThrow('no such lineage');
    write('intent', { lineage: 1, clientOid: 'oid1' });
  });
});

describe('what stands in the journal', () => {
  const TABLES = ['salt', 'account', 'account_key', 'approval', 'run', 'attempt', 'attempt_end', 'step', 'path'];

  it('is in these tables and no other', () => {
    const { database } = strange();
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all();
    expect(tables.map(({ name }) => name)).toEqual(TABLES.toSorted());
  });

  it.each(TABLES)('%s: cannot be deleted', (table) => {
    expect(() => strange().database.exec(`delete from ${table}`)).toThrow('append-only');
  });

  it.each([
    ['run', `digest = 'x'`],
    ['attempt', `body = 'x'`],
    ['attempt_end', `how = 'not-sent'`],
    ['step', `step = 'unknown'`],
    ['step', `order_id = '2'`],
    ['path', `to_state = 'never-sent'`],
    ['salt', `value = x'00'`],
    ['account_key', `fingerprint = 'x'`],
    ['approval', `orders = '{}'`],
  ])('%s: cannot be changed, not even %s', (table, change) => {
    expect(() => strange().database.exec(`update ${table} set ${change}`)).toThrow('append-only');
  });

  it.each([
    ['account', `(id, origin, name) values (1, 'o', 'n')`],
    [
      'run',
      `(id, account, plan, generation, plan_file, digest, host, user, pid, started_at_ms) values (1, 1, 'p', 1, 'f', 'd', 'h', 'u', 1, 1)`,
    ],
    [
      'attempt',
      `(id, run, account, call, kind, path, body, ip_weight, uid_weight, intent_at_ms) values (1, 1, 1, 1, 'k', 'p', 'b', 0, 0, 1)`,
    ],
    ['attempt_end', `(attempt, how, latency_ms, at_ms) values (1, 'not-sent', 1, 1)`],
    ['salt', `values (x'00')`],
    ['account_key', `(id, account, fingerprint, host, user, at_ms) values (1, 1, 'f', 'h', 'u', 1)`],
    [
      'approval',
      `(id, account, plan, generation, code, settings, orders, host, user, at_ms) values (1, 1, 'p', 1, 'c', 's', '{}', 'h', 'u', 1)`,
    ],
    ['path', `values ('accepted', 'intent', 'in-flight')`],
    ['path', `values ('unknown', 'intent', 'in-flight')`],
  ])('%s: cannot be written over', (table, row) => {
    expect(() => strange().database.exec(`insert or replace into ${table} ${row}`)).toThrow('append-only');
  });

  it('knows no end of an attempt but its own', () => {
    const { database } = strange();
    database.exec(
      `insert into attempt (run, account, call, kind, path, body, ip_weight, uid_weight, intent_at_ms) values (1, 1, 2, 'single', '', '', 2, 5, 1)`,
    );
    expect(() =>
      database.exec(`insert into attempt_end (attempt, how, latency_ms, at_ms) values (2, 'forgotten', 1, 1)`),
    ).toThrow('CHECK');
  });
});
