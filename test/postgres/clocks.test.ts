/** A machine whose clock is put forward or back by an hour: on a server, budgets and the death of requests go by the database's time. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import { REQUEST_DEAD_AFTER_MS } from '../../src/model/call.ts';
import { sharedServer } from '../support/own-server.ts';
import { intentOf, ROOMY } from '../support/journal-files.ts';
import { someOrders } from '../support/plan-builder.ts';

const server = (await sharedServer()).server;

const HOUR_MS = 3_600_000;
const AHEAD = [HOUR_MS, -HOUR_MS];
const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
/** A loaded machine takes its time between two steps of a test. */
const SLACK_MS = 20_000;

/** A runner of a plan of its own, on a machine with a clock of its own. */
class Runner {
  /** How far its wall clock is ahead. */
  aheadMs: number;
  readonly #url: string;
  readonly #plan: string;
  readonly #windowMs: number;
  #claim: Claim | undefined;

  constructor(url: string, { plan, aheadMs, windowMs }: { plan: string; aheadMs: number; windowMs: number }) {
    this.#url = url;
    this.#plan = plan;
    this.aheadMs = aheadMs;
    this.#windowMs = windowMs;
  }

  async claim(): Promise<Claim> {
    const ledger = openServerLedger(this.#url, {
      self: { host: 'here', user: 'tester', pid: 7, since: '' },
      monotonicMs: () => performance.now(),
      wallMs: () => Date.now() + this.aheadMs,
      defer: (act) => void setImmediate(act),
    });
    const plan = { plan: this.#plan, generation: 1 };
    const uid = { amount: 20, windowMs: this.#windowMs };
    const got = await ledger.claim({ account: ACCOUNT, plan }, { ...ROOMY, uid });
    if (!got.ok) throw new Error('held');
    this.#claim = got.value;
    onTestFinished(() => got.value.release());
    await this.#claim.begin({ ...plan, planFile: 'plan.yaml', digest: 'd' });
    return this.#claim;
  }

  /** Whether a question of so much weight may go now. Its answer comes at once: its weight counts from there. */
  async may(uid: number): Promise<boolean> {
    const claim = this.#claim ?? (await this.claim());
    const { attempts } = await claim.intend([{ path: '/x', weight: { ip: 1, uid, orderCalls: 0 } }]);
    for (const one of attempts) await claim.conclude(one, { how: 'answered', verdicts: [], latencyMs: 1 });
    return attempts.length === 1;
  }
}

const fresh = async (): Promise<string> => (await server?.newDatabase()) ?? '';

async function nowOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    return rows[0]?.ms ?? Number.NaN;
  } finally {
    await client.end();
  }
}

describe.skipIf(server === undefined)('a clock that is an hour off', () => {
  it('gives nobody the weight of a window that is not over', async () => {
    const url = await fresh();
    const first = new Runner(url, { plan: 'first', aheadMs: 0, windowMs: 120_000 });
    expect(await first.may(18)).toBe(true);
    for (const [at, aheadMs] of AHEAD.entries()) {
      // Its own clock is put forward and back while it works, and others come whose clock always was.
      first.aheadMs = aheadMs;
      expect([aheadMs, await first.may(6)]).toEqual([aheadMs, false]);
      const other = new Runner(url, { plan: `other-${at}`, aheadMs, windowMs: 120_000 });
      expect([aheadMs, await other.may(6)]).toEqual([aheadMs, false]);
    }
  });

  it('keeps nobody waiting once the window is over', async () => {
    const url = await fresh();
    const [fast, slow, right] = [...AHEAD, 0].map(
      (aheadMs) => new Runner(url, { plan: `plan${aheadMs}`, aheadMs, windowMs: 1000 }),
    );
    // Both have read the journal before anything was spent, and then their clocks go the other way.
    for (const runner of [fast, slow, right]) await runner?.claim();
    expect(await right?.may(18)).toBe(true);
    for (const runner of [fast, slow]) {
      if (runner !== undefined) runner.aheadMs *= -1;
      await expect.poll(() => runner?.may(18), { timeout: 10_000, interval: 250 }).toBe(true);
    }
  });

  it('kills no request before its time, and lets none live longer', async () => {
    const url = await fresh();
    const runner = new Runner(url, { plan: 'a-plan', aheadMs: 0, windowMs: 10_000 });
    const [order] = someOrders(1);
    if (order === undefined) throw new Error('no order');
    let claim = await runner.claim();
    const beforeMs = await nowOf(url);
    await claim.intend([intentOf([order])]);
    const live = async (): Promise<number> => (await claim.liveRequests([order.clientOid]))[0]?.deadInMs ?? 0;
    for (const aheadMs of AHEAD) {
      runner.aheadMs = aheadMs;
      const here = await live();
      // And the same by a run that begins then.
      await claim.release();
      claim = await runner.claim();
      const passedMs = (await nowOf(url)) - beforeMs;
      for (const deadInMs of [here, await live()]) {
        expect(deadInMs).toBeLessThanOrEqual(REQUEST_DEAD_AFTER_MS + 1);
        expect(deadInMs).toBeGreaterThan(REQUEST_DEAD_AFTER_MS - passedMs - SLACK_MS);
      }
    }
  });

  it('is in no record', async () => {
    const url = await fresh();
    const runner = new Runner(url, { plan: 'a-plan', aheadMs: HOUR_MS, windowMs: 10_000 });
    const beforeMs = await nowOf(url);
    const claim = await runner.claim();
    runner.aheadMs = -HOUR_MS;
    await claim.intend([intentOf(someOrders(2))]);
    const afterMs = await nowOf(url);
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ at_ms: string }>('select at_ms from ordo.journal order by id');
    const times = rows.map((row) => Number(row.at_ms));
    expect(times.length).toBeGreaterThan(4);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(beforeMs);
    expect(Math.max(...times)).toBeLessThanOrEqual(afterMs + 1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
