import { readFileSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import type { Attempt } from '../../src/journal/records/request.ts';
import type { AccountName } from '../../src/journal/records/scope.ts';
import { openLedger } from '../../src/journal/open.ts';
import { sqliteUrl } from '../../src/journal/url.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import type { Order } from '../../src/model/order.ts';
import { anOrder, PLAN, someOrders } from '../support/plan-builder.ts';
import { WALL_START_MS } from '../../proofs/support/sim-clock.ts';
import { accepted, rejected, unknown } from '../support/sim-exchange.ts';
import {
  fill,
  FILLED,
  intentOf,
  newFile,
  openJournal,
  OpenJournal,
  optionsFor,
  readState,
  ROOMY,
  statesIn,
  statesOf,
  taken,
} from '../support/journal-files.ts';

describe('what was recorded', () => {
  it('is there when the file is opened again, digit by digit', async () => {
    const file = newFile();
    await fill(file);
    const state = await (await openJournal(file)).known();
    expect(statesIn(state)).toEqual(FILLED);
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
      changedUptimeMs: null,
      orderId: '596471064624628269',
      rule: 'order-id',
    });
    expect(state.get('o2')).toMatchObject({ code: '40015', message: 'off the tick', rule: 'http-4xx' });
    expect(state.get('o3')).toMatchObject({ message: 'no answer', rule: 'timeout' });
  });

  it('belongs to its account, plan and generation alone', async () => {
    const file = newFile();
    await fill(file);
    const others = [
      { account: { origin: 'http://127.0.0.1:2', name: 'main' } },
      { account: { origin: 'http://127.0.0.1:1', name: 'other' } },
      { plan: 'another' },
      { generation: 2 },
    ];
    for (const other of others) {
      expect(await (await openJournal(file, other)).known()).toEqual(new Map());
      expect(await readState(file, other)).toEqual(new Map());
    }
  });

  it('goes again under the same client order id only when it was not taken', async () => {
    const journal = await openJournal(newFile());
    const intent = intentOf(someOrders(2));
    for (const how of ['not-sent', 'rate-refused', 'clock-refused'] as const) {
      await journal.recordNotTaken(await journal.recordIntent(intent), how, 'no', 1);
      expect(await statesOf(journal)).toEqual({ o1: 'never-sent', o2: 'never-sent' });
    }
    await journal.recordIntent(intent);
    await expect(journal.recordIntent(intent)).rejects.toThrow(JournalError);
  });

  it.each(['accepted', 'rejected', 'unknown'] as const)(
    'and %s is not intended a second time, nor is anything beside it',
    async (outcome) => {
      const file = newFile();
      const journal = await openJournal(file);
      const verdict = { accepted: taken, rejected, unknown }[outcome];
      await journal.recordVerdicts(await journal.recordIntent(intentOf([anOrder({ id: 'a' })])), [verdict], 1);
      const again = journal.recordIntent(intentOf([anOrder({ id: 'b' }), anOrder({ id: 'a' })], 2));
      await expect(again).rejects.toThrow(JournalError);
      expect(await statesOf(journal)).toEqual({ a: outcome });
      await (await openJournal(file)).recordIntent(intentOf([anOrder({ id: 'b' })], 2));
    },
  );

  it('has one verdict: a second one is refused', async () => {
    const journal = await openJournal(newFile());
    const attempt = await journal.recordIntent(intentOf([anOrder()]));
    await journal.recordVerdicts(attempt, [taken], 1);
    await expect(journal.recordVerdicts(attempt, [rejected], 1)).rejects.toThrow(Error);
    await expect(journal.recordNotTaken(attempt, 'not-sent', 'no', 1)).rejects.toThrow(Error);
    await expect(journal.recordVerdicts({ ...attempt, id: 99 }, [taken], 1)).rejects.toThrow(Error);
    expect(await statesOf(journal)).toEqual({ one: 'accepted' });
  });

  it('needs a run', async () => {
    const journal = await OpenJournal.open(optionsFor(newFile()));
    await expect(journal.recordIntent(intentOf([anOrder()]))).rejects.toThrow(JournalError);
    await journal.release();
  });

  it('is a chain: each record names the one before, from the first on', async () => {
    const file = newFile();
    await fill(file);
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('select * from record order by id').all();
    database.close();
    expect(rows.length).toBeGreaterThan(8);
    let before: unknown = new Uint8Array(32);
    for (const row of rows) {
      expect(row['before']).toEqual(before);
      expect(row['sum']).toHaveLength(32);
      before = row['sum'];
    }
  });
});

