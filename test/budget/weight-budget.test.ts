import {
  assert,
  asyncProperty,
  array,
  check,
  constantFrom,
  double,
  integer,
  oneof,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARD_MS, WeightBudget } from '../../src/budget/weight-budget.ts';
import type { Limits, Weight } from '../../src/model/call.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { limits } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { flow, type Job } from '../support/weight-flow.ts';
import { refusals, sliding } from '../support/weight-judges.ts';

const SINGLE = OPERATIONS.single.weight;
const BATCH = OPERATIONS.batch.weight;

const rate = (least: number, most: number, windows: readonly number[]): Arbitrary<Limits['ip']> =>
  record({ amount: integer({ min: least, max: most }), windowMs: constantFrom(...windows) });
const anyLimits: Arbitrary<Limits> = record({
  ip: rate(5, 30, [500, 1000]),
  uid: rate(10, 60, [500, 1000]),
  orderCalls: rate(1, 12, [100, 300]),
  inFlight: integer({ min: 1, max: 10 }),
});

/** Mostly short ways, now and then one longer than a window; with fractions of a millisecond, as clocks have them. */
const way = oneof(
  { weight: 9, arbitrary: double({ min: 0, max: 150, noNaN: true }) },
  { weight: 1, arbitrary: double({ min: 0, max: 2500, noNaN: true }) },
);
const anyJobs: Arbitrary<Job[]> = array(
  record({
    weight: constantFrom(SINGLE, SINGLE, BATCH),
    thereMs: way,
    backMs: way,
    notSent: constantFrom(0, 0, 0, 0, 1, 2),
  }),
  { maxLength: 40, size: 'max' },
);

const isRefusedWith = (makeBudget: (limits: Limits) => WeightBudget) =>
  asyncProperty(anyLimits, anyJobs, async (bounds, jobs) => {
    const { arrivals } = await flow(new SimClock(), jobs, makeBudget(bounds), bounds.inFlight);
    expect(arrivals).toHaveLength(jobs.length);
    expect(refusals(arrivals, bounds)).toEqual([]);
  });

/** Weight back one window after the send: looks right, and lets jitter push calls together. */
class BackAfterSend extends WeightBudget {
  override take(nowMs: number, cost: Weight): void {
    super.take(nowMs, cost);
    super.answered(nowMs, cost);
  }

  override answered(): void {}
}

