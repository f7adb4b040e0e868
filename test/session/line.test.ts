/** Weight on one machine: accounts that run side by side on one journal never pass a window together. */
import { assert, asyncProperty, array, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Attempt } from '../../src/journal/records/request.ts';
import { AccountBooks } from '../../src/journal/account/account-log.ts';
import { LogClaim } from '../../src/journal/requests/log-claim.ts';
import { SqliteStore } from '../../src/journal/sqlite/sqlite-log.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import type { Exchange } from '../../src/ports.ts';
import type { Operation, Transmitted } from '../../src/exchange/dialect.ts';
import { Line } from '../../src/session/send/line.ts';
import type { Sent } from '../../src/session/send/sending.ts';
import type { Limits } from '../../src/model/call.ts';
import { RateCounters, COUNTINGS } from '../../proofs/simulation/counters.ts';
import { newFile } from '../support/journal-files.ts';
import { limits } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const ORIGIN = 'http://127.0.0.1:1';

/** A question of that weight, which is answered once `asked` has ended. */
const questionOf = (ip: number): Operation<() => Promise<void>, true> => ({
  name: 'question',
  method: 'GET',
  weight: { ip, uid: 0, orderCalls: 0 },
  isSigned: false,
  isRepeatable: true,
  target: () => '/x',
  body: () => '',
  judge: () => ({ kind: 'answered', value: true }),
});

async function transmit(_: unknown, asked: () => Promise<void>): Promise<Transmitted<true>> {
  await asked();
  return { kind: 'answered', value: true };
}

interface Runner {
  readonly claim: LogClaim;
  /** Asks a question of that weight. */
  ask(number: number, ip: number, act: () => Promise<void>): Promise<Sent<true>>;
}

/** An account on a journal that others write too. */
async function runner(
  file: string,
  name: string,
  clock: SimClock,
  limit: Limits,
  maxPauseMs = 3_600_000,
): Promise<Runner> {
  const claim = new LogClaim(
    await AccountBooks.open(
      new SqliteStore({ file, wallMs: () => clock.wallMs() }),
      { origin: ORIGIN, name },
      {
        self: { host: 'here', user: 'tester', pid: 1 },
        monotonicMs: () => clock.monotonicMs(),
        wallMs: () => clock.wallMs(),
        uptimeMs: () => clock.monotonicMs(),
        defer: (act) => clock.defer(act),
      },
    ),
    limit,
    () => {},
  );
  onTestFinished(() => claim.release());
  const line = new Line({
    ledger: claim,
    exchange: { operations: OPERATIONS, send: transmit as Exchange['send'] },
    clock,
    limits: limit,
    rateRefusals: 0,
    notSentPausesMs: [],
    maxPauseMs,
    tooLong: () => ({ reason: 'rate-limit', why: 'too long' }),
  });
  const ask: Runner['ask'] = (number, ip, act) => line.send({ operation: questionOf(ip), asked: act, number });
  return { claim, ask };
}

const TIGHT = limits({ ip: { amount: 12, windowMs: 1000 }, uid: { amount: 1000, windowMs: 1000 } });

it('of several requests that are asked for together, each is asked whether it still fits', async () => {
  const file = newFile();
  const clock = new SimClock();
  const a = await runner(file, 'a', clock, TIGHT);
  const b = await runner(file, 'b', clock, TIGHT);
  let asked = 0;
  const ask = (one: Runner, number: number): Promise<unknown> =>
    one.ask(number, 4, async () => {
      asked += clock.monotonicMs() < 1000 ? 1 : 0;
      await clock.sleep(1);
    });
  await clock.run(Promise.all([ask(a, 1), ask(a, 2)]));
  await clock.run(Promise.all([ask(b, 1), ask(b, 2), ask(b, 3)]));
  expect(asked).toBe(3);
});

describe('two accounts on one journal', () => {
  it('the second waits for what the first spent after the second had begun', async () => {
    const file = newFile();
    const clock = new SimClock();
    const a = await runner(file, 'a', clock, TIGHT);
    const b = await runner(file, 'b', clock, TIGHT);
    const at: Record<string, number> = {};
    const ask = (one: Runner, name: string): Promise<unknown> =>
      one.ask(1, 8, async () => {
        at[name] = clock.monotonicMs();
        await clock.sleep(50);
      });
    await clock.run(ask(a, 'a').then(() => ask(b, 'b')));
    expect(at['a']).toBe(0);
    expect(at['b']).toBeGreaterThanOrEqual(1050);
  });

  it('the second goes on a window after the answer to the first, not after the end of its timestamp', async () => {
    const file = newFile();
    const clock = new SimClock();
    const at: number[] = [];
    const ask = (one: Runner): Promise<unknown> =>
      one.ask(1, 8, async () => {
        at.push(clock.monotonicMs());
        await clock.sleep(400);
      });
    const a = await runner(file, 'a', clock, TIGHT);
    const b = await runner(file, 'b', clock, TIGHT);
    await clock.run(Promise.all([ask(a), ask(b)]));
    expect(at[0]).toBe(0);
    expect(at[1]).toBeGreaterThanOrEqual(1400);
    expect(at[1]).toBeLessThan(1700);
  });

  it('a request that can find no room within maxPause is not sent', async () => {
    const file = newFile();
    const clock = new SimClock();
    const a = await runner(file, 'a', clock, TIGHT);
    const lost = async (): Promise<void> => {
      const { attempts } = await a.claim.intend([{ path: '/lost', weight: { ip: 8, uid: 0, orderCalls: 0 } }]);
      await a.claim.conclude(attempts[0] as Attempt, { how: 'lost', verdicts: [], latencyMs: 1 });
    };
    await clock.run(lost());
    const b = await runner(file, 'b', clock, TIGHT, 5000);
    const sent = b.ask(1, 8, () => Promise.reject(new Error('it was sent')));
    expect(await clock.run(sent)).toEqual({ kind: 'stopped' });
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
        const runners = await Promise.all(accounts.map((_, index) => runner(file, `a${index}`, clock, TIGHT)));
        const all = accounts.map(async (jobs, index) => {
          for (const [number, { waitMs, ip, tookMs }] of jobs.entries()) {
            await clock.sleep(waitMs);
            const weight = { ip, uid: 0, orderCalls: 0 } as const;
            const beganMs = clock.monotonicMs();
            await runners[index]?.ask(number, ip, async () => {
              waited += clock.monotonicMs() > beganMs ? 1 : 0;
              await clock.sleep(tookMs / 2);
              overflows.push(counters.count(clock.monotonicMs(), weight));
              await clock.sleep(tookMs / 2);
            });
          }
        });
        await clock.run(Promise.all(all));
        expect(overflows.filter((one) => one !== undefined)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
  expect(waited).toBeGreaterThan(100);
});
