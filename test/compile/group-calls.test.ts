import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCalls, leastWeight, naiveWeight, weightOf, type GroupedCall } from '../../src/compile/group-calls.ts';
import type { Weight } from '../../src/model/call.ts';
import { hasPresets, type Order } from '../../src/model/order.ts';
import { anOrder, anyOrders, someOrders } from '../support/plan-builder.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const SINGLE: Weight = { ip: 2, uid: 5 };
const BATCH: Weight = { ip: 5, uid: 10 };

/** The least of one weight over every split of `count` orders into singles and batches of at most `most`. */
function least(count: number, most: number, weight: keyof Weight): number {
  const best = [0];
  for (let n = 1; n <= count; n++) {
    const asBatch = Array.from(
      { length: Math.min(most, n) },
      (_, index) => (best[n - index - 1] as number) + BATCH[weight],
    );
    best.push(Math.min((best[n - 1] as number) + SINGLE[weight], ...asBatch));
  }
  return best[count] as number;
}

const rules = record({ batchPresets: boolean(), maxOrdersPerCall: integer({ min: 1, max: 20 }) });
const isAlone = (order: Order, batchPresets: boolean): boolean =>
  order.trigger !== undefined || (!batchPresets && hasPresets(order));
const keyOf = (order: Order): string => `${order.symbol}/${order.marginMode}`;

/** The least weight of a plan by brute force: each sharing group by dynamic program, every other order by itself. */
function leastOfPlan(orders: readonly Order[], batchPresets: boolean, most: number): Weight {
  const sharing = Object.values(
    Object.groupBy(
      orders.filter((order) => !isAlone(order, batchPresets)),
      keyOf,
    ),
  );
  const alone = orders.filter((order) => isAlone(order, batchPresets)).length;
  const sum = (weight: keyof Weight): number =>
    alone * SINGLE[weight] + sharing.reduce((total, group) => total + least(group?.length ?? 0, most, weight), 0);
  return { ip: sum('ip'), uid: sum('uid') };
}

describe('grouping', () => {
  it('costs neither IP nor UID weight that any split could save', () => {
    assert(
      property(anyOrders(90), rules, (orders, { batchPresets, maxOrdersPerCall }) => {
        const calls = groupCalls(v2.calls.place, orders, { batchPresets, maxOrdersPerCall });
        expect(weightOf(v2.calls.place, calls)).toEqual(leastOfPlan(orders, batchPresets, maxOrdersPerCall));
        expect(leastWeight(v2.calls.place, orders, batchPresets)).toEqual(leastOfPlan(orders, batchPresets, 20));
        expect(naiveWeight(v2.calls.place, orders)).toEqual({
          ip: 2 * orders.length,
          uid: 5 * orders.length,
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    'is least for every count up to 100, at most %i a call',
    (most) => {
      const orders = someOrders(100);
      for (let count = 0; count <= orders.length; count++) {
        const calls = groupCalls(v2.calls.place, orders.slice(0, count), {
          batchPresets: false,
          maxOrdersPerCall: most,
        });
        expect(weightOf(v2.calls.place, calls)).toEqual({
          ip: least(count, most, 'ip'),
          uid: least(count, most, 'uid'),
        });
      }
    },
  );

  it('is brought down by no mistake: a batch too small or too big would show', () => {
    const tooSmall: GroupedCall[] = [{ kind: 'batch', orders: someOrders(2) }];
    expect(weightOf(v2.calls.place, tooSmall)).not.toEqual(leastOfPlan(someOrders(2), false, 20));
    const uneven: GroupedCall[] = Array.from({ length: 8 }, (_, at) => ({
      kind: at < 7 ? 'batch' : 'single',
      orders: [],
    }));
    expect(weightOf(v2.calls.place, uneven)).not.toEqual(leastOfPlan(someOrders(120), false, 20));
  });

  it('loses no order, doubles none, and keeps the order within a group', () => {
    assert(
      property(anyOrders(90), rules, (orders, options) => {
        const sent = groupCalls(v2.calls.place, orders, options).flatMap((call) => call.orders);
        expect(sent.length).toBe(orders.length);
        expect(new Set(sent)).toEqual(new Set(orders));
        const inGroups = (list: readonly Order[]): Record<string, string[]> => {
          const byGroup: Record<string, string[]> = {};
          for (const order of list) {
            if (!isAlone(order, options.batchPresets)) (byGroup[keyOf(order)] ??= []).push(order.id);
          }
          return byGroup;
        };
        expect(inGroups(sent)).toEqual(inGroups(orders));
      }),
      { numRuns: 300 },
    );
  });

  it('lets only what belongs together share a call', () => {
    assert(
      property(anyOrders(90), rules, (orders, options) => {
        const place = new Map(orders.map((order, index) => [order, index]));
        const calls = groupCalls(v2.calls.place, orders, options);
        for (const { kind, orders: members } of calls) {
          expect(members.length).toBeLessThanOrEqual(options.maxOrdersPerCall);
          expect(new Set(members.map(keyOf)).size).toBe(1);
          expect(members.length > 1).toBe(kind === 'batch');
          expect(members.some((order) => order.trigger !== undefined)).toBe(kind === 'trigger');
          expect(kind === 'batch' && !options.batchPresets && members.some(hasPresets)).toBe(false);
        }
        const firsts = calls.map((call) => place.get(call.orders[0] as Order) as number);
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [1, 20, ['single']],
    [2, 20, ['single', 'single']],
    [3, 20, ['batch']],
    [20, 20, ['batch']],
    [21, 20, ['batch', 'single']],
    [22, 20, ['batch', 'single', 'single']],
    [23, 20, ['batch', 'batch']],
    [4, 2, ['single', 'single', 'single', 'single']],
    [7, 5, ['batch', 'single', 'single']],
  ])('%i orders at most %i a call', (count, most, kinds) => {
    expect(
      groupCalls(v2.calls.place, someOrders(count), { batchPresets: false, maxOrdersPerCall: most }).map(
        ({ kind }) => kind,
      ),
    ).toEqual(kinds);
  });

  it('keeps apart what differs in margin mode alone, though a symbol could spell it', () => {
    assert(
      property(constantFrom(' ', '/', ',', '"'), (mark) => {
        const orders = [
          ...someOrders(3, { symbol: `x${mark}cross`, marginMode: 'isolated' }),
          ...someOrders(3, { symbol: 'x', marginMode: 'cross' }),
        ];
        expect(groupCalls(v2.calls.place, orders, { batchPresets: false, maxOrdersPerCall: 20 })).toHaveLength(2);
      }),
    );
  });

  it('keeps an order with a preset, and a trigger, out of a batch that they would complete', () => {
    const orders = [
      ...someOrders(2),
      anOrder({ id: 'preset', stopLoss: '62000' }),
      anOrder({ id: 'trigger', trigger: '1' }),
    ];
    const kinds = (batchPresets: boolean): string[] =>
      groupCalls(v2.calls.place, orders, { batchPresets, maxOrdersPerCall: 20 }).map(({ kind }) => kind);
    expect(kinds(false)).toEqual(['single', 'single', 'single', 'trigger']);
    expect(kinds(true)).toEqual(['batch', 'trigger']);
  });
});
