import { describe, expect, test } from 'vitest';
import { selectPending } from '../../src/compile/select-pending.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { orderContent, type PlannedOrder } from '../../src/model/order.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, ladder, load, marked, ordersOf, plan, pricesOf, unchecked } from '../support/plans.ts';

type Plan = NonNullable<LoadedPlan['plan']>;

const named = (length: number): LoadedPlan =>
  load(plan([`id: ${'i'.repeat(length)}, side: close-long, price: { from: 1, to: 3, steps: 10 }, size: { total: 1 }`]));

const edited = (to: number, steps: number, total: string): string =>
  plan([`id: l, side: open-long, price: { from: 63000, to: ${to}, steps: ${steps} }, size: { total: ${total} }`]);

const loadedOf = (...range: Parameters<typeof edited>): Plan => {
  const loaded = load(edited(...range));
  ordersOf(loaded);
  return loaded.plan as Plan;
};

/** A journal in which these stand. */
const accepted = (orders: readonly PlannedOrder[]): ReadonlyMap<string, KnownOrder> =>
  new Map(
    orders.map((order): [string, KnownOrder] => [
      order.id,
      {
        id: order.id,
        clientOid: clientOrderId('a', 1, order.id, 0),
        lineage: 0,
        state: 'accepted',
        content: orderContent(order),
        sentAtMs: 1,
        changedAtMs: 2,
        changedUptimeMs: null,
      },
    ]),
  );

const decide = (now: Plan): string[] => {
  const before = accepted(loadedOf(60000, 4, '0.4').orders);
  const { pending, withheld } = selectPending(now, before, {});
  return [
    ...pending.map(({ id }) => `${id} sent`),
    ...withheld.map(({ order: { id }, outcome }) => `${id} ${outcome.reason}`),
  ];
};

