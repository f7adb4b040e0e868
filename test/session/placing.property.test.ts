import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/model/call.ts';
import type { OrderState, Verdict } from '../../src/model/outcome.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import type { Arrival } from '../support/weight-flow.ts';
import { refusals } from '../support/weight-judges.ts';
import { anyOrders, limits } from '../support/plan-builder.ts';
import {
  acceptsAll,
  accepted,
  clockRefused,
  halts,
  losesAll,
  notSent,
  refused,
  rejected,
  rejectsAll,
  unknown,
  type Script,
} from '../support/sim-exchange.ts';
import { rig, type JournalFault, type Rig, type RigOptions } from './rig.ts';

/** Each member of a call its own way. */
const mixed = (call: Call): CallResult => ({
  kind: 'answered',
  verdicts: call.orders.map(
    (_, index): Verdict => [accepted(`${call.number}000${index}`), rejected, unknown][index % 3] as Verdict,
  ),
});

const answer = record({
  result: constantFrom<((call: Call) => CallResult)[]>(
    acceptsAll,
    acceptsAll,
    acceptsAll,
    acceptsAll,
    rejectsAll,
    losesAll,
    mixed,
    () => notSent(),
    () => notSent(),
    () => notSent(false),
    () => refused(),
    () => refused(3000),
    () => clockRefused,
    () => clockRefused,
    (call) => halts(call, 'enough'),
  ),
  afterMs: constantFrom(0, 0, 10, 10, 250, 1000, 2500),
  turns: integer({ min: 0, max: 6 }),
});

/** The answers come in the order of the calls, whichever they are, and again from the first when all are used. */
function asOptions({ answers, validForMs, fault, ...rest }: DrawnRun): RigOptions {
  let next = 0;
  const script: Script = (call) => {
    const drawn = answers[next++ % answers.length] as DrawnRun['answers'][number];
    return { ...drawn, result: drawn.result(call) };
  };
  return { ...rest, script, ...(validForMs !== undefined && { validForMs }), ...(fault !== undefined && { fault }) };
}

interface DrawnRun extends Pick<RigOptions, 'orders' | 'limits' | 'settings' | 'tellsTime'> {
  readonly answers: readonly {
    readonly result: (call: Call) => CallResult;
    readonly afterMs: number;
    readonly turns: number;
  }[];
  readonly validForMs: number | undefined;
  readonly fault: JournalFault | undefined;
}

const anyRun: Arbitrary<RigOptions> = record({
  orders: anyOrders(24),
  answers: array(answer, { minLength: 1, maxLength: 20 }),
  limits: record({
    ip: record({ amount: integer({ min: 5, max: 20 }), windowMs: constantFrom(500, 1000) }),
    uid: record({ amount: integer({ min: 10, max: 40 }), windowMs: constantFrom(500, 1000) }),
    orderCalls: record({ amount: integer({ min: 1, max: 10 }), windowMs: constantFrom(100, 250) }),
    inFlight: integer({ min: 1, max: 6 }),
  }),
  settings: record({
    onUnknown: constantFrom('stop' as const, 'continue' as const),
    onReject: constantFrom('stop' as const, 'continue' as const),
    rateRefusals: integer({ min: 1, max: 3 }),
    maxOrdersPerCall: integer({ min: 1, max: 5 }),
  }),
  tellsTime: boolean(),
  validForMs: option(integer({ min: 0, max: 10_000 }), { nil: undefined, freq: 3 }),
  fault: option(
    record({
      write: constantFrom('intent' as const, 'outcome' as const),
      at: integer({ min: 1, max: 8 }),
      fromThenOn: boolean(),
    }),
    { nil: undefined, freq: 2 },
  ),
}).map(asOptions);

/** What the exchange decided of each order, by order id; a timestamp refused a second time is decided too. */
function answered({ exchange }: Rig): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const [index, { call, result }] of exchange.placed.entries()) {
    if (result === undefined) continue;
    const before = exchange.placed.slice(0, index).filter((other) => other.call === call);
    const isClockRefusedAgain =
      result.kind === 'clock-refused' && before.some((other) => other.result?.kind === 'clock-refused');
    call.orders.forEach(({ id }, member) => {
      if (result.kind === 'answered') verdicts.set(id, result.verdicts[member] as Verdict);
      else if (isClockRefusedAgain) verdicts.set(id, result.verdict);
    });
  }
  return verdicts;
}

