/** A list that is late shows a trigger that fired: what the market has passed counts as closing, and no more is closed than is held. */
import { expect, test } from 'vitest';
import { Followed } from '../../support/followed.ts';
import { BRACKET } from './five-plans.ts';

test('break-even that is passed closes nothing that the stop before it may be closing', () => {
  const followed = new Followed(BRACKET);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.3');
  followed.fill('target-1', 1, '0.1');
  followed.price('61990');
  followed.look();
  expect(followed.settle()).toEqual([]);
  followed.put('stop', 1, { priceLooks: { asked: 3, passed: 2 } });
  followed.look();
  expect(followed.settle()).toEqual([
    'cancel target-2: stop-fired',
    'cancel target-3: stop-fired',
    'even 0.2 market: conditions',
    'cancel stop: passed',
  ]);
});

test('between the two stops it closes at once what is held', () => {
  const followed = new Followed(BRACKET);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.3');
  followed.fill('target-1', 1, '0.1');
  followed.price('63000');
  followed.look();
  expect(followed.settle()).toContain('even 0.2 market: conditions');
});
