import { expect, test } from 'vitest';
import { followPlan } from '../../../src/compile/follow/follow-plan.ts';
import { laterLines, laterOrders, sentLater } from '../../../src/compile/follow/most.ts';
import { v2 } from '../../../src/exchange/v2/dialect.ts';
import type { PlannedOrder } from '../../../src/model/order.ts';
import { planned, RULES } from '../../support/followed.ts';
import { BRACKET, EVEN, instant, SELL_SLOWLY } from './five-plans.ts';

const NAMED = { name: 'bracket', generation: 1 };
const WORDS = { trigger: { kind: 'expression', written: 'tick(average(entry))', values: [] } } as const;
const ORDERS: readonly PlannedOrder[] = [...BRACKET.filter((order) => order !== EVEN), { ...EVEN, formulas: WORDS }];
const later = (orders: readonly PlannedOrder[]): ReturnType<typeof laterOrders> =>
  laterOrders(followPlan({ orders }, RULES), NAMED, v2.calls.place);
const lines = (orders: readonly PlannedOrder[]): string[] =>
  laterLines(followPlan({ orders }, RULES), NAMED, v2.calls.place);

test('the most of each exit of the bracket', () => {
  expect(later(ORDERS).map(({ id, kind, most }) => `${id} ${kind} ${most.size.canonical()} ${most.parts}`)).toEqual([
    'stop stop 0.3 48',
    'target-1 target 0.1 12',
    'target-2 target 0.1 12',
    'target-3 target 0.1 12',
    'even stop 0.3 48',
  ]);
});

test('both bodies of a trigger, and a formula in its own words', () => {
  const even = later(ORDERS).at(-1);
  expect(JSON.parse(even?.sent.body ?? '')).toMatchObject({
    size: '0.3',
    trigger_price: 'tick(average(entry))',
    execute_price: '0',
  });
  expect(JSON.parse(even?.passed?.body ?? '')).toMatchObject({ size: '0.3', match_price: '1' });
  expect(even?.passed?.body).not.toContain('trigger');
  expect(even?.when).toEqual({ kind: 'stop', group: ['entry'], filled: ['target-1'] });
});

test('what waits for an order that is sent later is sent later, too', () => {
  const orders = [
    planned({ id: 'a', size: '1', price: '1' }),
    planned({ id: 'd', size: '1', price: '1', after: ['c'] }),
    planned({ id: 'c', size: '1', price: '1', after: ['b'] }),
    planned({ id: 'b', size: '1', price: '1', afterFilled: ['a'] }),
  ];
  expect([...sentLater({ orders })].toSorted()).toEqual(['b', 'c', 'd']);
  expect(sentLater({ orders: SELL_SLOWLY }).size).toBe(12);
});

test('each condition, price and largest size changes a line, and nothing else does', () => {
  const before = lines(ORDERS);
  expect(before).toHaveLength(6);
  const [entry, stop] = ORDERS as [PlannedOrder, PlannedOrder];
  const changed = (order: PlannedOrder, change: Partial<PlannedOrder>): number => {
    const after = lines(ORDERS.map((one) => (one === order ? { ...one, ...change } : one)));
    return after.filter((line, at) => line !== before[at]).length;
  };
  expect(changed(entry, { until: { forMs: 1 } })).toBe(1);
  expect(changed(entry, { until: { forMs: 14_400_000, filled: ['even'] } })).toBe(1);
  expect(changed(entry, { size: planned({ id: 'x', size: '0.6' }).size })).toBe(5);
  expect(changed(stop, { afterAt: instant('2026-12-01T00:00:00Z') })).toBe(1);
  expect(changed(stop, { after: ['entry'] })).toBe(1);
  expect(changed(stop, { line: 99, size: planned({ id: 'x', size: '0.1' }).size })).toBe(0);
  const [, , target] = ORDERS as [unknown, unknown, PlannedOrder];
  expect(
    changed(target, { exit: { filled: ['entry'], share: (ORDERS[3] as PlannedOrder).exit?.share as never } }),
  ).toBe(0);
});
