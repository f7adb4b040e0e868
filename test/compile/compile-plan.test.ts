import { createHash } from 'node:crypto';
import { assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePlan, type CompileRules } from '../../src/compile/compile-plan.ts';
import { forecastMs } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import type { Limits, Rate } from '../../src/model/call.ts';
import type { Order } from '../../src/model/order.ts';
import { aPlan, anOrder, anyOrders, limits, someOrders } from '../support/plan-builder.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const rules = (changes: Partial<CompileRules> = {}): CompileRules => ({
  batchPresets: false,
  maxOrdersPerCall: 20,
  limits: limits(),
  ...changes,
});
const compile = (orders: readonly Order[], changes?: Partial<CompileRules>): ReturnType<typeof compilePlan> =>
  compilePlan(v2.calls, aPlan(orders), emptyJournal, rules(changes));

/** When the last call starts: each as soon as it and all that count at that moment fit every window. Looks at every window anew. */
function simulate(weights: readonly { ip: number; uid: number }[], { ip, uid, orderCalls }: Limits): number {
  const sent: { atMs: number; ip: number; uid: number; calls: number }[] = [];
  let nowMs = 0;
  for (const weight of weights) {
    const windows: [Rate, (one: { ip: number; uid: number; calls: number }) => number][] = [
      [ip, (one) => one.ip],
      [uid, (one) => one.uid],
      [orderCalls, (one) => one.calls],
    ];
    const call = { ...weight, calls: 1 };
    const fits = (atMs: number): boolean =>
      windows.every(([rate, of]) => {
        const counted = sent.filter((one) => one.atMs > atMs - rate.windowMs).reduce((sum, one) => sum + of(one), 0);
        return counted + of(call) <= rate.amount;
      });
    const moments = [nowMs, ...windows.flatMap(([rate]) => sent.map((one) => one.atMs + rate.windowMs))];
    nowMs = Math.min(...moments.filter((atMs) => atMs >= nowMs && fits(atMs)));
    sent.push({ atMs: nowMs, ...call });
  }
  return nowMs;
}

const rate = (least: number): ReturnType<typeof record<Rate>> =>
  record({ amount: integer({ min: least, max: 40 }), windowMs: constantFrom(500, 1000, 10_000) });

describe('a schedule', () => {
  it('is the same bytes whenever it is compiled', () => {
    assert(
      property(anyOrders(40), (orders) => {
        expect(compile(orders)).toEqual(compile(orders.map((order) => ({ ...order }))));
      }),
    );
  });

  it('numbers its calls in the order of sending, each with the path and the weight of its kind', () => {
    const documented = {
      single: { path: '/capi/v2/order/placeOrder', weight: { ip: 2, uid: 5 } },
      batch: { path: '/capi/v2/order/batchOrders', weight: { ip: 5, uid: 10 } },
      trigger: { path: '/capi/v2/order/plan_order', weight: { ip: 2, uid: 5 } },
    };
    assert(
      property(anyOrders(60), (orders) => {
        const { calls, pending, weight } = compile(orders);
        calls.forEach((call, index) => {
          expect(call).toMatchObject({ number: index + 1, ...documented[call.kind] });
          const said = [...call.body.matchAll(/"client_oid":"([^"]*)"/g)].map((match) => match[1]);
          expect(said).toEqual(call.orders.map(({ clientOid }) => clientOid));
          expect(call.orders.map(({ clientOid }) => pending.get(clientOid)?.id)).toEqual(
            call.orders.map(({ id }) => id),
          );
        });
        expect(calls.flatMap((call) => call.orders).length).toBe(orders.length);
        expect(weight).toEqual({
          ip: calls.reduce((sum, call) => sum + call.weight.ip, 0),
          uid: calls.reduce((sum, call) => sum + call.weight.uid, 0),
        });
      }),
    );
  });

  it('weighs no less than the lower bound and no more than one call per order', () => {
    assert(
      property(anyOrders(60), integer({ min: 1, max: 20 }), (orders, maxOrdersPerCall) => {
        const { weight, lowerBound, naive } = compile(orders, { maxOrdersPerCall });
        for (const window of ['ip', 'uid'] as const) {
          expect(lowerBound[window]).toBeLessThanOrEqual(weight[window]);
          expect(weight[window]).toBeLessThanOrEqual(naive[window]);
        }
      }),
    );
  });

  it('of nothing sends nothing', () => {
    expect(compile([])).toMatchObject({
      calls: [],
      weight: { ip: 0, uid: 0 },
      naive: { ip: 0, uid: 0 },
      forecastMs: 0,
    });
  });
});

const digest = (orders: readonly Order[]): string => compile(orders).digest;

describe('the digest', () => {
  const plain = someOrders(4);

  it('is SHA-256 over the paths and bodies', () => {
    const { calls } = compile(plain);
    expect(digest(plain)).toBe(
      createHash('sha256')
        .update(calls.map(({ path, body }) => path + body).join(''))
        .digest('hex'),
    );
  });

  const changes: [name: string, orders: readonly Order[]][] = [
    ['a digit that does not change the value', [anOrder({ id: 'o1', size: '0.010' }), ...plain.slice(1)]],
    ['a price', [...plain.slice(0, 3), anOrder({ id: 'o4', price: '64000.5' })]],
    ['an order more', someOrders(5)],
    ['an order less', plain.slice(1)],
    ['another order of the orders', plain.toReversed()],
    ['a margin mode', someOrders(4, { marginMode: 'isolated' })],
    ['a side', [anOrder({ id: 'o1', side: 'open-short' }), ...plain.slice(1)]],
    ['a time in force', [anOrder({ id: 'o1', timeInForce: 'ioc' }), ...plain.slice(1)]],
    ['another id', [anOrder({ id: 'o9' }), ...plain.slice(1)]],
    ['a preset', [anOrder({ id: 'o1', stopLoss: '1' }), ...plain.slice(1)]],
  ];
  it.each(changes)('changes with %s', (_, orders) => {
    expect(digest(orders)).not.toBe(digest(plain));
  });

  it('does not see what is not sent: source lines and descriptions', () => {
    const moved = compilePlan(
      v2.calls,
      { ...aPlan(plain.map((order) => ({ ...order, line: 7 }))), description: 'other' },
      emptyJournal,
      rules(),
    );
    expect(moved.digest).toBe(digest(plain));
  });
});

describe('the forecast', () => {
  it('is when the last call starts under all windows, by a simulation that knows nothing of budgets', () => {
    assert(
      property(anyOrders(40), tuple(rate(5), rate(10), rate(1)), (orders, [ip, uid, orderCalls]) => {
        const bounds = limits({ ip, uid, orderCalls });
        const { calls, forecastMs: foretold } = compile(orders, { limits: bounds, maxOrdersPerCall: 4 });
        expect(foretold).toBe(
          simulate(
            calls.map(({ weight }) => weight),
            bounds,
          ),
        );
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    [50, 500, 0],
    [51, 500, 10_000],
    [100, 500, 10_000],
    [500, 500, 90_000],
    [500, 1000, 40_000],
  ])('%i batches under UID %i take %i ms', (count, amount, ms) => {
    const batches = Array.from({ length: count }, () => ({ weight: { ip: 5, uid: 10 } }));
    expect(forecastMs(batches, limits({ uid: { amount, windowMs: 10_000 } }))).toBe(ms);
  });
});