describe('a server that counts sliding windows, fixed ones of any phase, or a bucket', () => {
  it('never refuses, whatever the calls cost and however their answers jitter', async () => {
    await assert(
      isRefusedWith((bounds) => new WeightBudget(bounds)),
      { numRuns: 150 },
    );
  });

  it('refuses a budget that gives weight back one window after the send', async () => {
    const { failed } = await check(
      isRefusedWith((bounds) => new BackAfterSend(bounds)),
      { numRuns: 150, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });

  it('refuses a budget without its guard, for it reads its clock in whole milliseconds', async () => {
    const { failed } = await check(
      isRefusedWith((bounds) => new WeightBudget(bounds, 0)),
      { numRuns: 300, endOnFailure: true },
    );
    expect(failed).toBe(true);
  });

  it('never refuses after a restart, when the budget is told what was spent before', async () => {
    await assert(
      asyncProperty(
        anyLimits,
        anyJobs,
        anyJobs,
        integer({ min: 0, max: 700 }),
        async (bounds, before, after, goneMs) => {
          const clock = new SimClock();
          const first = await flow(clock, before, new WeightBudget(bounds), bounds.inFlight);
          await clock.run(clock.sleep(goneMs));
          const second = new WeightBudget(bounds);
          const now = clock.monotonicMs();
          second.setOthers(
            now,
            first.arrivals.map(({ weight, answeredMs }) => ({ weight, ageMs: now - answeredMs })),
          );
          const { arrivals } = await flow(clock, after, second, bounds.inFlight);
          expect(refusals([...first.arrivals, ...arrivals], bounds)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of 500 batches under 500/10s refuses none, and would by the wrong budget', async () => {
    const bounds = limits({ uid: { amount: 500, windowMs: 10_000 }, inFlight: 100 });
    const right = await flow(new SimClock(), jittered(500, BATCH), new WeightBudget(bounds), bounds.inFlight);
    expect(refusals(right.arrivals, bounds)).toEqual([]);
    const wrong = await flow(new SimClock(), jittered(500, BATCH), new BackAfterSend(bounds), bounds.inFlight);
    expect(refusals(wrong.arrivals, bounds, [sliding])).not.toEqual([]);
  });
});

/** About 100 ms there and back with 60 ms of jitter, the same in every run of the test. */
function jittered(count: number, weight: Weight): Job[] {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => {
    const jitterMs = next() * 60;
    const share = next();
    return { weight, thereMs: 35 + jitterMs * share, backMs: 35 + jitterMs * (1 - share) };
  });
}

describe('the time it takes', () => {
  const WINDOW_MS = 10_000;
  const RTT_MS = 100;
  const documented = limits({
    ip: { amount: 500, windowMs: WINDOW_MS },
    uid: { amount: 500, windowMs: WINDOW_MS },
    orderCalls: { amount: 10, windowMs: 1000 },
  });

  it.each([
    ['500 batches under UID 500', 500, BATCH, limits({ uid: { amount: 500, windowMs: WINDOW_MS }, inFlight: 100 })],
    ['500 batches under UID 1000', 500, BATCH, limits({ uid: { amount: 1000, windowMs: WINDOW_MS }, inFlight: 100 })],
    ['1000 singles under UID 500', 1000, SINGLE, limits({ uid: { amount: 500, windowMs: WINDOW_MS }, inFlight: 100 })],
    ['1000 singles under IP 500', 1000, SINGLE, limits({ ip: { amount: 500, windowMs: WINDOW_MS }, inFlight: 250 })],
    ['500 batches under every default', 500, BATCH, documented],
  ])('%s is within 3 %% of the optimum', async (_, count, weight, bounds) => {
    const { arrivals, endMs } = await flow(
      new SimClock(),
      jittered(count, weight),
      new WeightBudget(bounds),
      bounds.inFlight,
    );
    const aWindow = Math.min(Math.floor(bounds.ip.amount / weight.ip), Math.floor(bounds.uid.amount / weight.uid));
    const windows = Math.ceil(count / aWindow) - 1;
    // Within a window the order calls need their own: ten a second for what one window lets through.
    const within = Math.ceil(Math.min(count, aWindow) / bounds.orderCalls.amount) - 1;
    const optimum = WINDOW_MS * windows + bounds.orderCalls.windowMs * within + RTT_MS;
    expect(refusals(arrivals, bounds)).toEqual([]);
    expect(endMs).toBeGreaterThan(WINDOW_MS * windows);
    expect(endMs).toBeLessThanOrEqual(1.03 * optimum + RTT_MS * (windows + within));
  });
});

describe('the budget', () => {
  const bounds = limits({ ip: { amount: 10, windowMs: 1000 }, uid: { amount: 20, windowMs: 2000 } });
  const full = (): WeightBudget => {
    const budget = new WeightBudget(bounds);
    budget.take(0, BATCH);
    budget.take(0, BATCH);
    return budget;
  };

  it('is full until an answer tells when weight comes back', () => {
    const budget = full();
    expect(budget.waitMs(0, SINGLE)).toBeUndefined();
    expect(budget.waitMs(1e9, SINGLE)).toBeUndefined();
    budget.answered(100, BATCH);
    expect(budget.waitMs(100, SINGLE)).toBe(2000 + GUARD_MS);
    expect(budget.waitMs(2099 + GUARD_MS, SINGLE)).toBe(1);
    expect(budget.waitMs(2100 + GUARD_MS, SINGLE)).toBe(0);
  });

  it('gives back at once what provably did not leave', () => {
    const budget = full();
    budget.notSent(BATCH);
    expect(budget.waitMs(0, BATCH)).toBe(0);
    expect(budget.gauges(0)).toMatchObject({ ip: { used: 5, limit: 10 }, uid: { used: 10, limit: 20 } });
  });

  it('lets what weighs nothing in a window go, however full others have made that', () => {
    const budget = new WeightBudget(bounds);
    budget.setOthers(0, [{ weight: { ip: 0, uid: 90 }, ageMs: 0 }]);
    expect(budget.waitMs(0, { ip: 5, uid: 0 })).toBe(0);
    expect(budget.waitMs(0, { ip: 0, uid: 1 })).not.toBe(0);
  });

  it('is never overdrawn', () => {
    expect(() => full().take(0, SINGLE)).toThrow('not there');
  });

  it('tells what it holds and when the oldest part comes back', () => {
    const budget = full();
    expect(budget.gauges(0)).toEqual({ ip: { used: 10, limit: 10 }, uid: { used: 20, limit: 20 } });
    budget.answered(50, BATCH);
    budget.answered(80, BATCH);
    expect(budget.gauges(100)).toEqual({
      ip: { used: 10, limit: 10, freesInMs: 950 + GUARD_MS },
      uid: { used: 20, limit: 20, freesInMs: 1950 + GUARD_MS },
    });
    expect(budget.gauges(5000)).toEqual({ ip: { used: 0, limit: 10 }, uid: { used: 0, limit: 20 } });
  });

  it('holds what was spent before, even more than fits', async () => {
    await assert(
      asyncProperty(
        array(tuple(constantFrom(SINGLE, BATCH), integer({ min: 0, max: 3000 })), { maxLength: 12 }),
        async (spent) => {
          const budget = new WeightBudget(bounds);
          budget.setOthers(
            0,
            spent.map(([weight, ageMs]) => ({ weight, ageMs })),
          );
          const held = (windowMs: number, of: keyof Weight): number =>
            spent.filter(([, ageMs]) => ageMs < windowMs + GUARD_MS).reduce((sum, [weight]) => sum + weight[of], 0);
          expect(budget.gauges(0)).toMatchObject({ ip: { used: held(1000, 'ip') }, uid: { used: held(2000, 'uid') } });
          const waitMs = budget.waitMs(0, BATCH) as number;
          expect(waitMs === 0 || budget.waitMs(waitMs - 0.5, BATCH) !== 0).toBe(true);
          expect(budget.waitMs(waitMs, BATCH)).toBe(0);
        },
      ),
    );
  });
});
