import { describe, expect, it } from 'vitest';
import type { CallResult } from '../../src/ports.ts';
import { anOrder, someOrders } from '../support/plan-builder.ts';
import {
  acceptsAll,
  accepted,
  halts,
  losesAll,
  refused,
  rejected,
  rejectsAll,
  unknown,
  type Script,
} from '../support/sim-exchange.ts';
import { always, butCall, ORDERS, saidOf, sent, statesOf, stopsOf, TURNS } from './readings.ts';
import { rig, type Effect } from './rig.ts';

const mixed: CallResult = { kind: 'answered', verdicts: [accepted('71'), rejected, unknown] };
const losesCall2 = butCall(2, (call) => ({ result: losesAll(call), afterMs: 10 }));

describe('what happens in which order', () => {
  it('is intent, send, answer, record, tell; for every call', async () => {
    const one = await rig({
      orders: ORDERS,
      script: (call) => ({ result: acceptsAll(call), afterMs: call.number * 7 }),
    });
    await one.run();
    for (const { number, orders } of one.schedule.calls) {
      const own = (effect: Effect): boolean =>
        'call' in effect ? effect.call === number : effect.what === 'told' && orders.some(({ id }) => id === effect.id);
      expect(one.log.filter(own).map(({ what }) => what)).toEqual(['intent', 'placed', 'returned', 'recorded', 'told']);
    }
  });

  it('tells a batch order by order, after one record', async () => {
    const one = await rig({ orders: someOrders(3), script: () => ({ result: mixed, afterMs: 1 }) });
    await one.run();
    expect(one.log.map(({ what }) => what)).toEqual([
      'intent',
      'placed',
      'returned',
      'recorded',
      'told',
      'told',
      'told',
      'stopping',
    ]);
    expect(one.outcomes()).toMatchObject([
      { id: 'o1', call: 1, outcome: 'accepted', orderId: '71', rule: 'order-id', latencyMs: 1 },
      { id: 'o2', call: 1, outcome: 'rejected', code: '40015', message: 'off the tick', rule: 'http-4xx' },
      { id: 'o3', call: 1, outcome: 'unknown', message: 'no answer', rule: 'timeout' },
    ]);
    expect(statesOf(one)).toEqual(['o1 accepted', 'o2 rejected', 'o3 unknown']);
  });

  it('begins the calls in their order, no more at once than may await an answer', async () => {
    const one = await rig({
      orders: ORDERS,
      script: (call) => ({ result: acceptsAll(call), afterMs: 100 - call.number }),
      limits: { inFlight: 2 },
    });
    await one.run();
    expect(one.exchange.placed.map(({ call }) => call.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(one.exchange.mostInFlight).toBe(2);
    expect(one.exchange.placed.map(({ call }) => call.body)).toEqual(one.schedule.calls.map(({ body }) => body));
  });

  it('waits for weight: no call leaves before its window has room', async () => {
    const one = await rig({ orders: ORDERS, script: always(100), limits: { uid: { amount: 10, windowMs: 1000 } } });
    await one.run();
    expect(sent(one)).toEqual(['1 at 0', '2 at 0', '3 at 1105', '4 at 1105', '5 at 2210', '6 at 2210']);
  });

  it('counts what an earlier execution spent', async () => {
    const before = await rig({
      orders: ORDERS.slice(0, 2),
      script: always(100),
      limits: { uid: { amount: 10, windowMs: 1000 } },
    });
    await before.run();
    const one = await rig({
      orders: ORDERS,
      script: always(100),
      limits: { uid: { amount: 10, windowMs: 1000 } },
      after: before,
    });
    await one.run();
    expect(sent(one)).toEqual(['1 at 1105', '2 at 1105', '3 at 2210', '4 at 2210']);
    expect(saidOf(one, 'withheld: already-accepted')).toEqual(['o1', 'o2']);
  });
});

describe('an outcome that ends the sending', () => {
  const lost = butCall(2, (call) => ({ result: losesAll(call), afterMs: 20 }));
  const no = butCall(2, (call) => ({ result: rejectsAll(call), afterMs: 20 }));

  it.each([
    ['unknown', { onUnknown: 'stop' }, lost, ['o1', 'o2'], 7],
    ['unknown', { onUnknown: 'continue' }, lost, ['o1', 'o2', 'o3', 'o4', 'o5', 'o6'], 7],
    ['rejected', { onReject: 'stop' }, no, ['o1', 'o2'], 6],
    ['rejected', { onReject: 'continue' }, no, ['o1', 'o2', 'o3', 'o4', 'o5', 'o6'], 6],
  ] as const)('%s under %j', async (outcome, settings, script, placed, exit) => {
    const one = await rig({ orders: ORDERS, script, settings, limits: { inFlight: 1 } });
    const tally = await one.run();
    expect(one.exchange.placed.flatMap(({ call }) => call.orders.map(({ id }) => id))).toEqual(placed);
    expect(saidOf(one, outcome)).toEqual(['o2']);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6 - placed.length);
    expect(tally.exitCode(undefined)).toBe(exit);
  });

  it('awaits what is in flight and tells it', async () => {
    const one = await rig({
      orders: ORDERS,
      script: (call) => ({ result: call.number === 1 ? losesAll(call) : acceptsAll(call), afterMs: call.number * 100 }),
      limits: { inFlight: 3 },
    });
    await one.run();
    expect(one.said()).toEqual([
      'o1 unknown',
      'o2 accepted',
      'o3 accepted',
      'o4 withheld: stopped',
      'o5 withheld: stopped',
      'o6 withheld: stopped',
    ]);
    expect(one.events.find((event) => event.event === 'run-stopping')).toMatchObject({ inFlight: 2 });
    expect(statesOf(one)).toEqual(['o1 unknown', 'o2 accepted', 'o3 accepted']);
  });

  it('a halt stops whatever the settings say, with its own words', async () => {
    const one = await rig({
      orders: ORDERS,
      script: butCall(2, (call) => ({ result: halts(call, 'the key is wrong'), afterMs: 20 })),
      settings: { onReject: 'continue', onUnknown: 'continue' },
      limits: { inFlight: 1 },
    });
    await one.run();
    expect(one.exchange.placed).toHaveLength(2);
    expect(one.events.find((event) => event.event === 'run-stopping')).toMatchObject({ why: 'the key is wrong' });
    expect(saidOf(one, 'withheld: stopped')).toEqual(['o3', 'o4', 'o5', 'o6']);
  });

  it.each(TURNS)(
    'starts no call that is let through in the very moment of the stop, %i turns before it',
    async (turns) => {
      const script: Script = (call) => ({
        result: call.number === 2 ? losesAll(call) : acceptsAll(call),
        afterMs: 100,
        turns: call.number === 2 ? turns : 0,
      });
      const one = await rig({ orders: ORDERS, script, limits: { inFlight: 2 } });
      await one.run();
      const stopped = one.events.findIndex(({ event }) => event === 'run-stopping');
      expect(one.events.slice(stopped).filter(({ event }) => event === 'call-sent')).toEqual([]);
      expect(one.outcomes()).toHaveLength(6);
    },
  );
});

describe('stop', () => {
  it('mid-run awaits what is in flight; its first reason stays', async () => {
    const one = await rig({ orders: ORDERS, script: always(1000), limits: { inFlight: 2 } });
    one.clock.after(1500, () => {
      one.placing.stop('stopped', 'interrupted');
      one.placing.stop('rate-limit', 'too late');
    });
    const tally = await one.run();
    expect(one.clock.monotonicMs()).toBe(2000);
    expect(one.said()).toEqual([
      ...['o1', 'o2', 'o3', 'o4'].map((id) => `${id} accepted`),
      'o5 withheld: stopped',
      'o6 withheld: stopped',
    ]);
    expect(stopsOf(one)).toBe(1);
    expect(tally.exitCode(130)).toBe(130);
  });

  it('ends a pause and a wait for weight at once', async () => {
    const paused = await rig({ orders: ORDERS, script: () => ({ result: refused(), afterMs: 0 }) });
    const full = await rig({ orders: ORDERS, script: always(10), limits: { uid: { amount: 5, windowMs: 60_000 } } });
    for (const one of [paused, full]) {
      one.clock.after(500, () => one.placing.stop('stopped', 'interrupted'));
      await one.run();
      expect(one.clock.monotonicMs()).toBe(500);
      expect(one.outcomes()).toHaveLength(6);
    }
  });

  it('before the run sends nothing and still tells every order', async () => {
    const one = await rig({ orders: ORDERS });
    one.placing.stop('stopped', 'interrupted');
    await one.run();
    expect(one.exchange.placed).toEqual([]);
    expect(saidOf(one, 'withheld: stopped')).toHaveLength(6);
    expect(statesOf(one)).toEqual([]);
  });
});

describe('validUntil', () => {
  it('passing mid-run withholds the rest as expired', async () => {
    const one = await rig({ orders: ORDERS, script: always(100), limits: { inFlight: 1 }, validForMs: 250 });
    const tally = await one.run();
    expect(one.said()).toEqual([
      'o1 accepted',
      'o2 accepted',
      'o3 accepted',
      'o4 withheld: expired',
      'o5 withheld: expired',
      'o6 withheld: expired',
    ]);
    expect(tally.exitCode(undefined)).toBe(5);
  });

  it('is over at its very moment, and goes by the wall clock even where that jumps', async () => {
    const atTheMoment = await rig({ orders: ORDERS, script: always(100), limits: { inFlight: 1 }, validForMs: 200 });
    await atTheMoment.run();
    expect(saidOf(atTheMoment, 'accepted')).toEqual(['o1', 'o2']);
    const jumped = await rig({ orders: ORDERS, script: always(100), limits: { inFlight: 1 }, validForMs: 3_600_000 });
    jumped.clock.after(150, () => jumped.clock.jumpWall(3_600_000));
    await jumped.run();
    expect(saidOf(jumped, 'accepted')).toEqual(['o1', 'o2']);
  });

  it('is judged after the wait for weight, not before', async () => {
    const one = await rig({
      orders: ORDERS,
      script: always(10),
      limits: { uid: { amount: 5, windowMs: 1000 } },
      validForMs: 1000,
    });
    await one.run();
    expect(one.exchange.placed).toHaveLength(1);
    expect(saidOf(one, 'withheld: expired')).toHaveLength(5);
  });
});

describe('placing again', () => {
  it('sends what the first run left unsent and nothing that left', async () => {
    const first = await rig({ orders: ORDERS, script: losesCall2, limits: { inFlight: 1 } });
    await first.run();
    const second = await rig({ orders: ORDERS, after: first });
    const tally = await second.run();
    expect(second.said()).toEqual([
      'o1 withheld: already-accepted',
      'o2 withheld: unresolved',
      ...['o3', 'o4', 'o5', 'o6'].map((id) => `${id} accepted`),
    ]);
    expect(tally.exitCode(undefined)).toBe(7);
    const third = await rig({ orders: ORDERS, after: second });
    await third.run();
    expect(third.exchange.placed).toEqual([]);
  });

  it('withholds what was edited since, and what is not selected', async () => {
    const first = await rig({ orders: ORDERS.slice(0, 1) });
    await first.run();
    const orders = [anOrder({ id: 'o1', stopLoss: '2' }), ...ORDERS.slice(1)];
    const second = await rig({ orders, after: first, only: new Set(['o1', 'o2']) });
    await second.run();
    expect(second.said().slice(0, 3)).toEqual([
      'o1 withheld: edited-after-send',
      'o2 accepted',
      'o3 withheld: not-selected',
    ]);
  });
});
