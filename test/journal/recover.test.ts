import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asideFile, keepAside, readAside, setAsideDone } from '../../src/journal/files/spool.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import { openTrial } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { defined } from '../../src/model/defined.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import type { PlanName } from '../../src/journal/records/scope.ts';
import { BESIDE } from '../support/held-beside.ts';
import { someOrders } from '../support/plan-builder.ts';
import { rejected, unknown } from '../support/sim-exchange.ts';
import type { Settled } from '../../src/journal/records/ledger.ts';
import type { Attempt } from '../../src/journal/records/request.ts';
import {
  fill,
  FILLED,
  intentOf,
  newFile,
  openJournal,
  optionsFor,
  reader,
  readState,
  ROOMY,
  statesIn,
  statesOf,
  taken,
} from '../support/journal-files.ts';

const ORDERS = someOrders(3);
const oids = ORDERS.map(({ clientOid }) => clientOid);

describe('recovery, once nobody awaits an answer any more', () => {
  it('turns what is in flight into unknown, and nothing else', async () => {
    const file = newFile();
    await fill(file);
    const journal = await openJournal(file);
    expect(await journal.recover([])).toEqual({ taken: 0, unknown: 1, refused: [] });
    expect(await statesOf(journal)).toEqual({ ...FILLED, o4: 'unknown' });
    expect(await journal.recover([])).toEqual({ taken: 0, unknown: 0, refused: [] });
  });

  it('leaves to a run what it has in flight, also as a question that writes nothing reckons it', async () => {
    const file = newFile();
    const { account, plan, generation } = optionsFor(file);
    const one = { plan, generation };
    const claimOf = async (ledger: Ledger, of?: PlanName): Promise<Claim> => {
      const claimed = await ledger.claim({ account, ...defined({ plan: of }) }, ROOMY);
      if (!claimed.ok) throw new Error('held by another');
      return claimed.value;
    };
    const run = await claimOf(reader(file), one);
    await run.begin({ ...one, planFile: 'plan.yaml', digest: 'd' });
    await run.intend([intentOf(ORDERS)]);
    const asked = async (): Promise<number> => {
      const claim = await claimOf(openTrial(sqliteUrl(file), BESIDE));
      const { unknown: given } = await claim.recover([]);
      await claim.release();
      return given;
    };
    expect(await asked()).toBe(0);
    await run.release();
    expect(await asked()).toBe(3);
    expect((await readState(file)).get('o1')?.state).toBe('in-flight');
  });

  it('takes in what was kept aside, once, and only for orders in flight', async () => {
    const file = newFile();
    await (await openJournal(file)).recordIntent(intentOf(ORDERS));
    const journal = await openJournal(file);
    const aside = [
      { clientOid: oids[0] as string, verdict: taken },
      { clientOid: oids[1] as string, verdict: rejected },
      { clientOid: oids[0] as string, verdict: rejected },
      { clientOid: 'ordonobody', verdict: taken },
    ];
    expect(await journal.recover(aside)).toEqual({ taken: 2, unknown: 1, refused: aside.slice(2) });
    expect(await statesOf(journal)).toEqual({ o1: 'accepted', o2: 'rejected', o3: 'unknown' });
    expect((await journal.known()).get('o1')).toMatchObject({ orderId: '596471064624628269' });
    expect(await journal.recover(aside)).toEqual({ taken: 0, unknown: 0, refused: aside.slice(2) });
    expect(await statesOf(journal)).toEqual({ o1: 'accepted', o2: 'rejected', o3: 'unknown' });
  });

  it('takes in what was kept aside for an order that another run has called unknown meanwhile', async () => {
    const file = newFile();
    await (await openJournal(file)).recordIntent(intentOf(ORDERS));
    await (await openJournal(file)).recover([]);
    const journal = await openJournal(file);
    const aside = [
      { clientOid: oids[0] as string, verdict: taken },
      { clientOid: oids[1] as string, verdict: rejected },
    ];
    expect(await journal.recover(aside)).toEqual({ taken: 2, unknown: 0, refused: [] });
    expect(await statesOf(journal)).toEqual({ o1: 'accepted', o2: 'rejected', o3: 'unknown' });
  });

  it('takes in no order id that another order has, on record or kept aside before', async () => {
    const file = newFile();
    const first = await openJournal(file);
    await first.recordVerdicts(await first.recordIntent(intentOf(ORDERS.slice(0, 1))), [taken], 1);
    await first.recordIntent(intentOf(ORDERS.slice(1)));
    const journal = await openJournal(file);
    const own = { ...taken, orderId: '596471064624628270' };
    const aside = [
      { clientOid: oids[1] as string, verdict: taken },
      { clientOid: oids[2] as string, verdict: own },
      { clientOid: oids[1] as string, verdict: own },
    ];
    await journal.recover(aside);
    expect(await statesOf(journal)).toEqual({ o1: 'accepted', o2: 'unknown', o3: 'accepted' });
    expect((await journal.known()).get('o2')).toMatchObject({ rule: 'order-id-taken' });
  });

  it('is of the account, in every plan, and of no other account', async () => {
    const file = newFile();
    const other = await openJournal(file, { account: { origin: 'http://127.0.0.1:1', name: 'other' } });
    const another = await openJournal(file, { plan: 'another' });
    await other.recordIntent(intentOf(ORDERS));
    await another.recordIntent(intentOf(someOrders(3, { lineage: 1 })));
    expect(await (await openJournal(file)).recover([])).toEqual({ taken: 0, unknown: 3, refused: [] });
    expect(statesIn(await readState(file, { plan: 'another' }))).toEqual({
      o1: 'unknown',
      o2: 'unknown',
      o3: 'unknown',
    });
    expect(await statesOf(other)).toEqual({ o1: 'in-flight', o2: 'in-flight', o3: 'in-flight' });
  });

  it('leaves a question alone that another process may be asking', async () => {
    const file = newFile();
    const asking = await openJournal(file);
    const { attempts } = await asking.intend([{ path: '/', weight: { ip: 10, uid: 0, orderCalls: 0 } }]);
    await (await openJournal(file)).recover([]);
    await asking.recordVerdicts(attempts[0] as Attempt, [], 1);
  });
});