const stateOf = (one: Rig, id: string): OrderState => one.journal.state().get(id)?.state ?? 'never-sent';

function keepsTheOrderOfEffects(one: Rig): void {
  const underWay = new Set<number>();
  const intended = new Set<number>();
  let placed = 0;
  let pausedUntilMs = 0;
  let hasEnded = false;
  for (const effect of one.log) {
    if (effect.what === 'intent') intended.add(effect.call);
    if (effect.what === 'paused') pausedUntilMs = Math.max(pausedUntilMs, effect.untilMs);
    if (effect.what === 'stopping' || effect.what === 'failed') hasEnded = true;
    if (effect.what === 'returned') underWay.delete(effect.call);
    if (effect.what !== 'placed') continue;
    expect(hasEnded).toBe(false);
    expect(intended.delete(effect.call)).toBe(true);
    expect(underWay.has(effect.call)).toBe(false);
    expect(one.exchange.placed[placed++]?.sentMs).toBeGreaterThanOrEqual(pausedUntilMs);
    underWay.add(effect.call);
  }
}

/** Nothing is placed twice but on proof that it was not taken; and each call comes first in its turn. */
function placesAtMostOnce(one: Rig): void {
  const { placed } = one.exchange;
  placed.forEach(({ call, time }, index) => {
    const before = placed.slice(0, index).filter((other) => other.call === call);
    expect(before).toHaveLength(time - 1);
    expect(before.some(({ result }) => result?.kind === 'answered')).toBe(false);
  });
  const firsts = placed.filter(({ time }) => time === 1).map(({ call }) => call.number);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
}

function tellsEveryOrderOnce(one: Rig, options: RigOptions): void {
  expect(
    one
      .outcomes()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(options.orders.map(({ id }) => id).toSorted());
  const verdicts = answered(one);
  for (const outcome of one.outcomes()) {
    const verdict = verdicts.get(outcome.id);
    expect(outcome).toMatchObject(verdict ?? { outcome: 'withheld' });
  }
}

/** A journal that took every record agrees with what was told; one that did not knows at least that the order may have left. */
function leavesTheTruthInTheJournal(one: Rig, { fault }: RigOptions): void {
  for (const [id, { outcome }] of answered(one)) {
    expect(fault === undefined ? [outcome] : [outcome, 'in-flight']).toContain(stateOf(one, id));
  }
  const untold = one.outcomes().filter(({ outcome }) => outcome === 'withheld');
  for (const { id } of untold) {
    expect(fault === undefined ? ['never-sent'] : ['never-sent', 'in-flight']).toContain(stateOf(one, id));
  }
}

function keepsTheLimits({ exchange }: Rig, options: RigOptions): void {
  const bounds = limits(options.limits);
  expect(exchange.mostInFlight).toBeLessThanOrEqual(bounds.inFlight);
  const arrivals = exchange.placed
    .filter(({ result }) => result?.kind !== 'not-sent')
    .map(({ call, sentMs }): Arrival => ({ atMs: sentMs, answeredMs: sentMs, weight: call.weight }));
  expect(refusals(arrivals, bounds)).toEqual([]);
}

describe('any run of any plan', () => {
  it('places at most once, tells once, records first, stops when told and keeps every limit', async () => {
    await assert(
      asyncProperty(
        anyRun,
        option(integer({ min: 0, max: 5000 }), { nil: undefined, freq: 3 }),
        async (options, stopMs) => {
          const one = await rig(options);
          if (stopMs !== undefined) one.clock.after(stopMs, () => one.placing.stop('stopped', 'interrupted'));
          await one.run();
          keepsTheOrderOfEffects(one);
          placesAtMostOnce(one);
          tellsEveryOrderOnce(one, options);
          leavesTheTruthInTheJournal(one, options);
          keepsTheLimits(one, options);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('is taken up by the next: what left does not leave again, and what did not leave does', async () => {
    await assert(
      asyncProperty(anyRun, async (options) => {
        const first = await rig(options);
        await first.run();
        const unsent = options.orders.filter(({ id }) => stateOf(first, id) === 'never-sent').map(({ id }) => id);
        const second = await rig({ orders: options.orders, after: first });
        await second.run();
        const placed = second.exchange.placed.flatMap(({ call }) => call.orders.map(({ id }) => id));
        expect(placed.toSorted()).toEqual(unsent.toSorted());
        expect(placed.filter((id) => answered(first).has(id))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
