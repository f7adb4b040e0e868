import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { readJournalState } from '../../src/ledger/sqlite/read-journal.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { AttemptId } from '../../src/ports.ts';
import { anOrder, PLAN, someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { rejected, unknown } from '../support/sim-exchange.ts';
import { fill, FILLED, intentOf, newFile, openJournal, optionsFor, statesOf, taken } from './place.ts';

describe('what was recorded', () => {
  it('is there when the file is opened again, digit by digit', () => {
    const file = newFile();
    fill(file);
    const state = openJournal(file).state();
    expect(statesOf({ state: () => state })).toEqual(FILLED);
    expect(state.get('o1')).toEqual({
      id: 'o1',
      clientOid: clientOrderId(PLAN.name, PLAN.generation, 'o1', 0),
      lineage: 0,
      state: 'accepted',
      content: {
        symbol: 'cmt_btcusdt',
        marginMode: 'cross',
        side: 'open-long',
        size: '0.01',
        price: '64000',
        timeInForce: 'normal',
      },
      sentAtMs: WALL_START_MS,
      changedAtMs: WALL_START_MS,
      orderId: '596471064624628269',
      rule: 'order-id',
    });
    expect(state.get('o2')).toMatchObject({ code: '40015', message: 'off the tick', rule: 'http-4xx' });
    expect(state.get('o3')).toMatchObject({ message: 'no answer', rule: 'timeout' });
  });

  it('belongs to its account, plan and generation alone', () => {
    const file = newFile();
    fill(file);
    const others = [
      { account: { origin: 'http://127.0.0.1:2', name: 'main' } },
      { account: { origin: 'http://127.0.0.1:1', name: 'other' } },
      { plan: 'another' },
      { generation: 2 },
    ];
    for (const other of others) {
      expect(openJournal(file, other).state()).toEqual(new Map());
      expect(readJournalState(file, optionsFor(file, other))).toEqual(new Map());
    }
  });

  it('goes again under the same client order id only when it was not taken', () => {
    const journal = openJournal(newFile());
    const intent = intentOf(someOrders(2));
    for (const how of ['not-sent', 'rate-refused'] as const) {
      journal.recordNotTaken(journal.recordIntent(intent), how, 'no', 1);
      expect(statesOf(journal)).toEqual({ o1: 'never-sent', o2: 'never-sent' });
    }
    journal.recordIntent(intent);
    expect(() => journal.recordIntent(intent)).toThrow(JournalError);
  });

  it.each(['accepted', 'rejected', 'unknown'] as const)(
    'and %s is not intended a second time, nor is anything beside it',
    (outcome) => {
      const journal = openJournal(newFile());
      const verdict = { accepted: taken, rejected, unknown }[outcome];
      journal.recordVerdicts(journal.recordIntent(intentOf([anOrder({ id: 'a' })])), [verdict], 1);
      expect(() => journal.recordIntent(intentOf([anOrder({ id: 'b' }), anOrder({ id: 'a' })], 2))).toThrow(
        JournalError,
      );
      expect(statesOf(journal)).toEqual({ a: outcome });
      journal.recordIntent(intentOf([anOrder({ id: 'b' })], 2));
    },
  );

  it('has one verdict: a second one is refused', () => {
    const journal = openJournal(newFile());
    const attempt = journal.recordIntent(intentOf([anOrder()]));
    journal.recordVerdicts(attempt, [taken], 1);
    expect(() => journal.recordVerdicts(attempt, [rejected], 1)).toThrow(Error);
    expect(() => journal.recordNotTaken(attempt, 'not-sent', 'no', 1)).toThrow(Error);
    expect(() => journal.recordVerdicts(99 as AttemptId, [taken], 1)).toThrow(Error);
    expect(statesOf(journal)).toEqual({ one: 'accepted' });
  });

  it('needs a run', () => {
    const journal = new SqliteJournal(optionsFor(newFile()));
    expect(() => journal.recordIntent(intentOf([anOrder()]), () => true)).toThrow(JournalError);
    journal.close();
  });
});

/** Frames of the write-ahead log that end a commit: their second word is the size of the file after it. */
function commits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) !== 0) count += 1;
  return count;
}

describe('durability', () => {
  it('is WAL with synchronous=FULL, on the very connection that writes', () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    openJournal(newFile());
    const database = exec.mock.contexts[0] as DatabaseSync;
    exec.mockRestore();
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
  });

  it('takes one commit a call, however many orders it has', () => {
    const file = newFile();
    const journal = openJournal(file);
    const before = commits(file);
    const attempt = journal.recordIntent(intentOf(someOrders(20)));
    expect(commits(file)).toBe(before + 1);
    journal.recordVerdicts(
      attempt,
      someOrders(20).map(() => taken),
      1,
    );
    expect(commits(file)).toBe(before + 2);
    journal.recordNotTaken(journal.recordIntent(intentOf([anOrder()], 2)), 'not-sent', 'no', 1);
    expect(commits(file)).toBe(before + 4);
  });
});
