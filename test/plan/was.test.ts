/** `was`: the first id of an order that has another name now. */
import { describe, expect, test } from 'vitest';
import { identityOf, orderContent } from '../../src/model/order.ts';
import { everyMark, load, ordersOf, plan } from '../support/plans.ts';

const order = (id: string, rest = ''): string => `id: ${id}, side: close-long, size: 1, price: 64000${rest}`;
const ladder = (id: string, rest = ''): string =>
  `id: ${id}, side: close-long, size: { total: 3 }, price: { from: 3, to: 1, steps: 3 }${rest}`;

const identities = (...orders: string[]): string[][] =>
  ordersOf(load(plan(orders))).map((one) => [one.id, identityOf(one)]);

test('is the identity of an order, and nothing of what it says', () => {
  expect(identities(order('new', ', was: old'), order('other'))).toEqual([
    ['new', 'old'],
    ['other', 'other'],
  ]);
  const [before] = ordersOf(load(plan([order('old')])));
  const [after] = ordersOf(load(plan([order('new', ', was: old')])));
  expect(after !== undefined && before !== undefined && orderContent(after)).toEqual(before && orderContent(before));
});

test('of a ladder it is that of each rung', () => {
  expect(identities(ladder('new', ', was: 007'))).toEqual([
    ['new-1', '007-1'],
    ['new-2', '007-2'],
    ['new-3', '007-3'],
  ]);
  expect(load(plan([ladder('new', ', was: old')])).plan?.ladders[0]).toMatchObject({ name: 'new', was: 'old' });
});

describe('is refused', () => {
  test.each([
    ['as the own id', [order('a', ', was: a')], ['order/was a']],
    ['as the own name of a ladder', [ladder('a', ', was: a')], ['order/was a']],
    ['as the id of another', [order('a', ', was: b'), order('b')], ['order/was b']],
    ['as the first id of another', [order('a', ', was: c'), order('b', ', was: c')], ['order/was c']],
    ['where two exchange their ids', [order('a', ', was: b'), order('b', ', was: a')], ['order/was b', 'order/was a']],
    ['as the name of a ladder', [order('a', ', was: b'), ladder('b')], ['order/was b']],
    ['as a rung of a ladder', [order('a', ', was: b-2'), ladder('b')], ['order/was b-2']],
    ['where its rungs are other orders', [ladder('a', ', was: b'), order('b-3')], ['order/was b']],
    ['where a rung has the same', [order('a', ', was: b-3'), ladder('l', ', was: b')], ['order/was b']],
    ['as no id', [order('a', ', was: b c')], ['value/spelling b c']],
    ['as a list', [order('a', ', was: [b]')], ['value/type [b]']],
  ])('%s', (_, orders, expected) => {
    const loaded = load(plan(orders));
    const marks = everyMark(loaded);
    expect(loaded.diagnostics.map(({ code }, at) => `${code} ${marks[at] ?? ''}`)).toEqual(expected);
  });

  test('once for a ladder, naming the other', () => {
    const [found, ...more] = load(plan([ladder('a', ', was: b'), ladder('b')])).diagnostics;
    expect(more).toEqual([]);
    expect(found?.message).toBe('`b-1` is another order of the plan');
    expect(found?.related?.length).toBe(1);
  });
});

test('`after` and other orders go by the new name', () => {
  const { diagnostics } = load(plan([order('new', ', was: old'), order('exit', ', after: [old]')]));
  expect(diagnostics.map(({ code }) => code)).toEqual(['stage/unknown-order']);
  expect(load(plan([order('new', ', was: old'), order('exit', ', after: [new]')])).diagnostics).toEqual([]);
});
