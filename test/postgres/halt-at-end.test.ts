/** A halt on a server is on record before the journal is read, whoever writes beside it, and by its end alone. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HaltStands } from '../../src/journal/records/journal-error.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { SHORT_PAGE } from '../../src/journal/postgres/pg-rows.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { intentOf, ROOMY } from '../support/journal-files.ts';
import { anOrder, PLAN } from '../support/plan-builder.ts';
import { sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();
const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const opening = (id: string, call: number) => intentOf([anOrder({ id, side: 'open-long' })], call);

const ledgerOn = (url: string, monotonicMs = (): number => performance.now()): Ledger =>
  openServerLedger(url, {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs,
    wallMs: () => Date.now(),
    defer: (act) => void setImmediate(act),
  });

/** A journal with an order, and a claim on its account. */
async function placed(): Promise<{ url: string; claim: Claim }> {
  const url = await fresh();
  const plan = { plan: PLAN.name, generation: PLAN.generation };
  const claim = await ledgerOn(url).claim({ account: ACCOUNT, plan }, ROOMY);
  if (!claim.ok) throw new Error('held');
  onTestFinished(() => claim.value.release());
  await claim.value.begin({ ...plan, planFile: 'plan.yaml', digest: 'd' });
  await claim.value.intend([opening('o1', 1)]);
  return { url, claim: claim.value };
}

/** As somebody may who owns the tables, and turns their rules off. */
async function damage(url: string, record: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `set session_replication_role = replica; update ordo.journal set at_ms = at_ms + 1 where id = ${record}`,
  );
  await client.end();
}

describe.skipIf(server === undefined)('a halt on PostgreSQL', { timeout: 30_000 }, () => {
  it('is met by a claim that was open before, and read no further than there was time for', async () => {
    const { url, claim } = await placed();
    // More than are read at once.
    await claim.intend(Array.from({ length: SHORT_PAGE + 1 }, () => ({ path: '/x', weight: { ip: 1, uid: 1 } })));
    // Each look at the clock is a second later.
    let seconds = 0;
    const hurried = ledgerOn(url, () => (seconds += 1000));
    expect(await hurried.setHalt(ACCOUNT, 'halt', 'news', 300)).toEqual({});
    expect((await claim.intend([opening('o2', 2)])).halted).toMatchObject({ why: 'news', user: 'tester' });
    expect(await hurried.setHalt(ACCOUNT, 'halt', 'again', 300)).toMatchObject({ before: { why: 'news' } });
    const inTime = await ledgerOn(url).setHalt(ACCOUNT, 'halt', 'again', 60_000);
    expect(inTime.known?.map(({ orders }) => orders.size)).toEqual([1]);
    expect(await ledgerOn(url).verify()).toMatchObject({ kind: 'whole' });
  });

  it('is in force though an earlier record is damaged, and says so', async () => {
    const { url, claim } = await placed();
    await damage(url, '2');
    await expect(ledgerOn(url).setHalt(ACCOUNT, 'halt', 'news')).rejects.toThrow(HaltStands);
    expect((await claim.intend([opening('o2', 2)])).halted).toMatchObject({ why: 'news' });
  });

  it('is not written where the end of the journal is damaged', async () => {
    const { url, claim } = await placed();
    await damage(url, '(select max(id) from ordo.journal)');
    const halting = ledgerOn(url).setHalt(ACCOUNT, 'halt', 'news');
    await expect(halting).rejects.toThrow('does not say what was written');
    await expect(halting).rejects.not.toThrow(HaltStands);
    expect(await claim.halted()).toBeUndefined();
  });

  it('finds its place in the chain between the records of others, once', async () => {
    const { url, claim } = await placed();
    const [first, ...others] = await Promise.all([
      ...Array.from({ length: 4 }, () => ledgerOn(url).setHalt(ACCOUNT, 'halt', 'news')),
      ...Array.from({ length: 20 }, (_, at) => claim.intend([opening(`more${at}`, at + 2)]).then(() => undefined)),
    ]);
    const halts = [first, ...others].flatMap((set) => set ?? []);
    expect(halts).toHaveLength(4);
    expect(halts.filter(({ before }) => before === undefined)).toHaveLength(1);
    expect(await ledgerOn(url).verify()).toMatchObject({ kind: 'whole' });
    expect((await ledgerOn(url).setHalt(ACCOUNT, 'lifted', 'over')).before).toMatchObject({ why: 'news' });
    expect(await claim.halted()).toBeUndefined();
  });
});
