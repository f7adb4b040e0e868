import { describe, expect, it } from 'vitest';
import type { Attempt, LedgerRequest } from '../../src/journal/records/request.ts';
import type { CallKind, Limits } from '../../src/model/call.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { Gate, type Patience } from '../../src/session/send/gate.ts';
import { Hold } from '../../src/session/send/hold.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { limits } from '../support/plan-builder.ts';
import { memoryClaim } from './settle-rig.ts';

interface Gated {
  readonly clock: SimClock;
  readonly gate: Gate;
  /** `1 goes at 0` or `1 stays at 0`, as it was told. */
  readonly passed: string[];
  readonly tooLong: number[];
  readonly enter: (number: number, kind?: CallKind) => void;
  /** Its answer came: its weight comes back a window later. */
  readonly answer: (number: number) => void;
  /** The same, of one that passed another gate to the same ledger. */
  readonly answerElsewhere: (number: number) => void;
  readonly used: () => number;
}

/** A gate before a ledger with these bounds. */
async function gateWith(bounds: Partial<Limits> = {}, patience: Partial<Patience> = {}): Promise<Gated> {
  const clock = new SimClock();
  const claim = await memoryClaim(clock, limits(bounds));
  const tooLong: number[] = [];
  const onTooLong = (ms: number): void => void tooLong.push(ms);
  const gate = new Gate(claim, clock, { maxPauseMs: Number.POSITIVE_INFINITY, onTooLong, ...patience });
  const passed: string[] = [];
  const attempts = new Map<number, Attempt>();
  return {
    clock,
    gate,
    passed,
    tooLong,
    enter: (number, kind = 'single') => {
      const { path, weight } = OPERATIONS[kind];
      // A question of the weight of a call, order call included: the gate tells them apart by nothing.
      const pass = async (): Promise<void> => {
        const attempt = await gate.pass({ number, request: () => ({ path, weight }) });
        if (attempt !== undefined) attempts.set(number, attempt);
        passed.push(`${number} ${attempt === undefined ? 'stays' : 'goes'} at ${clock.monotonicMs()}`);
      };
      void pass();
    },
    answer: (number) => {
      void claim.conclude(attempts.get(number) as Attempt, { how: 'answered', verdicts: [], latencyMs: 1 });
      gate.wake();
    },
    answerElsewhere: (number) =>
      void claim.conclude(attempts.get(number) as Attempt, { how: 'answered', verdicts: [], latencyMs: 1 }),
    used: () => claim.gauges().ip.used,
  };
}
const until = (clock: SimClock, ms: number): Promise<void> => clock.run(clock.sleep(ms - clock.monotonicMs()));

