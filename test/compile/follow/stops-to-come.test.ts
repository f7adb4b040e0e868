/** How many parts of stops a window is to have room for, beside those that were sent in it. */
import { expect, test } from 'vitest';
import { stopsToCome } from '../../../src/compile/follow/stops-to-come.ts';
import { entryStopTarget, Followed, planned } from '../../support/followed.ts';

const WINDOW_MS = 10_000;

function toCome({ plan, known, now }: Followed, opening: readonly string[] = [], windowMs = WINDOW_MS): number {
  return stopsToCome(plan, known, now, { everyMs: 2000, opening: new Set(opening) })(windowMs);
}

test('none before anything opens, and one a look of each group once its entries may fill', () => {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'one-stop', size: '1', trigger: '62000', exit: { filled: ['one'] } }),
    planned({ id: 'other', size: '1', price: '63000' }),
    planned({ id: 'other-stop', size: '1', trigger: '61000', exit: { filled: ['other'] } }),
  ]);
  followed.look();
  expect(toCome(followed)).toBe(0);
  expect(toCome(followed, ['one'])).toBe(5);
  expect(toCome(followed, ['one', 'other'])).toBe(10);
  followed.settle();
  expect(toCome(followed)).toBe(10);
  expect(toCome(followed, [], 3000)).toBe(4);
});

test('what was sent in the window is taken off, and counts again once the window has moved on', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  for (const filled of ['0.1', '0.2', '0.3']) followed.seen('entry', 1, filled);
  expect(toCome(followed)).toBe(2);
  followed.look(WINDOW_MS);
  expect(toCome(followed)).toBe(5);
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
  expect(toCome(followed, [], 1_000_000)).toBe(46);
});
