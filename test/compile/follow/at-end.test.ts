/** When a follower is at its end: nothing can become due any more. */
import { expect, test } from 'vitest';
import { isAtEnd } from '../../../src/compile/follow/standing.ts';
import { Followed, planned } from '../../support/followed.ts';

function begun(): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  return followed;
}

const isOver = ({ plan, known, now }: Followed): boolean => isAtEnd(plan, known, now);

test('an entry that is unknown is waited for until two looks lack it after its request died, and no longer', () => {
  const followed = begun();
  followed.put('entry', 1, { state: 'unknown' });
  expect(isOver(followed)).toBe(false);
  followed.put('entry', 1, { lackedBy: 1 });
  expect(isOver(followed)).toBe(false);
  followed.put('entry', 1, { lackedBy: 2 });
  expect(isOver(followed)).toBe(true);
});

test('what was filled of another entry keeps it going', () => {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'other', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '2', trigger: '62000', exit: { filled: ['one', 'other'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.put('one', 1, { state: 'unknown', lackedBy: 2 });
  followed.seen('other', 1, '1');
  followed.put('other', 1, { state: 'over', end: 'filled' });
  followed.settle();
  expect(isOver(followed)).toBe(false);
  followed.put('stop', 1, { state: 'over', end: 'filled', trades: followed.part('other').trades });
  expect(isOver(followed)).toBe(true);
});

test('a stop that fired for too little and was then let go leaves nothing to wait for, whatever waits for a target', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '1', trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
    planned({ id: 'even', size: '1', trigger: '64000', afterFilled: ['out'], exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.fill('stop', 1, '0.2', '62000');
  followed.put('stop', 1, { state: 'over', end: 'other', firedMs: followed.now });
  expect(followed.settle()).toEqual(['cancel out: stop-fired', 'stop/2 0.8 market: rest']);
  expect(isOver(followed)).toBe(false);
  followed.put('stop', 2, { state: 'rejected' });
  followed.look();
  expect(isOver(followed)).toBe(false);
  followed.settle('rejected');
  followed.look();
  expect(followed.said()).toEqual([]);
  expect(isOver(followed)).toBe(true);
});