describe('the gate', () => {
  it('lets all through at once while there is weight', async () => {
    const { clock, passed, enter } = await gateWith();
    for (const number of [1, 2, 3]) enter(number);
    await until(clock, 1);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 0', '3 goes at 0']);
  });

  it('lets the lowest number through first, whoever came first, and nobody past one who waits', async () => {
    const { clock, passed, enter, answer } = await gateWith({ ip: { amount: 6, windowMs: 1000 } });
    enter(1, 'batch');
    await until(clock, 1);
    enter(4);
    enter(2, 'batch');
    enter(3);
    await until(clock, 10);
    expect(passed).toEqual(['1 goes at 0']);
    answer(1);
    await until(clock, 1500);
    answer(2);
    await until(clock, 4000);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 1015', '3 goes at 2505', '4 goes at 2505']);
  });

  it('keeps a pause, the longest of several, and a call that goes again before the later ones', async () => {
    const { clock, gate, passed, enter } = await gateWith();
    gate.pause(500);
    gate.pause(200);
    enter(7);
    enter(5);
    await until(clock, 300);
    enter(3);
    await until(clock, 1000);
    expect(passed).toEqual(['3 goes at 500', '5 goes at 500', '7 goes at 500']);
  });

  it('keeps a pause that is asked for while somebody waits for weight', async () => {
    const { clock, gate, passed, enter, answer } = await gateWith({ orderCalls: { amount: 1, windowMs: 100 } });
    enter(1);
    enter(2);
    await until(clock, 10);
    answer(1);
    gate.pause(5000);
    await until(clock, 6000);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 5010']);
  });

  it('lets through who waited for the answer to what passed another gate', async () => {
    const { clock, passed, enter, answerElsewhere } = await gateWith({ orderCalls: { amount: 1, windowMs: 100 } });
    enter(1);
    enter(2);
    await until(clock, 5000);
    answerElsewhere(1);
    await until(clock, 6000);
    expect(passed).toEqual(['1 goes at 0', expect.stringMatching(/^2 goes at 5[0-4]\d\d$/)]);
  });

  it('waits for such an answer no longer than it may, and says for how long it did', async () => {
    const bounds = { orderCalls: { amount: 1, windowMs: 100 } };
    const { clock, passed, tooLong, enter } = await gateWith(bounds, { maxPauseMs: 500 });
    enter(1);
    enter(2);
    await until(clock, 5000);
    expect(passed).toEqual(['1 goes at 0', '2 stays at 750']);
    expect(tooLong).toEqual([750]);
  });

  it('lets nobody through after a stop, not even who waited for nothing but an answer', async () => {
    const { clock, gate, passed, enter } = await gateWith({ orderCalls: { amount: 1, windowMs: 100 } });
    for (const number of [1, 2, 3]) enter(number);
    await until(clock, 10);
    gate.stop();
    enter(4);
    await until(clock, 20);
    expect(passed).toEqual(['1 goes at 0', '2 stays at 10', '3 stays at 10', '4 stays at 10']);
  });

  it('takes no weight for who stays', async () => {
    const { clock, gate, passed, enter, used } = await gateWith();
    gate.pause(100);
    enter(1, 'batch');
    gate.stop();
    await until(clock, 1);
    expect(passed).toEqual(['1 stays at 0']);
    expect(used()).toBe(0);
  });

  it('stops before a wait that is longer than it may be', async () => {
    const { clock, passed, enter, answer, tooLong } = await gateWith(
      { orderCalls: { amount: 1, windowMs: 5000 } },
      { maxPauseMs: 1000 },
    );
    enter(1);
    await until(clock, 1);
    answer(1);
    enter(2);
    await until(clock, 10);
    expect(passed).toEqual(['1 goes at 0', '2 stays at 1']);
    expect(tooLong).toEqual([5005]);
  });

  it('fails who waits where the ledger fails, and goes on asking for who comes after', async () => {
    const clock = new SimClock();
    let asked = 0;
    const failing = {
      intend: () =>
        asked++ === 0 ? Promise.reject(new Error('the disk is full')) : Promise.resolve({ attempts: [ATTEMPT] }),
    };
    const gate = new Gate(failing, clock, { maxPauseMs: 1000, onTooLong: () => {} });
    await expect(gate.pass({ number: 1, request })).rejects.toThrow('the disk is full');
    expect(await gate.pass({ number: 2, request })).toBe(ATTEMPT);
  });
});

const ATTEMPT: Attempt = { id: 1, cost: { ip: 1, uid: 1 }, atMs: 0 };
const request = (): LedgerRequest => ({ path: '/', weight: { ip: 1, uid: 1 } });

describe('a person’s pause', () => {
  it('lets nothing through until they go on', async () => {
    const hold = new Hold();
    const { clock, passed, enter } = await gateWith({}, { hold });
    hold.on(0);
    for (const number of [1, 2]) enter(number);
    await until(clock, 5000);
    expect(passed).toEqual([]);
    hold.off();
    await until(clock, 6000);
    expect(passed).toEqual(['1 goes at 5000', '2 goes at 5000']);
  });

  it('that begins while calls wait for weight holds them when it is there', async () => {
    const hold = new Hold();
    const bounds = { uid: { amount: 5, windowMs: 1000 } };
    const { clock, passed, enter, answer } = await gateWith(bounds, { hold });
    for (const number of [1, 2]) enter(number);
    await until(clock, 100);
    hold.on(100);
    answer(1);
    await until(clock, 4000);
    expect(passed).toEqual(['1 goes at 0']);
    hold.off();
    await until(clock, 4001);
    expect(passed).toEqual(['1 goes at 0', '2 goes at 4000']);
  });

  it('shuts the gate for what is asked in the step before the first byte', async () => {
    const hold = new Hold();
    const { gate } = await gateWith({}, { hold });
    expect(gate.isOpen()).toBe(true);
    hold.on(0);
    expect(gate.isOpen()).toBe(false);
    hold.off();
    expect(gate.isOpen()).toBe(true);
  });

  it('of the longest length ends the sending, and is told as theirs', async () => {
    const hold = new Hold();
    const whose: string[] = [];
    const patience = { hold, maxPauseMs: 1000, onTooLong: (ms: number, who: string) => whose.push(`${who} ${ms}`) };
    const { clock, passed, enter, gate } = await gateWith({}, patience);
    hold.on(0);
    enter(1);
    await until(clock, 300);
    gate.wake();
    await until(clock, 999);
    expect([passed, whose]).toEqual([[], []]);
    await until(clock, 1001);
    expect([passed, whose]).toEqual([['1 stays at 1000'], ['person 1000']]);
  });

  it('does not keep what stops', async () => {
    const hold = new Hold();
    const { clock, passed, enter, gate } = await gateWith({}, { hold });
    hold.on(0);
    enter(1);
    await until(clock, 10);
    gate.stop();
    await until(clock, 11);
    expect(passed).toEqual(['1 stays at 10']);
  });
});