/** A journal one of whose files is away for a while, so that it cannot be written. */
async function failing(): Promise<{ journal: OpenJournal; attempt: Attempt; mend: () => void }> {
  const file = newFile();
  const journal = await openJournal(file);
  const attempt = await journal.recordIntent(intentOf([anOrder({ id: 'a' })]));
  renameSync(`${file}-shm`, `${file}-away`);
  return { journal, attempt, mend: () => renameSync(`${file}-away`, `${file}-shm`) };
}

describe('after a write that failed', () => {
  it('no request is taken up any more, though the disk is well again; an outcome still is', async () => {
    const { journal, attempt, mend } = await failing();
    await expect(journal.recordIntent(intentOf([anOrder({ id: 'b' })], 2))).rejects.toThrow(JournalError);
    mend();
    await expect(journal.recordIntent(intentOf([anOrder({ id: 'c' })], 3))).rejects.toThrow(JournalError);
    await journal.recordVerdicts(attempt, [taken], 1);
    expect(await statesOf(journal)).toEqual({ a: 'accepted' });
  });

  it('nothing queued behind a lost outcome becomes durable', async () => {
    const { journal, attempt, mend } = await failing();
    const lost = journal.recordVerdicts(attempt, [taken], 1);
    const behind = journal.recordIntent(intentOf([anOrder({ id: 'b' })], 2));
    await expect(lost).rejects.toThrow(JournalError);
    await expect(behind).rejects.toThrow(JournalError);
    mend();
    await expect(journal.recordIntent(intentOf([anOrder({ id: 'b' })], 2))).rejects.toThrow(JournalError);
    expect(await statesOf(journal)).toEqual({ a: 'in-flight' });
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
  it('is WAL with synchronous=FULL, on the very connection that writes', async () => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    await openJournal(newFile());
    const database = exec.mock.contexts[0] as DatabaseSync;
    exec.mockRestore();
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
  });

  it('takes one commit a call, however many orders it has', async () => {
    const file = newFile();
    const journal = await openJournal(file);
    const before = commits(file);
    const attempt = await journal.recordIntent(intentOf(someOrders(20)));
    expect(commits(file)).toBe(before + 1);
    await journal.recordVerdicts(
      attempt,
      someOrders(20).map((_, at) => accepted(String(at + 1))),
      1,
    );
    expect(commits(file)).toBe(before + 2);
    await journal.recordNotTaken(await journal.recordIntent(intentOf([anOrder()], 2)), 'not-sent', 'no', 1);
    expect(commits(file)).toBe(before + 4);
  });

  it('takes one commit for all that one turn of the loop asks for', async () => {
    const file = newFile();
    const account = { origin: 'http://127.0.0.1:1', name: 'main' };
    const claim = await claimed(file, account);
    const [a, b, c, d] = someOrders(4);
    await claim.begin({ ...PLAN_NAME, planFile: 'plan.yaml', digest: 'd' });
    const { attempts } = await claim.intend([intentOf([a as Order], 1), intentOf([b as Order], 2)]);
    const before = commits(file);
    const writes = [
      claim.conclude(attempts[0] as Attempt, { how: 'answered', verdicts: [taken], latencyMs: 1 }),
      claim.conclude(attempts[1] as Attempt, { how: 'answered', verdicts: [rejected], latencyMs: 1 }),
      claim.intend([intentOf([c as Order], 3), intentOf([d as Order], 4)]),
    ];
    await Promise.all(writes);
    expect(commits(file)).toBe(before + 1);
    await claim.release();
    expect(statesIn(await readState(file))).toEqual({
      o1: 'accepted',
      o2: 'rejected',
      o3: 'in-flight',
      o4: 'in-flight',
    });
  });
});

const PLAN_NAME = { plan: PLAN.name, generation: PLAN.generation };

/** As a run holds it: writes wait for the end of the turn. */
async function claimed(file: string, account: AccountName): Promise<Claim> {
  const ledger = openLedger(sqliteUrl(file), {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: () => WALL_START_MS,
    defer: (act) => void setImmediate(act),
  });
  const claim = await ledger.claim({ account }, ROOMY);
  if (!claim.ok) throw new Error('somebody holds a new journal');
  return claim.value;
}
