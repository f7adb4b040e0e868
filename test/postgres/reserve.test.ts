/** The weight that a follower keeps for itself, on a server: what others of the account may not spend, and until when. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { LISTS, POSITION } from '../../src/exchange/v2/requests.ts';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import type { Limits } from '../../src/model/call.ts';
import { sharedServer } from '../support/own-server.ts';

const server = (await sharedServer()).server;

const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
const WINDOW_MS = 2_000;
const LIMITS: Limits = {
  ip: { amount: 500, windowMs: WINDOW_MS },
  uid: { amount: 500, windowMs: WINDOW_MS },
  orderCalls: { amount: 10, windowMs: 1_000 },
  inFlight: 8,
};
const RESERVE = { look: { ip: 7, uid: 8 }, everyMs: 400, room: { ip: 8, uid: 16, orderCalls: 4 }, orders: 2 };
const KEPT = { ip: 5 * 7 + 8, uid: 5 * 8 + 16 };
const OPEN = { look: 'open' } as const;

async function ledger(): Promise<Ledger> {
  return openServerLedger((await server?.newDatabase()) ?? '', {
    self: { host: 'here', user: 'tester', pid: 7, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    defer: (act) => void setImmediate(act),
  });
}

async function begun(on: Ledger, plan: string, reserve?: typeof RESERVE): Promise<Claim> {
  const got = await on.claim({ account: ACCOUNT, plan: { plan, generation: 1 } }, LIMITS);
  if (!got.ok) throw new Error('held');
  const run = { plan, generation: 1, planFile: 'plan.yaml', digest: 'd' };
  await got.value.begin(reserve === undefined ? run : { ...run, isFollow: true, reserve });
  return got.value;
}

async function ask(claim: Claim, uid: number, more: { readonly look?: 'open' } = {}): Promise<boolean> {
  const { attempts } = await claim.intend([{ path: '/x', weight: { ip: 1, uid, orderCalls: 0 }, ...more }]);
  const [attempt] = attempts;
  if (attempt === undefined) return false;
  await claim.conclude(attempt, { how: 'answered', verdicts: [], latencyMs: 1 });
  return true;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const records = async (on: Ledger): Promise<number> => {
  let count = 0;
  await on.records(() => void (count += 1));
  return count;
};

describe.skipIf(server === undefined)('the weight that a follower keeps, on a server', { timeout: 30_000 }, () => {
  it('is spent to others, looks within it are on no record, and it is free a window after its plan was let go', async () => {
    const on = await ledger();
    const follower = await begun(on, 'followed', RESERVE);
    const other = await begun(on, 'other');
    onTestFinished(() => other.release());
    await other.intend([]);
    expect(other.gauges()).toMatchObject({ ip: { used: KEPT.ip }, uid: { used: KEPT.uid } });
    const before = await records(on);
    for (const question of [LISTS['open-triggers'], LISTS.open, POSITION]) {
      const { attempts } = await follower.intend([{ ...question, ...OPEN }]);
      const [attempt] = attempts;
      if (attempt === undefined) throw new Error('a look waits');
      await follower.conclude(attempt, { how: 'answered', verdicts: [], latencyMs: 1 });
    }
    expect(await records(on)).toBe(before);
    // All that is left, and no more.
    expect(await ask(other, 500 - KEPT.uid + 1)).toBe(false);
    expect(await ask(other, 500 - KEPT.uid)).toBe(true);
    expect(await ask(follower, RESERVE.look.uid, OPEN)).toBe(true);
    await follower.release();
    // Whoever asks sees that its lock is gone, and counts it for one window from then.
    await pause(1_100);
    await other.intend([]);
    await pause(WINDOW_MS + 500);
    await other.intend([]);
    expect(other.gauges().uid.used).toBe(0);
    expect(await ask(other, 500)).toBe(true);
  });

  it('waits for nobody who begins after it', async () => {
    const on = await ledger();
    const first = await begun(on, 'first', RESERVE);
    const other = await begun(on, 'other');
    expect(await ask(first, RESERVE.look.uid, OPEN)).toBe(true);
    expect(await ask(other, 500 - KEPT.uid)).toBe(true);
    const late = await begun(on, 'late', RESERVE);
    onTestFinished(async () => {
      for (const claim of [first, other, late]) await claim.release();
    });
    expect(await ask(late, RESERVE.look.uid, OPEN)).toBe(false);
    expect(await ask(first, RESERVE.look.uid, OPEN)).toBe(true);
  });
});
