/** What is warned of in the stops of a plan. */
import { describe, expect, test } from 'vitest';
import type { GuardedOrder } from '../../src/protection/guarded.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { warningsOf } from '../../src/protection/warnings.ts';
import { guarded, held, order, type Scene } from './scenes.ts';

const warned = (orders: readonly GuardedOrder[], scene: Scene = {}): string[] => {
  const input = guarded(orders, scene);
  return warningsOf(input, protectionOf(input)).map((warning) =>
    warning.code === 'closes-more'
      ? `closes-more ${warning.kind} ${warning.closes.canonical()} of ${warning.opens.canonical()}`
      : `${warning.code} ${warning.order.id} ${warning.stop.id}`,
  );
};

const breakout = order('open-long', { id: 'in', trigger: '110', at: '111' });
const limit = order('open-long', { id: 'in', at: '100' });
const stop = (said: Parameters<typeof order>[1] = {}) => order('close-long', { id: 'out', trigger: '90', ...said });

const target = (id: string) => order('close-long', { id, at: '120' });

test('a stop that fires before its entry opens', () => {
  expect(warned([breakout, stop()], { market: '85' })).toEqual(['stop-before-entry in out']);
  expect(warned([breakout, stop()], { market: '115' })).toEqual([]);
});

test('a stop on the far side of the market, which may fire first', () => {
  expect(warned([breakout, stop()], { market: '100' })).toEqual(['stop-may-fire-first in out']);
  expect(warned([limit, stop()], { market: '105' })).toEqual([]);
});

test('a stop whose side of the market nobody says', () => {
  expect(warned([breakout, stop()])).toEqual(['stop-side-unknown in out']);
  expect(
    warned([{ ...breakout, reference: limit.price.kind === 'limit' ? limit.price.at : undefined }, stop()]),
  ).toEqual(['stop-may-fire-first in out']);
});

test('a stop whose limit may rest', () => {
  expect(warned([limit, stop({ at: '90' })])).toEqual(['stop-may-rest in out']);
  expect(warned([limit, stop({ at: '89' })])).toEqual([]);
});

test('nothing of what is held: its entry is past', () => {
  const position = { basis: 'look', held: [held('long', '1')], market: '101' } as const;
  expect(warned([stop({ at: '90' })], position)).toEqual([]);
});

describe('closes that add up to more than the plan opens', () => {
  test('are stops, or targets, each by themselves', () => {
    expect(warned([limit, stop(), stop({ id: 'more', trigger: '80' })])).toEqual(['closes-more stops 2 of 1']);
    expect(warned([limit, stop(), target('a')])).toEqual([]);
    expect(warned([limit, stop(), target('a'), target('b')])).toEqual(['closes-more targets 2 of 1']);
  });

  test('are none where the plan only closes, or what it opens is another plan’s', () => {
    expect(warned([stop(), stop({ id: 'more' })])).toEqual([]);
    expect(warned([limit, stop({ plan: 'q' }), stop({ plan: 'q', id: 'more' })])).toEqual([]);
  });
});

describe('a stop that waits for its entry', () => {
  test('directly, or by another', () => {
    expect(warned([limit, stop({ after: ['in'] })])).toEqual(['stop-after-entry in out']);
    const between = order('close-long', { id: 'between', at: '120', after: ['in'] });
    expect(warned([limit, between, stop({ after: ['between'] })])).toEqual(['stop-after-entry in out']);
  });

  test('but not one that waits for another order', () => {
    const other = order('open-long', { id: 'other', at: '99', stopLoss: '90' });
    expect(warned([limit, other, stop({ after: ['other'] })])).toEqual([]);
  });

  test('and ends in a circle', () => {
    expect(warned([{ ...limit, after: ['out'] }, stop({ after: ['in'] })])).toEqual(['stop-after-entry in out']);
  });
});
