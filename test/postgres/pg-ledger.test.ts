/** The ledger on a real server: what every store must do, by the same claims, and what only a shared one meets. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Claim, Holder, Ledger } from '../../src/journal/records/ledger.ts';
import type { Limits } from '../../src/model/call.ts';
import { defaultConfig } from '../../src/model/config.ts';
import type { PlanName } from '../../src/journal/records/scope.ts';
import { acceptRestored, openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { intentOf, ROOMY, statesIn, taken } from '../support/journal-files.ts';
import { PLAN, someOrders } from '../support/plan-builder.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const self: Holder = { host: 'here', user: 'tester', pid: 7, since: '' };
const machine = {
  self,
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  defer: (act: () => void) => void setImmediate(act),
};
const ledgerOn = (url: string): Ledger => openServerLedger(url, machine);
const NAME: PlanName = { plan: PLAN.name, generation: PLAN.generation };
const OTHER: PlanName = { plan: 'other', generation: 1 };

async function claimed(ledger: Ledger, plan = NAME, limits: Limits = ROOMY): Promise<Claim> {
  const got = await ledger.claim({ account: ACCOUNT, plan }, limits);
  if (!got.ok) throw new Error(`held by ${got.error?.host}`);
  onTestFinished(() => got.value.release());
  await got.value.begin({ ...plan, planFile: 'plan.yaml', digest: 'd' });
  return got.value;
}

/** A request that only asks, of so much UID weight. */
const question = (uid: number) => ({ path: '/x', weight: { ip: 1, uid, orderCalls: 0 } }) as const;

/** Two claims of one account, with twenty of UID weight a minute between them. */
async function claimedPair(): Promise<[Claim, Claim]> {
  const ledger = ledgerOn(await fresh());
  const limits = { ...ROOMY, uid: { amount: 20, windowMs: 60_000 } };
  return [await claimed(ledger, NAME, limits), await claimed(ledger, OTHER, limits)];
}

