/** A run that stands still, waits too long, is banned, or is given the order id of another order: nothing more goes out. */
import { describe, expect, it } from 'vitest';
import { GapWatch } from '../../src/session/send/gap-watch.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { accepted, refused, type Script } from '../support/sim-exchange.ts';
import { always, butCall, ORDERS, saidOf, sent, statesOf } from './readings.ts';
import { rig, type Rig } from './rig.ts';

const slowly = { limits: { orderCalls: { amount: 1, windowMs: 3000 } }, orders: ORDERS };

describe('a gap in time', () => {
  it.each([
    ['both clocks went on', (one: Rig) => one.clock.stall(15_000)],
    ['the wall clock went on while the machine slept', (one: Rig) => one.clock.jumpWall(15_000)],
  ])('ends the sending: %s', async (_, gap) => {
    const one = await rig(slowly);
    one.clock.after(4000, () => gap(one));
    const tally = await one.run();
    expect(sent(one)).toEqual(['1 at 0', '2 at 3025']);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(4);
    expect(one.events).toContainEqual(
      expect.objectContaining({ event: 'run-stopping', why: expect.stringContaining('did not run for') as string }),
    );
    expect(tally.exitCode(undefined)).toBe(6);
  });

  it('while an answer is awaited is noticed too, and the answer is still taken', async () => {
    const one = await rig({ orders: ORDERS.slice(0, 2), limits: { inFlight: 1 }, script: always(5000) });
    one.clock.after(1500, () => one.clock.stall(30_000));
    await one.run();
    expect(one.said()).toEqual(['o1 accepted', 'o2 withheld: stopped']);
  });

  it('of a few seconds, as a busy machine has, is none; and a clock that was put back is none', async () => {
    const one = await rig(slowly);
    one.clock.after(4000, () => one.clock.stall(8000));
    one.clock.after(9000, () => one.clock.jumpWall(-3_600_000));
    await one.run();
    expect(saidOf(one, 'accepted')).toHaveLength(6);
  });

  it('is the cause of a wait that it made too long', async () => {
    const limits = { orderCalls: { amount: 1, windowMs: 1000 } };
    const settings = { maxPauseMs: 2000 };
    const one = await rig({ orders: ORDERS, limits, settings, script: always(800) });
    one.clock.after(800, () => one.clock.stall(5000));
    const tally = await one.run();
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(5);
    expect(tally.exitCode(undefined)).toBe(6);
  });

  it('is as short as maxPause says', () => {
    const clock = new SimClock();
    const told: number[] = [];
    const watch = new GapWatch(clock, 2000, (ms) => told.push(ms));
    clock.stall(2900);
    watch.look();
    clock.stall(3100);
    watch.look();
    expect(told).toEqual([3100]);
  });
});

describe('a wait above maxPause', () => {
  it('that the exchange asks for ends the run as rate-limit, at once', async () => {
    const script = butCall(2, () => ({ result: refused(86_400_000), afterMs: 20 }));
    const one = await rig({ orders: ORDERS, script, limits: { inFlight: 1 } });
    const tally = await one.run();
    expect(one.clock.monotonicMs()).toBeLessThan(5000);
    expect(sent(one)).toEqual(['1 at 0', '2 at 20']);
    expect(saidOf(one, 'withheld: rate-limit')).toHaveLength(5);
    expect(tally.exitCode(undefined)).toBe(8);
    expect(statesOf(one)).toContain('o2 never-sent');
  });

  it('for weight ends it, too; one that is shorter is waited for', async () => {
    const limits = { uid: { amount: 10, windowMs: 400_000 } };
    const short = await rig({ orders: ORDERS.slice(0, 3), limits, settings: { maxPauseMs: 400_000 + 1000 } });
    await short.run();
    expect(saidOf(short, 'accepted')).toHaveLength(3);
    const long = await rig({ orders: ORDERS.slice(0, 3), limits });
    expect((await long.run()).exitCode(undefined)).toBe(8);
    expect(saidOf(long, 'accepted')).toHaveLength(2);
  });
});

it('a ban goes again never, and stops what would come', async () => {
  const script = butCall(2, () => ({ result: refused(undefined, false), afterMs: 20 }));
  const one = await rig({ orders: ORDERS, script, limits: { inFlight: 1 } });
  expect((await one.run()).exitCode(undefined)).toBe(8);
  expect(sent(one)).toEqual(['1 at 0', '2 at 20']);
});

/** Every order under one order id. */
const givenAgain: Script = (call) => ({
  result: { kind: 'answered', verdicts: call.orders.map(() => accepted('596471064624628269')) },
  afterMs: 20,
});

describe('an order id that the journal has for another order', () => {
  it('is no acceptance: unknown, and the run stops whatever the settings say', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 3),
      script: givenAgain,
      limits: { inFlight: 1 },
      settings: { onUnknown: 'continue' },
    });
    const tally = await one.run();
    expect(one.said()).toEqual(['o1 accepted', 'o2 unknown', 'o3 withheld: stopped']);
    expect(one.outcomes().find(({ id }) => id === 'o2')).toMatchObject({ rule: 'order-id-taken' });
    expect(tally.exitCode(undefined)).toBe(7);
  });

  it('lets no call leave while the journal, which is away, has yet to say so', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 3),
      script: (call) => ({ ...givenAgain(call, 1), afterMs: call.number === 2 ? 30 : 20 }),
      limits: { inFlight: 2 },
      awayMs: 20,
    });
    await one.run();
    expect(one.said()).toEqual(['o1 accepted', 'o2 unknown', 'o3 withheld: stopped']);
  });

  it('of an earlier run, of another plan of the account, too', async () => {
    const first = await rig({ orders: ORDERS.slice(0, 1), script: givenAgain });
    await first.run();
    const second = await rig({ orders: ORDERS.slice(0, 2), script: givenAgain, after: first });
    await second.run();
    expect(second.said()).toEqual(['o1 withheld: already-accepted', 'o2 unknown']);
  });
});

describe('the timestamp of a request', () => {
  it('is fixed with its intent and sent as it is', async () => {
    const one = await rig({ orders: ORDERS.slice(0, 1), script: always() });
    const signed: number[] = [];
    const send = one.exchange.send.bind(one.exchange);
    one.exchange.send = (operation, asked, timestampMs?: number) => {
      signed.push(timestampMs ?? 0);
      return send(operation, asked);
    };
    await one.run();
    const [order] = one.schedule.pending.keys();
    expect(await one.claim.liveRequests([order ?? ''])).toEqual([
      { clientOid: order, signedAtMs: signed[0], deadInMs: 60_000 - one.clock.monotonicMs() },
    ]);
  });
});
