import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { acceptsAll, losesAll, notSent, refused, rejectsAll, type Script } from '../support/sim-exchange.ts';
import { anyTiedOrders } from '../support/tied-orders.ts';
import { leftTooEarly } from './readings.ts';
import { rig } from './rig.ts';

const anyRun = record({
  orders: anyTiedOrders(20),
  answers: array(
    record({
      result: constantFrom<((call: Parameters<Script>[0]) => CallResult)[]>(
        acceptsAll,
        acceptsAll,
        acceptsAll,
        rejectsAll,
        losesAll,
        () => notSent(),
        () => refused(),
      ),
      afterMs: constantFrom(0, 10, 250, 1000),
      turns: integer({ min: 0, max: 6 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  inFlight: integer({ min: 1, max: 8 }),
  settings: record({
    onUnknown: constantFrom('stop' as const, 'continue' as const),
    onReject: constantFrom('stop' as const, 'continue' as const),
    maxOrdersPerCall: integer({ min: 1, max: 5 }),
  }),
});

it('whatever is answered: nothing leaves before what it waits for is accepted on disk, and every order has one outcome', async () => {
  await assert(
    asyncProperty(anyRun, async ({ orders, answers, inFlight, settings }) => {
      let next = 0;
      const script: Script = (call) => {
        const drawn = answers[next++ % answers.length] as (typeof answers)[number];
        return { ...drawn, result: drawn.result(call) };
      };
      const one = await rig({ orders, script, settings, limits: { inFlight } });
      await one.run();
      expect(one.said()).toHaveLength(orders.length);
      expect(leftTooEarly(one)).toEqual([]);
      const outcomeOf = new Map(one.outcomes().map((outcome) => [outcome.id, outcome]));
      for (const { id, after = [] } of orders) {
        const outcome = outcomeOf.get(id);
        const failed = after.filter((other) => outcomeOf.get(other)?.outcome !== 'accepted');
        const isForThat = outcome?.outcome === 'withheld' && outcome.reason === 'dependency';
        expect(isForThat).toBe(failed.length > 0);
      }
    }),
    { numRuns: 150 },
  );
});