describe.skipIf(server === undefined)('a journal on PostgreSQL', { timeout: 30_000 }, () => {
  it('is made by the first claim, and says nothing before', async () => {
    const ledger = ledgerOn(await fresh());
    expect(await ledger.account(ACCOUNT)).toEqual([]);
    expect(await ledger.holder(ACCOUNT)).toBeUndefined();
    await claimed(ledger);
    expect(await ledger.verify()).toMatchObject({ kind: 'whole' });
  });

  it('has an order’s life, and shows it to whoever reads', async () => {
    const ledger = ledgerOn(await fresh());
    const claim = await claimed(ledger);
    const orders = someOrders(3);
    const { attempts } = await claim.intend([intentOf(orders)]);
    const [attempt] = attempts;
    if (attempt === undefined) throw new Error('no attempt');
    expect(statesIn(await claim.state(NAME))).toEqual({ o1: 'in-flight', o2: 'in-flight', o3: 'in-flight' });
    const verdicts = [
      taken,
      { outcome: 'rejected', code: '40017', message: 'no', rule: 'rejected' },
      { outcome: 'unknown', message: 'cut', rule: 'timeout' },
    ] as const;
    await claim.conclude(attempt, { how: 'answered', verdicts, latencyMs: 3 });
    const want = { o1: 'accepted', o2: 'rejected', o3: 'unknown' };
    expect(statesIn(await claim.state(NAME))).toEqual(want);
    const [plan] = await ledger.account(ACCOUNT);
    expect(statesIn(plan?.orders ?? new Map())).toEqual(want);
    const head = await claim.finish({
      exitCode: 7,
      counts: { accepted: 1, rejected: 1, unknown: 1, withheld: 0 },
    } as never);
    expect(await ledger.verify(head)).toEqual({ kind: 'whole', head });
  });

  it('holds a plan once, and other plans of the account beside it', async () => {
    const ledger = ledgerOn(await fresh());
    await claimed(ledger);
    expect(await ledger.claim({ account: ACCOUNT, plan: NAME }, ROOMY)).toMatchObject({
      ok: false,
      error: { host: 'here', user: 'tester', pid: 7 },
    });
    await claimed(ledger, OTHER);
    expect(await ledger.claim({ account: ACCOUNT }, ROOMY)).toMatchObject({ ok: false });
    expect(await ledger.holder(ACCOUNT)).toMatchObject({ host: 'here' });
  });

  it('tells each of several that come at once who has the plan', async () => {
    const url = await fresh();
    const rivals = [1, 2, 3].map((pid) => openServerLedger(url, { ...machine, self: { ...self, pid } }));
    for (let round = 1; round <= 5; round++) {
      const scope = { account: ACCOUNT, plan: { plan: `plan-${round}`, generation: 1 } };
      const got = await Promise.all(rivals.map((ledger) => ledger.claim(scope, ROOMY)));
      const winner = got.findIndex(({ ok }) => ok) + 1;
      const told = got.map((one) => (one.ok ? 'has it' : one.error?.pid));
      expect(told).toEqual([1, 2, 3].map((pid) => (pid === winner ? 'has it' : winner)));
      for (const one of got) if (one.ok) await one.value.release();
    }
  });

  it('names who has all plans of the account to a run of one', async () => {
    const ledger = ledgerOn(await fresh());
    const watch = await ledger.claim({ account: ACCOUNT }, ROOMY);
    if (watch.ok) onTestFinished(() => watch.value.release());
    expect(await ledger.claim({ account: ACCOUNT, plan: NAME }, ROOMY)).toMatchObject({ ok: false, error: { pid: 7 } });
  });

  it('of two that write at once, each sees what the other wrote, and the chain is whole', async () => {
    const ledger = ledgerOn(await fresh());
    const [one, two] = [await claimed(ledger), await claimed(ledger, OTHER)];
    const orders = someOrders(20);
    const others = someOrders(20, { lineage: 3 });
    await Promise.all([
      ...orders.map((order) => one.intend([intentOf([order])])),
      ...others.map((order) => two.intend([intentOf([order])])),
    ]);
    expect((await one.state(NAME)).size).toBe(20);
    expect((await two.state(OTHER)).size).toBe(20);
    expect(await ledger.verify()).toMatchObject({ kind: 'whole' });
  });

  it('never gives two claims more than the limits together', async () => {
    const [one, two] = await claimedPair();
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).intend([question(3)])),
    );
    expect(asked.flatMap(({ attempts }) => attempts)).toHaveLength(6);
    expect(asked.filter(({ waitMs }) => waitMs !== undefined && waitMs > 0)).toHaveLength(14);
  });

  it('lets nobody pass who came later, however little it needs, until the first waits no more', async () => {
    const [one, two] = await claimedPair();
    await one.intend([question(18)]);
    expect(await one.intend([question(6)])).toMatchObject({ attempts: [] });
    // Two of twenty are left, and the first to come waits for six.
    expect((await two.intend([question(1)])).attempts).toHaveLength(0);
    expect((await one.intend([question(2)])).attempts).toHaveLength(1);
    expect((await two.intend([question(1)])).attempts).toHaveLength(0);
  });

  it('keeps an order from going twice though two hold its plan', async () => {
    const url = await fresh();
    const ledger = ledgerOn(url);
    const one = await claimed(ledger);
    // Somebody has broken the lock: only the chain is left.
    const client = await clientOn(url);
    await client.query("select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory'");
    const two = await claimed(ledger);
    const [order] = someOrders(1);
    if (order === undefined) throw new Error('no order');
    await two.intend([intentOf([order])]);
    await expect(one.intend([intentOf([order])])).rejects.toThrow('connection is gone');
    expect(await ledger.verify()).toMatchObject({ kind: 'whole' });
  });

  it('refuses a runner with other limits while one of the account is at work, and not after', async () => {
    const ledger = ledgerOn(await fresh());
    const { limits: usual } = defaultConfig.exchange;
    const one = await claimed(ledger, NAME, usual);
    const limits = { ...usual, uid: { amount: 400, windowMs: 60_000 } };
    await expect(ledger.claim({ account: ACCOUNT, plan: OTHER }, limits)).rejects.toThrow(
      'tester@here (pid 7) runs on this account with other limits: ipWeight 500/10s, uidWeight 500/10s, ' +
        'orderCalls 10/1s; here: ipWeight 500/10s, uidWeight 400/1m, orderCalls 10/1s',
    );
    await one.release();
    await claimed(ledger, OTHER, limits);
  });

  it('refuses a server whose history is another than that of its last run, until a person has looked', async () => {
    const url = await fresh();
    const ledger = ledgerOn(url);
    const one = await claimed(ledger);
    await one.release();
    const client = await clientOn(url);
    await client.query('alter table ordo.session disable trigger stays');
    await client.query("update ordo.session set timeline = '0000000F'");
    await client.query('alter table ordo.session enable trigger stays');
    await expect(claimed(ledger)).rejects.toThrow('was promoted or restored since its last run');
    await acceptRestored(url, machine);
    await claimed(ledger);
  });

  it('refuses what the transition table has no path for, whoever writes it', async () => {
    const url = await fresh();
    const claim = await claimed(ledgerOn(url));
    const { attempts } = await claim.intend([intentOf(someOrders(1))]);
    const client = await clientOn(url);
    const append = (record: object): Promise<unknown> =>
      client.query('select ordo.append(pg_backend_pid(), (select max(id) from ordo.journal), $1, $2, 0)', [
        JSON.stringify([record]),
        'x',
      ]);
    const intent = attempts[0]?.id;
    const settled = (step: string): object => ({
      kind: 'settled',
      account: 2,
      said: JSON.stringify({ orders: [{ intent, at: 0, step, orderId: '1', message: '', rule: 'x' }] }),
    });
    await expect(append(settled('settle-accepted'))).rejects.toThrow('no such transition');
    await expect(client.query('update ordo.journal set said = said')).rejects.toThrow('append-only');
    await expect(client.query('truncate ordo.settled')).rejects.toThrow('append-only');
    await expect(client.query('delete from ordo.placed')).rejects.toThrow('append-only');
  });
});
