/** What runs side by side may open together, judged on a real server as each begins. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { standingOf } from '../../src/journal/records/known-account.ts';
import type { OthersOrder, Reservation } from '../../src/journal/records/reservation.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import type { Order } from '../../src/model/order.ts';
import { intentOf, ROOMY, taken } from '../support/journal-files.ts';
import { someOrders } from '../support/plan-builder.ts';
import { sharedServer } from '../support/own-server.ts';

const server = (await sharedServer()).server;

const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const MOST = 5;

async function ledger(): Promise<Ledger> {
  return openServerLedger((await server?.newDatabase()) ?? '', {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    defer: (act) => void setImmediate(act),
  });
}

async function claimed(on: Ledger, plan: string): Promise<Claim> {
  const got = await on.claim({ account: ACCOUNT, plan: { plan, generation: 1 } }, ROOMY);
  if (!got.ok) throw new Error('held');
  onTestFinished(() => got.value.release());
  return got.value;
}

const run = (plan: string) => ({ plan, generation: 1, planFile: 'plan.yaml', digest: 'd' });

/** Orders of a worth of one; at most five may stand. */
function reservation(orders: readonly Order[], met: (others: readonly OthersOrder[]) => void = () => {}): Reservation {
  return {
    orders: orders.map(({ id, clientOid }) => ({ id, clientOid, worth: '1' })),
    refusal: (account, others) => {
      met(others);
      const sum = orders.length + standingOf(account).length + others.length;
      return sum > MOST ? new Error(`${sum}`) : undefined;
    },
  };
}

describe.skipIf(server === undefined)('what runs of one account may open together', { timeout: 30_000 }, () => {
  it('never passes a cap, though all of them begin at once', async () => {
    const on = await ledger();
    const plans = ['a', 'b', 'c', 'd', 'e', 'f'];
    const claims = await Promise.all(plans.map((plan) => claimed(on, plan)));
    const begun = await Promise.all(
      claims.map((claim, at) => claim.begin(run(plans[at] ?? ''), reservation(someOrders(2, { lineage: at })))),
    );
    expect(begun.filter(({ ok }) => ok)).toHaveLength(2);
  });

  it('is counted once: as reserved, then as what stands, and no longer once it was rejected', async () => {
    const on = await ledger();
    const [first, second] = [await claimed(on, 'first'), await claimed(on, 'second')];
    const orders = someOrders(3);
    expect(await first.begin(run('first'), reservation(orders))).toMatchObject({ ok: true });
    const { attempts } = await first.intend([intentOf(orders.slice(0, 2))]);
    const seen: OthersOrder[][] = [];
    const asked = (): Promise<unknown> => {
      return second.begin(
        run('second'),
        reservation(someOrders(3, { lineage: 1 }), (all) => seen.push([...all])),
      );
    };
    expect(await asked()).toEqual({ ok: false, error: new Error('6') });
    expect(seen.at(-1)).toEqual([
      { plan: 'first', generation: 1, id: 'o3', clientOid: orders[2]?.clientOid, worth: '1' },
    ]);
    const verdicts = [taken, { outcome: 'rejected', code: '1', message: 'no', rule: 'rejected' }] as const;
    await first.conclude(attempts[0] as never, { how: 'answered', verdicts, latencyMs: 1 });
    expect(await asked()).toMatchObject({ ok: true });
  });

  it('is free again where the run has ended, or is gone', async () => {
    const on = await ledger();
    const third = await claimed(on, 'third');
    const asked = (): Promise<unknown> => third.begin(run('third'), reservation(someOrders(5, { lineage: 9 })));
    const ended = await claimed(on, 'ended');
    await ended.begin(run('ended'), reservation(someOrders(1)));
    expect(await asked()).toMatchObject({ ok: false });
    await ended.finish({ exitCode: 0 } as never);
    const gone = await claimed(on, 'gone');
    await gone.begin(run('gone'), reservation(someOrders(1)));
    expect(await asked()).toMatchObject({ ok: false });
    await gone.release();
    expect(await asked()).toMatchObject({ ok: true });
  });
});
