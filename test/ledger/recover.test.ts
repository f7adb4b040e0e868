import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asideFile, keepAside, readAside, setAsideDone } from '../../src/ledger/beside/spool.ts';
import { JournalError } from '../../src/ledger/journal-error.ts';
import { someOrders } from '../support/plan-builder.ts';
import { rejected, unknown } from '../support/sim-exchange.ts';
import { fill, FILLED, intentOf, newFile, openJournal, statesOf, taken } from './place.ts';

const ORDERS = someOrders(3);
const oids = ORDERS.map(({ clientOid }) => clientOid);

describe('recovery, once nobody awaits an answer any more', () => {
  it('turns what is in flight into unknown, and nothing else', () => {
    const file = newFile();
    fill(file);
    const journal = openJournal(file);
    expect(journal.recover([])).toEqual({ taken: 0, unknown: 1, refused: [] });
    expect(statesOf(journal)).toEqual({ ...FILLED, o4: 'unknown' });
    expect(journal.recover([])).toEqual({ taken: 0, unknown: 0, refused: [] });
  });

  it('takes in what was kept aside, once, and only for orders in flight', () => {
    const file = newFile();
    openJournal(file).recordIntent(intentOf(ORDERS));
    const journal = openJournal(file);
    const aside = [
      { clientOid: oids[0] as string, verdict: taken },
      { clientOid: oids[1] as string, verdict: rejected },
      { clientOid: oids[0] as string, verdict: rejected },
      { clientOid: 'ordonobody', verdict: taken },
    ];
    expect(journal.recover(aside)).toEqual({ taken: 2, unknown: 1, refused: aside.slice(2) });
    expect(statesOf(journal)).toEqual({ o1: 'accepted', o2: 'rejected', o3: 'unknown' });
    expect(journal.state().get('o1')).toMatchObject({ orderId: '596471064624628269' });
    expect(journal.recover(aside)).toEqual({ taken: 0, unknown: 0, refused: aside.slice(2) });
    expect(statesOf(journal)).toEqual({ o1: 'accepted', o2: 'rejected', o3: 'unknown' });
  });

  it('is of the account, in every plan, and of no other account', () => {
    const file = newFile();
    const other = openJournal(file, { account: { origin: 'http://127.0.0.1:1', name: 'other' } });
    const another = openJournal(file, { plan: 'another' });
    other.recordIntent(intentOf(ORDERS));
    another.recordIntent(intentOf(someOrders(3, { lineage: 1 })));
    expect(openJournal(file).recover([])).toEqual({ taken: 0, unknown: 3, refused: [] });
    expect(statesOf(another)).toEqual({ o1: 'unknown', o2: 'unknown', o3: 'unknown' });
    expect(statesOf(other)).toEqual({ o1: 'in-flight', o2: 'in-flight', o3: 'in-flight' });
  });
});

describe('settling', () => {
  it('takes an unknown order to accepted or absent, and refuses every other', () => {
    const file = newFile();
    fill(file);
    const journal = openJournal(file);
    const state = journal.state();
    const oidOf = (id: string): string => state.get(id)?.clientOid ?? '';
    for (const id of ['o1', 'o2', 'o4', 'o5', 'nobody']) {
      expect(() => journal.recordSettled(oidOf(id), { rule: 'by-person', evidence: 'seen' })).toThrow(JournalError);
    }
    journal.recordSettled(oidOf('o3'), { orderId: '7', rule: 'found', evidence: 'open orders' });
    expect(journal.state().get('o3')).toMatchObject({
      state: 'accepted',
      orderId: '7',
      rule: 'found',
      message: 'open orders',
    });
    expect(() => journal.recordSettled(oidOf('o3'), { rule: 'by-person', evidence: 'gone' })).toThrow(JournalError);
    journal.recover([]);
    journal.recordSettled(oidOf('o4'), { rule: 'by-person', evidence: 'gone' });
    expect(statesOf(journal)).toEqual({ ...FILLED, o3: 'accepted', o4: 'absent' });
  });
});

describe('the file aside', () => {
  const kept = [
    { clientOid: 'a', verdict: taken },
    { clientOid: 'b', verdict: unknown },
  ];

  it('keeps what it is given, in order, and is set aside done and not deleted', () => {
    const file = newFile();
    expect(readAside(file)).toEqual([]);
    expect(keepAside(file, kept.slice(0, 1))).toEqual({ ok: true, value: asideFile(file) });
    keepAside(file, kept.slice(1));
    expect(readAside(file)).toEqual(kept);
    setAsideDone(file, 5);
    expect(readAside(file)).toEqual([]);
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  it('cut anywhere gives its whole lines and nothing made up', () => {
    const file = newFile();
    keepAside(file, kept);
    const whole = readFileSync(asideFile(file));
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(asideFile(file), whole.subarray(0, length));
      const found = readAside(file);
      expect(kept.slice(0, found.length)).toEqual(found);
    }
  });

  it('goes on after a line that was cut off without losing the next', () => {
    const file = newFile();
    keepAside(file, kept.slice(0, 1));
    writeFileSync(asideFile(file), readFileSync(asideFile(file)).subarray(0, -10));
    keepAside(file, kept.slice(1));
    expect(readAside(file)).toEqual(kept.slice(1));
  });

  it.each([
    'null',
    '7',
    '{}',
    '[]',
    '{"clientOid":"a"}',
    '{"clientOid":7,"verdict":{"outcome":"unknown","message":"m","rule":"r"}}',
    '{"clientOid":"a","verdict":null}',
    '{"clientOid":"a","verdict":{"outcome":"constructor"}}',
    '{"clientOid":"a","verdict":{"outcome":"accepted","rule":"r"}}',
    '{"clientOid":"a","verdict":{"outcome":"accepted","orderId":7,"rule":"r"}}',
    '{"clientOid":"a","verdict":{"outcome":"withheld","reason":"stopped"}}',
  ])('takes no line for a verdict that is none: %s', (line) => {
    const file = newFile();
    writeFileSync(asideFile(file), `${line}\n`);
    keepAside(file, kept);
    expect(readAside(file)).toEqual(kept);
  });

  it('that cannot be read ends the run before anything is sent', () => {
    const file = newFile();
    mkdirSync(asideFile(file));
    expect(() => readAside(file)).toThrow(JournalError);
  });

  it('says in words why it could not', () => {
    expect(keepAside(`${newFile()}/missing/journal.db`, kept).ok).toBe(false);
  });
});
