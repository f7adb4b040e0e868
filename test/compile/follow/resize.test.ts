/** A stop that shrinks again before its last resize is over. */
import { expect, test } from 'vitest';
import { Decimal } from '../../../src/model/decimal.ts';
import { entryStopTarget } from '../../support/followed.ts';

test('a resize begins once the part that the one before replaces is gone', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.fill('out', 1, '0.2', '65000');
  followed.look();
  expect(followed.said()).toEqual(['stop/2 0.8 market at 62000: resize']);
  expect(followed.settle('works')).toEqual(['stop/2 0.8 market at 62000: resize']);
  followed.fill('out', 1, '0.4', '65000');
  followed.look();
  expect(followed.said()).toEqual(['cancel stop: replaced']);
  expect(followed.settle()).toEqual([
    'cancel stop: replaced',
    'stop/3 0.6 market at 62000: resize',
    'cancel stop/2: replaced',
  ]);
  expect(followed.part('stop', 3).size).toEqual(Decimal.of('0.6'));
});

test('after a resize that the entry outgrew, the smaller part goes before the larger is replaced', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.5');
  followed.fill('out', 1, '0.1', '65000');
  followed.look();
  // Killed once the smaller part works, and what it replaces still does; more is filled before the next run looks.
  expect(followed.settle('works')).toEqual(['stop/2 0.4 market at 62000: resize']);
  followed.fill('entry', 1, '0.55', '64000');
  followed.look();
  expect(followed.said()).toEqual(['cancel stop/2: excess']);
  followed.put('stop', 2, { state: 'works', cancel: { by: 'follower', answer: 'taken', ms: followed.now, tries: 1 } });
  expect(followed.said()).toEqual([]);
});

test('a smaller part is placed only once the whole parts that are too much are over', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.1');
  followed.seen('entry', 1, '1');
  followed.fill('out', 2, '0.4', '65000');
  followed.look();
  // 1 works, 0.6 is held: 0.1 goes whole, and only then 0.9 is made smaller.
  expect(followed.said()).toEqual(['cancel stop: excess']);
  const cancel = { by: 'follower', answer: 'taken', ms: followed.now, tries: 1 } as const;
  followed.put('stop', 1, { state: 'works', cancel });
  expect(followed.said()).toEqual([]);
  followed.put('stop', 1, { state: 'over', end: 'follower' });
  expect(followed.said()).toEqual(['stop/3 0.6 market at 62000: resize']);
});

test('a part whose record says that it is over is not cancelled, whatever its trades come to by now', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.fill('out', 1, '1', '65000');
  followed.look();
  expect(followed.said()).toEqual(['cancel stop: nothing-held']);
  followed.put('stop', 1, { state: 'accepted', isEnded: true });
  expect(followed.said()).toEqual([]);
});
