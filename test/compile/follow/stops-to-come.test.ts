/** How many parts of stops a window is to have room for, beside those that were sent in it. */
import { expect, test } from 'vitest';
import { stopsToCome } from '../../../src/compile/follow/stops-to-come.ts';
import { entryStopTarget, Followed, planned } from '../../support/followed.ts';

const WINDOW_MS = 10_000;

/** By the end of a window that begins now, or of one that ends earlier. */
function toCome(
  { plan, known, now }: Followed,
  opening: readonly string[] = [],
  { windowMs, afterMs = windowMs }: { windowMs: number; afterMs?: number } = { windowMs: WINDOW_MS },
): number {
  return stopsToCome(plan, known, now, { everyMs: 2000, opening: new Set(opening) })({ windowMs, afterMs });
}

const NEXT = { windowMs: WINDOW_MS, afterMs: 0 };

test('none before anything opens, and one a look of each group once its entries may fill', () => {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'one-stop', size: '1', trigger: '62000', exit: { filled: ['one'] } }),
    planned({ id: 'other', size: '1', price: '63000' }),
    planned({ id: 'other-stop', size: '1', trigger: '61000', exit: { filled: ['other'] } }),
  ]);
  followed.look();
  expect(toCome(followed)).toBe(0);
  expect(toCome(followed, ['one'])).toBe(6);
  expect(toCome(followed, ['one', 'other'])).toBe(12);
  followed.settle();
  expect(toCome(followed)).toBe(12);
  expect(toCome(followed, [], { windowMs: 3000 })).toBe(4);
});

test('one a look of each group until then, and one for a look at once', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  const after = (afterMs: number): number => toCome(followed, [], { windowMs: 60_000, afterMs });
  expect([0, 1999, 2000, 10_000, 54_000, 58_000, 60_000].map(after)).toEqual([2, 2, 3, 7, 29, 31, 31]);
});

test('what was sent in the window is taken off, and counts again once the window has moved on', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  for (const filled of ['0.1', '0.2', '0.3']) followed.seen('entry', 1, filled);
  expect(toCome(followed, [], NEXT)).toBe(2);
  for (const filled of ['0.4', '0.5']) followed.seen('entry', 1, filled);
  expect(toCome(followed, [], NEXT)).toBe(1);
  expect(toCome(followed)).toBe(6);
  followed.look(WINDOW_MS);
  expect(toCome(followed, [], { windowMs: WINDOW_MS, afterMs: 8000 })).toBe(6);
});

test('once nothing more is filled one is left, for what takes its place; none where nothing is held, or the stop is let go', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.5');
  followed.put('entry', 1, { state: 'over', end: 'other' });
  followed.settle();
  expect(toCome(followed)).toBe(1);
  followed.put('stop', 1, { state: 'over', end: 'person' });
  expect(toCome(followed)).toBe(0);
});

test('no more than a stop may still have parts', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.1');
  expect(toCome(followed, [], { windowMs: 1_000_000 })).toBe(47);
});
