import { describe, expect, it } from 'vitest';
import { AMPLE } from '../support/plan-builder.ts';
import { acceptsAll, notSent, refused, type Script } from '../support/sim-exchange.ts';
import { butCall, ORDERS, pausesOf, saidOf, sent, statesOf, stopsOf, TURNS } from './readings.ts';
import { rig } from './rig.ts';

const leavesSecondTime: Script = (call, time) => ({ result: time === 1 ? notSent() : acceptsAll(call), afterMs: 10 });

describe('a call that provably did not leave', () => {
  it('goes again after 250, 1000 and 4000 ms, while nothing else starts', async () => {
    const one = await rig({
      orders: ORDERS,
      script: butCall(2, (call, time) => ({ result: time <= 3 ? notSent() : acceptsAll(call), afterMs: 10 })),
      limits: { inFlight: 2 },
    });
    await one.run();
    expect(sent(one)).toEqual([
      '1 at 0',
      '2 at 0',
      '2 at 260',
      '3 at 260',
      '2 at 1270',
      '4 at 1270',
      '2 at 5280',
      '5 at 5280',
      '6 at 5290',
    ]);
    expect(pausesOf(one)).toEqual(['not-sent 2 250', 'not-sent 2 1000', 'not-sent 2 4000']);
    expect(saidOf(one, 'accepted')).toHaveLength(6);
  });

  it('gives its weight back: the exchange cannot have counted it', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 1),
      script: leavesSecondTime,
      limits: { uid: { amount: 5, windowMs: 60_000 } },
    });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', '1 at 260']);
  });

  it('goes before every later call, though the weight it gave back would let one of them through', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 3),
      script: butCall(1, (call, time) => ({ result: time === 1 ? notSent() : acceptsAll(call), afterMs: 10 })),
      limits: { orderCalls: { amount: 1, windowMs: 100 } },
    });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', '1 at 260', '2 at 375', '3 at 500']);
  });

  it('stops the run after the third time in vain; its orders stay unsent', async () => {
    const one = await rig({
      orders: ORDERS,
      script: butCall(1, () => ({ result: notSent(), afterMs: 0 })),
      limits: { inFlight: 1 },
    });
    const tally = await one.run();
    expect(sent(one)).toEqual(['1 at 0', '1 at 250', '1 at 1250', '1 at 5250']);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6);
    expect(statesOf(one)).toEqual(['o1 never-sent']);
    expect(stopsOf(one)).toBe(1);
    expect(tally.exitCode(undefined)).toBe(6);
  });

  it('stops the run at once where trying again makes no sense', async () => {
    const one = await rig({
      orders: ORDERS,
      script: butCall(1, () => ({ result: notSent(false), afterMs: 0 })),
      limits: { inFlight: 1 },
    });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0']);
    expect(pausesOf(one)).toEqual([]);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6);
  });
});

describe('a refusal by the rate limit', () => {
  it('pauses all sending for a window, then the same call goes again before later ones', async () => {
    const one = await rig({
      orders: ORDERS,
      script: butCall(2, (call, time) => ({ result: time === 1 ? refused() : acceptsAll(call), afterMs: 10 })),
      limits: { inFlight: 2 },
    });
    const tally = await one.run();
    expect(sent(one)).toEqual([
      '1 at 0',
      '2 at 0',
      '2 at 10010',
      '3 at 10010',
      '4 at 10020',
      '5 at 10030',
      '6 at 10040',
    ]);
    expect(pausesOf(one)).toEqual([`rate-limit 2 ${AMPLE.windowMs}`]);
    expect(tally.exitCode(undefined)).toBe(0);
  });

  it.each([
    [1000, 10_000],
    [60_000, 60_000],
  ])('that asks for %i ms pauses for %i: a window at least', async (retryAfterMs, pausedMs) => {
    const script: Script = (call, time) => ({
      result: time === 1 ? refused(retryAfterMs) : acceptsAll(call),
      afterMs: 0,
    });
    const one = await rig({ orders: ORDERS.slice(0, 1), script });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', `1 at ${pausedMs}`]);
  });

  it.each([1, 2, 3])(
    'is taken %i times from a call; the next one stops the run, and the rest is withheld as rate-limit',
    async (rateRefusals) => {
      const one = await rig({
        orders: ORDERS,
        script: butCall(2, () => ({ result: refused(), afterMs: 0 })),
        limits: { inFlight: 1 },
        settings: { rateRefusals },
      });
      const tally = await one.run();
      expect(one.exchange.placed.filter(({ call }) => call.number === 2)).toHaveLength(rateRefusals + 1);
      expect(one.exchange.placed.some(({ call }) => call.number > 2)).toBe(false);
      expect(saidOf(one, 'withheld: rate-limit')).toEqual(['o2', 'o3', 'o4', 'o5', 'o6']);
      expect(statesOf(one)).toEqual(['o1 accepted', 'o2 never-sent']);
      expect(tally.exitCode(undefined)).toBe(8);
    },
  );

  it('keeps its weight: the exchange may have counted it', async () => {
    const one = await rig({
      orders: ORDERS.slice(0, 2),
      script: butCall(1, (call, time) => ({ result: time === 1 ? refused() : acceptsAll(call), afterMs: 100 })),
      limits: { uid: { amount: 5, windowMs: 1000 }, ip: { amount: 5, windowMs: 500 }, inFlight: 1 },
    });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', '1 at 1105', '2 at 2210']);
  });

  it.each(TURNS)(
    'holds back even a call that is let through in the very moment of the refusal, %i turns before it',
    async (turns) => {
      const script: Script = (call, time) => ({
        result: call.number === 2 && time === 1 ? refused() : acceptsAll(call),
        afterMs: 100,
        turns: call.number === 2 ? turns : 0,
      });
      const one = await rig({ orders: ORDERS, script, limits: { inFlight: 2 } });
      await one.run();
      const refusal = one.events.findIndex(({ event }) => event === 'sending-paused');
      const sentBefore = one.events.slice(0, refusal).filter(({ event }) => event === 'call-sent').length;
      expect(one.exchange.placed.filter(({ sentMs }) => sentMs < 10_100)).toHaveLength(sentBefore);
      expect(saidOf(one, 'accepted')).toHaveLength(6);
    },
  );
});
