/** Since when something of a group has no stop: a fill begins it, and so does the end of a stop, and a stop that works ends it. */
import { expect, test } from 'vitest';
import { bareSince } from '../../src/actions/follow/bare-since.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';

type Filled = readonly (readonly [ms: number, size: string])[];

const part = (size: string, sentMs: number, more: Partial<PlacedPart> = {}, filled: Filled = []): PlacedPart => ({
  clientOid: `of ${sentMs}`,
  number: 1,
  size: Decimal.of(size),
  state: 'works',
  sentMs,
  answeredMs: sentMs,
  trades: new Map(
    filled.map(([ms, one]) => [`trade ${ms}`, { ms, size: Decimal.of(one), price: Decimal.of('64000') }]),
  ),
  ...more,
});

const since = (
  filled: Filled,
  covering: readonly PlacedPart[],
  more: { targets?: PlacedPart[]; elsewhere?: string } = {},
) =>
  bareSince({
    entries: [part('0.3', 0, {}, filled)],
    covering,
    targets: more.targets ?? [],
    elsewhere: Decimal.of(more.elsewhere ?? '0'),
  });

test('it begins with the first fill that no stop covers', () => {
  expect(
    since(
      [
        [1000, '0.1'],
        [2000, '0.2'],
      ],
      [],
    ),
  ).toBe(1000);
  expect(
    since(
      [
        [1000, '0.1'],
        [2000, '0.2'],
      ],
      [part('0.1', 1500)],
    ),
  ).toBe(2000);
  expect(
    since(
      [
        [1000, '0.1'],
        [2000, '0.2'],
      ],
      [part('0.1', 1500), part('0.2', 2500)],
    ),
  ).toBeUndefined();
});

test('it begins with the end of a stop, however long ago the fill was', () => {
  const cancelled = part('0.3', 1500, { state: 'over', end: 'person', endedMs: 60_000 });
  expect(since([[1000, '0.3']], [cancelled])).toBe(60_000);
  const going = part('0.3', 1500, { cancel: { by: 'follower', answer: 'taken', ms: 50_000, tries: 1 } });
  expect(since([[1000, '0.3']], [going])).toBe(50_000);
  const refused = part('0.3', 1500, { cancel: { by: 'follower', answer: 'refused', ms: 50_000, tries: 1 } });
  expect(since([[1000, '0.3']], [refused])).toBeUndefined();
});

test('a stop that took the place of another covered all the time', () => {
  const first = part('0.3', 1500, { state: 'over', end: 'follower', endedMs: 60_000 });
  const even = part('0.2', 59_000, { state: 'over', end: 'other', endedMs: 90_000 });
  const target = part('0.1', 2000, { state: 'over', end: 'filled' }, [[58_000, '0.1']]);
  expect(since([[1000, '0.3']], [first, even], { targets: [target] })).toBe(90_000);
});

test('what a stop filled is held no more; what it left is bare once it is over', () => {
  const fired = part('0.3', 1500, { state: 'over', end: 'other', endedMs: 70_000, firedMs: 69_000 }, [[69_500, '0.2']]);
  expect(since([[1000, '0.3']], [fired])).toBe(70_000);
  expect(since([[1000, '0.3']], [fired], { elsewhere: '0.1' })).toBeUndefined();
});

test('one that was refused, or of which nobody knows, covers nothing', () => {
  for (const state of ['rejected', 'absent', 'unknown', 'intended'] as const)
    expect(since([[1000, '0.3']], [part('0.3', 1500, { state })])).toBe(1000);
});
