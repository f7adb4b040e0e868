import { describe, expect, it } from 'vitest';
import type { ExecutionSettings } from '../../src/model/config.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import type { CallResult } from '../../src/ports.ts';
import { someOrders } from '../support/plan-builder.ts';
import {
  acceptsAll,
  accepted,
  losesAll,
  notSent,
  refused,
  rejected,
  rejectsAll,
  type Script,
} from '../support/sim-exchange.ts';
import { tied } from '../support/tied-orders.ts';
import { always, leftTooEarly, saidOf, sent, statesOf } from './readings.ts';
import { rig, type Rig, type RigOptions } from './rig.ts';

const PAIR = tied({ entry: [], exit: ['entry'], free: [] }, { stopLoss: '1' });
const GO_ON: Partial<ExecutionSettings> = { onUnknown: 'continue', onReject: 'continue' };

/** Each order's calls end as the table says; the others are accepted after 20 ms. */
const byOrder =
  (table: Readonly<Record<string, Script>>): Script =>
  (call, time) =>
    table[call.orders[0]?.id ?? '']?.(call, time) ?? { result: acceptsAll(call), afterMs: 20 };

const sentOrders = ({ exchange }: Rig): string[] =>
  exchange.placed.map(({ call, sentMs }) => `${call.orders.map(({ id }) => id).join(' ')} at ${sentMs}`);

describe('an order that waits for another', () => {
  it.each([1, 2, 8])('leaves once the acceptance is on disk, at most %i calls in flight', async (inFlight) => {
    const one = await rig({ orders: PAIR, script: byOrder({ entry: always(300) }), limits: { inFlight } });
    const tally = await one.run();
    expect(sentOrders(one).at(-1)).toBe(`exit at ${inFlight === 1 ? 320 : 300}`);
    const effects = one.log.map((effect) => ('call' in effect ? `${effect.what} ${effect.call}` : effect.what));
    expect(effects.indexOf('recorded 1')).toBeLessThan(effects.indexOf('intent 3'));
    expect(leftTooEarly(one)).toEqual([]);
    expect(tally.exitCode(undefined)).toBe(0);
  });

  it('takes no place from one that need not wait', async () => {
    const orders = tied({ slow: [], fast: [], afterSlow: ['slow'], afterFast: ['fast'] }, { stopLoss: '1' });
    const one = await rig({ orders, script: byOrder({ slow: always(1000) }), limits: { inFlight: 2 } });
    await one.run();
    expect(sentOrders(one)).toEqual(['slow at 0', 'fast at 0', 'afterFast at 20', 'afterSlow at 1000']);
  });

  it('waits for all of them, and for orders of a batch together', async () => {
    const batch = someOrders(3);
    const last: Order = { ...(someOrders(4)[3] as Order), after: ['o3', 'o1'] };
    const result: CallResult = { kind: 'answered', verdicts: [accepted('1'), rejected, accepted('3')] };
    const one = await rig({ orders: [...batch, last], script: byOrder({ o1: () => ({ result, afterMs: 5 }) }) });
    await one.run();
    expect(one.said()).toEqual(['o1 accepted', 'o2 rejected', 'o3 accepted', 'o4 accepted']);
  });

  it('is of a call that leaves whole or not at all', async () => {
    const after = ['a', 'b'];
    const orders = tied({ a: [], b: [], x: after, y: after, z: after });
    const one = await rig({ orders, script: byOrder({ b: (call) => ({ result: rejectsAll(call), afterMs: 5 }) }) });
    const tally = await one.run();
    expect(saidOf(one, 'withheld: dependency')).toEqual(['x', 'y', 'z']);
    expect(tally.exitCode(undefined)).toBe(6);
  });
});

describe('where the other is not accepted', () => {
  const rows: [name: string, options: Partial<RigOptions>, said: string[], exit: number][] = [
    [
      'rejected',
      { script: byOrder({ entry: (call) => ({ result: rejectsAll(call), afterMs: 20 }) }) },
      ['entry rejected', 'exit withheld: dependency', 'free accepted'],
      6,
    ],
    [
      'unknown',
      { script: byOrder({ entry: (call) => ({ result: losesAll(call), afterMs: 20 }) }), settings: GO_ON },
      ['entry unknown', 'exit withheld: dependency', 'free accepted'],
      7,
    ],
    [
      'unknown, and that stops the run',
      { script: byOrder({ entry: (call) => ({ result: losesAll(call), afterMs: 20 }) }), limits: { inFlight: 1 } },
      ['entry unknown', 'exit withheld: dependency', 'free withheld: stopped'],
      7,
    ],
    [
      'withheld by a stop',
      { script: byOrder({ entry: () => ({ result: notSent(false), afterMs: 20 }) }), limits: { inFlight: 1 } },
      ['entry withheld: stopped', 'exit withheld: dependency', 'free withheld: stopped'],
      6,
    ],
    [
      'withheld by the rate limit',
      { script: byOrder({ entry: () => ({ result: refused(), afterMs: 20 }) }), settings: { rateRefusals: 1 } },
      ['entry withheld: rate-limit', 'exit withheld: dependency', 'free accepted'],
      8,
    ],
    [
      'withheld as expired',
      { validForMs: 0 },
      ['entry withheld: expired', 'exit withheld: dependency', 'free withheld: expired'],
      5,
    ],
    [
      'not in the journal, as that fails',
      { fault: { write: 'intent', at: 1 }, limits: { inFlight: 1 } },
      ['entry withheld: stopped', 'exit withheld: dependency', 'free withheld: stopped'],
      6,
    ],
  ];

  it.each(rows)('%s, it is withheld and says so', async (_, options, said, exit) => {
    const one = await rig({ orders: PAIR, ...options });
    const tally = await one.run();
    expect(one.said()).toEqual(said);
    expect(tally.exitCode(undefined)).toBe(exit);
    expect(one.outcomes().find(({ id }) => id === 'exit')).toMatchObject({
      message: expect.stringMatching(/^it waits for entry, which is (rejected|unknown|withheld)$/) as string,
    });
    expect(statesOf(one).some((line) => line.startsWith('exit'))).toBe(false);
  });

  it('all that wait for it over however many steps are withheld, and the others go', async () => {
    const orders = tied({ a: [], b: ['a'], c: ['b'], d: ['c'], e: [], f: ['e'] }, { stopLoss: '1' });
    const one = await rig({ orders, script: byOrder({ b: (call) => ({ result: rejectsAll(call), afterMs: 20 }) }) });
    await one.run();
    expect(saidOf(one, 'withheld: dependency')).toEqual(['c', 'd']);
    expect(saidOf(one, 'accepted')).toEqual(['a', 'e', 'f']);
  });

  it('a later run sends it as soon as that one stands', async () => {
    const first = await rig({
      orders: PAIR,
      script: byOrder({ entry: () => ({ result: notSent(false), afterMs: 20 }) }),
      limits: { inFlight: 1 },
    });
    await first.run();
    const second = await rig({ orders: PAIR, after: first });
    await second.run();
    expect(sentOrders(second).map((line) => line.split(' ')[0])).toEqual(['entry', 'free', 'exit']);
    const third = await rig({ orders: PAIR, after: second });
    expect(third.schedule.calls).toEqual([]);
  });
});

