import { describe, expect, it } from 'vitest';
import { WeightBudget } from '../../src/budget/weight-budget.ts';
import { Gate } from '../../src/session/gate.ts';
import { OPERATIONS, type Call, type CallKind, type Limits } from '../../src/model/call.ts';
import { limits } from '../support/plan-builder.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const call = (number: number, kind: CallKind = 'single'): Call => ({
  ...OPERATIONS[kind],
  number,
  kind,
  body: '',
  orders: [],
});

function gateWith(bounds: Partial<Limits> = {}): {
  clock: SimClock;
  gate: Gate;
  passed: string[];
  enter: (one: Call) => void;
} {
  const clock = new SimClock();
  const gate = new Gate(new WeightBudget(limits(bounds), 0), clock);
  const passed: string[] = [];
  const enter = (one: Call): void => {
    void gate.pass(one).then((go) => passed.push(`${one.number} ${go ? 'goes' : 'stays'} at ${clock.monotonicMs()}`));
  };
  return { clock, gate, passed, enter };
}
const until = (clock: SimClock, ms: number): Promise<void> => clock.run(clock.sleep(ms - clock.monotonicMs()));

describe('the gate', () => {
  it('lets all through at once while there is weight', async () => {
    const { clock, passed, enter } = gateWith();
    [1, 2, 3].forEach((number) => enter(call(number)));
    await until(clock, 1);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 0', '3 goes at 0']);
  });

  it('lets the lowest number through first, whoever came first, and nobody past one who waits', async () => {
    const { clock, gate, passed, enter } = gateWith({ ip: { amount: 6, windowMs: 1000 } });
    enter(call(1, 'batch'));
    enter(call(4));
    enter(call(2, 'batch'));
    enter(call(3));
    await until(clock, 10);
    expect(passed).toEqual(['1 goes at 0']);
    gate.answered(call(1, 'batch'));
    await until(clock, 1500);
    gate.answered(call(2, 'batch'));
    await until(clock, 4000);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 1010', '3 goes at 2500', '4 goes at 2500']);
  });

  it('keeps a pause, the longest of several, and a call that goes again before the later ones', async () => {
    const { clock, gate, passed, enter } = gateWith();
    gate.pause(500);
    gate.pause(200);
    enter(call(7));
    enter(call(5));
    await until(clock, 300);
    enter(call(3));
    await until(clock, 1000);
    expect(passed).toEqual(['3 goes at 500', '5 goes at 500', '7 goes at 500']);
  });

  it('keeps a pause that is asked for while somebody waits for weight', async () => {
    const { clock, gate, passed, enter } = gateWith({ orderCalls: { amount: 1, windowMs: 100 } });
    enter(call(1));
    enter(call(2));
    await until(clock, 10);
    gate.answered(call(1));
    gate.pause(5000);
    await until(clock, 6000);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 5010']);
  });

  it('lets nobody through after a stop, not even who waited for nothing but an answer', async () => {
    const { clock, gate, passed, enter } = gateWith({ orderCalls: { amount: 1, windowMs: 100 } });
    [1, 2, 3].forEach((number) => enter(call(number)));
    await until(clock, 10);
    gate.stop();
    enter(call(4));
    await until(clock, 20);
    expect(passed).toEqual(['1 goes at 0', '2 stays at 10', '3 stays at 10', '4 stays at 10']);
  });

  it('takes no weight for who stays', async () => {
    const clock = new SimClock();
    const budget = new WeightBudget(limits(), 0);
    const gate = new Gate(budget, clock);
    gate.pause(100);
    const waits = gate.pass(call(1, 'batch'));
    gate.stop();
    expect(await clock.run(waits)).toBe(false);
    expect(budget.gauges(0)).toMatchObject({ ip: { used: 0 }, uid: { used: 0 } });
  });
});