describe('a ladder that cannot be one', () => {
  const four = 'from: 63000, to: 60000, steps: 4';
  test.each([
    ['one step', 'from: 63000, to: 60000, steps: 1', '{ total: 1 }', 'ladder/one-step', '1'],
    ['no steps', 'from: 63000, to: 60000, steps: 0', '{ total: 1 }', 'value/spelling', '0'],
    ['1001 steps', 'from: 63000, to: 60000, steps: 1001', '{ total: 1 }', 'value/spelling', '1001'],
    ['steps of half a step', 'from: 63000, to: 60000, steps: 2.5', '{ total: 1 }', 'value/spelling', '2.5'],
    ['one price', 'from: 63000, to: 63000.00, steps: 4', '{ total: 1 }', 'ladder/one-price', '63000.00'],
    [
      'one price, computed',
      'from: 63000, to: =126000 / 2, steps: 4',
      '{ total: 1 }',
      'ladder/one-price',
      '=126000 / 2',
    ],
    ['too dense', 'from: 60000, to: 60000.2, steps: 4', '{ total: 1 }', 'ladder/too-dense', '4'],
    ['an end off the tick', 'from: 63000.05, to: 60000, steps: 4', '{ total: 1 }', 'order/off-tick', '63000.05'],
    ['a size of one order', four, '0.4', 'ladder/total', '0.4'],
    ['a total off the step', four, '{ total: 0.00045 }', 'order/off-step', '0.00045'],
    ['a rung below the minimum', four, '{ total: 0.0003 }', 'order/below-minimum', '0.0003'],
    ['a rung above the maximum', four, '{ total: 4801 }', 'order/above-maximum', '4801'],
    ['too few weights', four, '{ total: 1, shape: [1, 2, 3] }', 'ladder/shares', '[1, 2, 3]'],
    ['too many weights', four, '{ total: 1, shape: [1, 2, 3, 4, 5] }', 'ladder/shares', '[1, 2, 3, 4, 5]'],
    ['a weight of zero', four, '{ total: 1, shape: [1, 2, 0.0, 4] }', 'value/zero', '0.0'],
    ['a weight too long', four, `{ total: 1, shape: [1, 2, 3, ${'4'.repeat(41)}] }`, 'value/digits', '4'.repeat(41)],
    ['a ratio without its shape', four, '{ total: 1, ratio: 2 }', 'ladder/ratio', 'ratio'],
    ['a ratio with a list', four, '{ total: 1, shape: [1, 1, 1, 1], ratio: 2 }', 'ladder/ratio', 'ratio'],
    ['a shape without its ratio', four, '{ total: 1, shape: geometric }', 'ladder/ratio', 'geometric'],
    ['a ratio of zero', four, '{ total: 1, shape: geometric, ratio: 0 }', 'value/zero', '0'],
    [
      'a ratio too long',
      four,
      `{ total: 1, shape: geometric, ratio: ${'1'.repeat(41)} }`,
      'value/digits',
      '1'.repeat(41),
    ],
    ['a total that is zero', four, '{ total: 0 }', 'value/zero', '0'],
  ])('%s', (_, price, size, code, at) => {
    const loaded = ladder(price, size);
    expect([codes(loaded), marked(loaded)]).toEqual([[code], [at]]);
  });

  test('1000 steps are as many as there can be', () => {
    expect(pricesOf(ladder('from: 100, to: 199.9, steps: 1000', '{ total: 0.1 }'))).toHaveLength(1_000);
  });

  test('ids may have 64 characters with their numbers', () => {
    expect(ordersOf(named(61)).at(-1)?.id).toHaveLength(64);
    expect(codes(named(62))).toEqual(['ladder/id-too-long']);
  });

  test('a mistake of many rungs is told once, at the first, and counted', () => {
    const loaded = load(
      plan([
        'id: l, side: open-long, price: { from: 63000, to: 60000, steps: 4 }, size: { total: 4 }, stopLoss: 62000',
      ]),
    );
    expect(loaded.diagnostics.map(({ message }) => message)).toEqual([
      '`stopLoss` 62000 of rung 2 of a long must be below its entry 62000 (and 2 more rungs)',
    ]);
  });

  test('of a symbol without an instrument needs its tick', () => {
    const text = plan([`id: l, side: close-long, price: { ${four} }, size: { total: 1 }`]).replace('btc', 'doge');
    expect(codes(load(text))).toEqual(['instrument/unknown']);
    expect(codes(load(text, { strictSymbols: false }))).toEqual(['instrument/needed', 'instrument/unlisted']);
    expect([codes(unchecked(text)), marked(unchecked(text))]).toEqual([['instrument/needed'], ['price']]);
  });

  test('its hint about too many steps is right', () => {
    const dense = ladder('from: 60000.5, to: 60000, steps: 9', '{ total: 1 }');
    expect(dense.diagnostics[0]?.hint).toBe('write at most 6 steps, or a wider range');
    expect(pricesOf(ladder('from: 60000.5, to: 60000, steps: 6', '{ total: 1 }'))).toHaveLength(6);
    expect(codes(ladder('from: 60000.5, to: 60000, steps: 7', '{ total: 1 }'))).toEqual(['ladder/too-dense']);
  });
});

describe('an edited ladder', () => {
  test('with a step more at its end sends that step', () => {
    expect(decide(loadedOf(59000, 5, '0.5'))).toEqual([
      'l-5 sent',
      'l-1 already-accepted',
      'l-2 already-accepted',
      'l-3 already-accepted',
      'l-4 already-accepted',
    ]);
  });

  test('with a step more in between sends one order, and says which stand elsewhere', () => {
    expect(decide(loadedOf(60000, 5, '0.5'))).toEqual([
      'l-5 sent',
      'l-1 already-accepted',
      'l-2 edited-after-send',
      'l-3 edited-after-send',
      'l-4 edited-after-send',
    ]);
  });

  test('with another spelling of the same sends nothing', () => {
    expect(decide(loadedOf(60000, 4, '0.4000')).filter((line) => !line.endsWith('already-accepted'))).toEqual([]);
  });
});