describe('a stop while orders wait', () => {
  it('withholds them though what they wait for is accepted after it', async () => {
    const one = await rig({ orders: PAIR, script: byOrder({ entry: always(300) }) });
    one.clock.after(100, () => one.placing.stop('stopped', 'interrupted'));
    const tally = await one.run();
    expect(one.said()).toEqual(['entry accepted', 'exit withheld: stopped', 'free accepted']);
    expect(tally.exitCode(130)).toBe(130);
    const next = await rig({ orders: PAIR, after: one });
    await next.run();
    expect(saidOf(next, 'accepted')).toEqual(['exit']);
  });

  it('is waited for by nobody: a validUntil that passes meanwhile is noticed', async () => {
    const one = await rig({ orders: PAIR, script: byOrder({ entry: always(300) }), validForMs: 200 });
    const tally = await one.run();
    expect(one.said()).toEqual(['entry accepted', 'exit withheld: expired', 'free accepted']);
    expect(tally.exitCode(undefined)).toBe(5);
  });
});

describe('a call that goes again while others wait for it', () => {
  it.each([
    ['refused by the rate limit', refused(), 10_000],
    ['not sent', notSent(), 250],
  ])('%s', async (_, first, pauseMs) => {
    const script = byOrder({
      entry: (call, time) => ({ result: time === 1 ? first : acceptsAll(call), afterMs: 10 }),
    });
    const one = await rig({ orders: PAIR, script, limits: { inFlight: 1 } });
    const tally = await one.run();
    expect(sent(one)).toEqual(['1 at 0', `1 at ${10 + pauseMs}`, `2 at ${20 + pauseMs}`, `3 at ${40 + pauseMs}`]);
    expect(saidOf(one, 'accepted')).toEqual(['entry', 'exit', 'free']);
    expect(tally.exitCode(undefined)).toBe(0);
  });
});

describe('many stages', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `o${index}`);
  const chain = tied(Object.fromEntries(ids.map((id, index) => [id, index === 0 ? [] : [`o${index - 1}`]])));

  it.each([1, 8])('a chain of fifty, written last first, goes one after the other; %i in flight', async (inFlight) => {
    const one = await rig({ orders: chain.toReversed(), script: always(10), limits: { inFlight } });
    await one.run();
    expect(sentOrders(one)).toEqual(ids.map((id, index) => `${id} at ${index * 10}`));
    expect(one.exchange.mostInFlight).toBe(1);
  });

  it.each([1, 8])('a chain that breaks in the middle ends there; %i in flight', async (inFlight) => {
    const script = byOrder({ o24: (call) => ({ result: losesAll(call), afterMs: 10 }) });
    const one = await rig({ orders: chain, script, limits: { inFlight }, settings: GO_ON });
    await one.run();
    expect(saidOf(one, 'accepted')).toHaveLength(24);
    expect(saidOf(one, 'withheld: dependency')).toHaveLength(25);
  });

  it.each([1, 8])('hundreds that wait for one call lock nothing up; %i in flight', async (inFlight) => {
    const waiting = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`w${index}`, ['last']]));
    const orders = tied({ ...waiting, first: [], last: ['first'] }, { stopLoss: '1' });
    const one = await rig({ orders, script: always(10), limits: { inFlight } });
    await one.run();
    expect(saidOf(one, 'accepted')).toHaveLength(302);
    expect(one.exchange.mostInFlight).toBe(inFlight);
  });
});

it('a bug in one call leaves none waiting for ever', async () => {
  const one = await rig({ orders: PAIR, validForMs: 1000 });
  one.clock.wallMs = () => {
    throw new Error('planted');
  };
  await expect(one.run()).rejects.toThrow('planted');
  expect(one.said()).toContain('exit withheld: dependency');
});

it('waiting is no content: an order whose `after` changed is not edited', () => {
  const [entry, exit] = PAIR as [Order, Order, Order];
  expect(orderContent(exit)).toEqual({ ...orderContent(entry) });
});
