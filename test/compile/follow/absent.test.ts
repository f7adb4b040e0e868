/** What a person settled as absent: an order that is no exit waits for the person, and an exit goes on with its next part. */
import { expect, test } from 'vitest';
import { isAtEnd } from '../../../src/compile/follow/standing.ts';
import { Followed, planned } from '../../support/followed.ts';

function begun(): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'more', size: '0.5', price: '63000', after: ['entry'] }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '1', trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  expect(followed.settle('unknown')).toEqual(['entry 1 64000: conditions']);
  return followed;
}

test('an entry stays off, and what waited for it is not needed', () => {
  const followed = begun();
  followed.put('entry', 1, { state: 'absent' });
  followed.look();
  expect(followed.settle()).toEqual(['more: not-needed']);
  followed.look();
  expect([followed.said(), isAtEnd(followed.plan, followed.known, followed.now)]).toEqual([[], true]);
});

test('once it is allowed again it goes once, and what waits for it after it', () => {
  const followed = begun();
  followed.put('entry', 1, { state: 'absent' });
  followed.set({ again: new Map([['entry', 2]]) });
  followed.look();
  expect(isAtEnd(followed.plan, followed.known, followed.now)).toBe(false);
  expect(followed.settle()).toEqual(['entry 1 64000: conditions', 'more 0.5 63000: conditions']);
  followed.look();
  expect(followed.said()).toEqual([]);
});

test('a part of a stop, and of a target, that is absent is followed by the next', () => {
  const followed = begun();
  followed.put('entry', 1, { state: 'works' });
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  for (const id of ['stop', 'out']) followed.put(id, 1, { state: 'absent' });
  followed.look();
  expect(followed.settle()).toEqual(['stop/2 1 market at 62000: first-fill', 'out/2 1 65000 at 65000: first-fill']);
});

test('what waits for an exit that is absent goes on waiting: its next part comes', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'more', size: '0.5', price: '63000', after: ['stop'] }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('entry', 1, '1');
  followed.look();
  followed.settle('unknown');
  followed.put('stop', 1, { state: 'absent' });
  followed.look();
  expect(followed.settle()).toEqual(['stop/2 1 market at 62000: first-fill', 'more 0.5 63000: conditions']);
});