describe('settling', () => {
  it('takes an unknown order to accepted or absent, and refuses every other', async () => {
    const file = newFile();
    await fill(file);
    const journal = await openJournal(file);
    const state = await journal.known();
    const oidOf = (id: string): string => state.get(id)?.clientOid ?? '';
    const settle = (id: string, settled: Settled): Promise<void> =>
      journal.settle([{ clientOid: oidOf(id), ...settled }]);
    for (const id of ['o1', 'o2', 'o4', 'o5', 'nobody']) {
      await expect(settle(id, { rule: 'by-person', evidence: 'seen' })).rejects.toThrow(JournalError);
    }
    await settle('o3', { orderId: '7', rule: 'found', evidence: 'open orders' });
    expect((await journal.known()).get('o3')).toMatchObject({
      state: 'accepted',
      orderId: '7',
      rule: 'found',
      message: 'open orders',
    });
    await expect(settle('o3', { rule: 'by-person', evidence: 'gone' })).rejects.toThrow(JournalError);
    await settle('o3', { isClosed: true, rule: 'by-person', evidence: 'took profit' });
    expect((await journal.known()).get('o3')).toMatchObject({ state: 'closed', orderId: '7', message: 'took profit' });
    await journal.recover([]);
    await settle('o4', { rule: 'by-person', evidence: 'gone' });
    expect(await statesOf(journal)).toEqual({ ...FILLED, o3: 'closed', o4: 'absent' });
  });

  it('takes all decisions or none', async () => {
    const file = newFile();
    await fill(file);
    const journal = await openJournal(file);
    const state = await journal.known();
    const decided = ['o3', 'o1'].map(
      (id) => ({ clientOid: state.get(id)?.clientOid ?? '', rule: 'by-person', evidence: 'seen' }) as const,
    );
    await expect(journal.settle(decided)).rejects.toThrow(JournalError);
    expect(await statesOf(journal)).toEqual(FILLED);
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
    setAsideDone(file, 5, kept);
    expect(readAside(file)).toEqual([]);
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  it('keeps what came after it was read, and bears that another run was done with it first', () => {
    const file = newFile();
    // Another run has read the same, and is done with it too.
    setAsideDone(file, 6, kept);
    keepAside(file, kept);
    setAsideDone(file, 7, kept.slice(0, 1));
    expect(readAside(file)).toEqual(kept.slice(1));
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
    const file = newFile();
    writeFileSync(file, '');
    expect(keepAside(`${file}/journal.db`, kept).ok).toBe(false);
  });
});
