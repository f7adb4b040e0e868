/** Weight on one machine: accounts that run side by side on one journal never pass a window together. */
import { assert, asyncProperty, array, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer } from '../../src/session/pacer.ts';
import { SqliteJournal } from '../../src/ledger/sqlite/sqlite-journal.ts';
import type { Limits } from '../../src/model/call.ts';
import type { AttemptId } from '../../src/ports.ts';
import { RateCounters, COUNTINGS } from '../../proofs/simulation/counters.ts';
import { newFile, optionsFor } from '../ledger/place.ts';
import { limits } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const ORIGIN = 'http://127.0.0.1:1';

interface Runner {
  readonly journal: SqliteJournal;
  readonly pacer: Pacer;
}

function runner(file: string, name: string, clock: SimClock, bounds: Limits, maxPauseMs = 3_600_000): Runner {
  const times = { wallMs: () => clock.wallMs(), uptimeMs: () => clock.monotonicMs() };
  const journal = new SqliteJournal(optionsFor(file, { account: { origin: ORIGIN, name }, ...times }));
  const pacer = new Pacer({ journal, clock, limits: bounds, maxPauseMs, onTooLong: () => {} });
  return { journal, pacer };
}

const TIGHT = limits({ ip: { amount: 12, windowMs: 1000 }, uid: { amount: 1000, windowMs: 1000 } });

it('of several requests that were let through together, each is asked whether it still fits', async () => {
  const file = newFile();
  const clock = new SimClock();
  const [a, b] = [runner(file, 'a', clock, TIGHT), runner(file, 'b', clock, TIGHT)];
  let asked = 0;
  const question = { path: '/x', weight: { ip: 4, uid: 0 } };
  const ask = ({ pacer }: Runner, number: number): Promise<unknown> =>
    pacer.question({ number, weight: question.weight }, question, async () => {
      asked += clock.monotonicMs() < 1000 ? 1 : 0;
      await clock.sleep(1);
      return { answer: true, isLost: false };
    });
  await clock.run(Promise.all([ask(a, 1), ask(a, 2)]));
  await clock.run(Promise.all([ask(b, 1), ask(b, 2), ask(b, 3)]));
  expect(asked).toBe(3);
  a.journal.close();
  b.journal.close();
});

describe('two accounts on one journal', () => {
  it('the second waits for what the first spent after the second had begun', async () => {
    const file = newFile();
    const clock = new SimClock();
    const [a, b] = [runner(file, 'a', clock, TIGHT), runner(file, 'b', clock, TIGHT)];
    const at: Record<string, number> = {};
    const ask = ({ pacer }: Runner, name: string): Promise<unknown> =>
      pacer.question({ number: 1, weight: { ip: 8, uid: 0 } }, { path: '/x', weight: { ip: 8, uid: 0 } }, async () => {
        at[name] = clock.monotonicMs();
        await clock.sleep(50);
        return { answer: true, isLost: false };
      });
    await clock.run(ask(a, 'a').then(() => ask(b, 'b')));
    expect(at['a']).toBe(0);
    expect(at['b']).toBeGreaterThanOrEqual(1050);
    a.journal.close();
    b.journal.close();
  });

  it('the second goes on a window after the answer to the first, not after the end of its timestamp', async () => {
    const file = newFile();
    const clock = new SimClock();
    const [a, b] = [runner(file, 'a', clock, TIGHT), runner(file, 'b', clock, TIGHT)];
    const question = { path: '/x', weight: { ip: 8, uid: 0 } };
    const at: number[] = [];
    const ask = ({ pacer }: Runner): Promise<unknown> =>
      pacer.question({ number: 1, weight: question.weight }, question, async () => {
        at.push(clock.monotonicMs());
        await clock.sleep(400);
        return { answer: true, isLost: false };
      });
    await clock.run(Promise.all([ask(a), ask(b)]));
    expect(at[0]).toBe(0);
    expect(at[1]).toBeGreaterThanOrEqual(1400);
    expect(at[1]).toBeLessThan(1700);
    a.journal.close();
    b.journal.close();
  });

  it('a request that can find no room within maxPause is not sent', async () => {
    const file = newFile();
    const clock = new SimClock();
    const a = runner(file, 'a', clock, TIGHT);
    const lost = a.journal.recordQuestion({ path: '/lost', weight: { ip: 8, uid: 0 } }, () => true) as AttemptId;
    a.journal.recordVerdicts(lost, [], 1, true);
    const b = runner(file, 'b', clock, TIGHT, 5000);
    const question = { path: '/x', weight: { ip: 8, uid: 0 } };
    const answer = b.pacer.question({ number: 1, weight: question.weight }, question, () =>
      Promise.reject(new Error('it was sent')),
    );
    expect(await clock.run(answer)).toBeUndefined();
    a.journal.close();
    b.journal.close();
  });
});

it('any number of accounts at once keep every window, however it is counted', async () => {
  const job = record({
    waitMs: integer({ min: 0, max: 300 }),
    ip: integer({ min: 1, max: 6 }),
    tookMs: integer({ min: 1, max: 700 }),
  });
  let waited = 0;
  await assert(
    asyncProperty(
      array(array(job, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 4 }),
      constantFrom(...COUNTINGS),
      async (accounts, counting) => {
        const file = newFile();
        const clock = new SimClock();
        const counters = new RateCounters(TIGHT, counting, 137);
        const overflows: unknown[] = [];
        const runners = accounts.map((_, index) => runner(file, `a${index}`, clock, TIGHT));
        const all = accounts.map(async (jobs, index) => {
          for (const [number, { waitMs, ip, tookMs }] of jobs.entries()) {
            await clock.sleep(waitMs);
            const weight = { ip, uid: 0, orderCalls: 0 } as const;
            const beganMs = clock.monotonicMs();
            await runners[index]?.pacer.question({ number, weight }, { path: '/x', weight }, async () => {
              waited += clock.monotonicMs() > beganMs ? 1 : 0;
              await clock.sleep(tookMs / 2);
              overflows.push(counters.count(clock.monotonicMs(), weight));
              await clock.sleep(tookMs / 2);
              return { answer: true, isLost: false };
            });
          }
        });
        await clock.run(Promise.all(all));
        for (const { journal } of runners) journal.close();
        expect(overflows.filter((one) => one !== undefined)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
  expect(waited).toBeGreaterThan(100);
});
