/** A list that is late shows a trigger that fired: what the market has passed counts as closing, and no more is closed than is held. */
import { expect, test } from 'vitest';
import { Followed } from '../../support/followed.ts';
import { BRACKET } from './five-plans.ts';

/** The entry filled whole, a target too, and the market there. */
function afterTarget(price: string): Followed {
  const followed = new Followed(BRACKET);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.3');
  followed.fill('target-1', 1, '0.1');
  followed.price(price);
  followed.look();
  return followed;
}

test('break-even that is passed closes nothing that the stop before it may be closing', () => {
  const followed = afterTarget('61990');
  expect(followed.settle()).toEqual([]);
  followed.put('stop', 1, { priceLooks: { asked: 3, passed: 2 } });
  followed.look();
  expect(followed.settle()).toEqual([
    'cancel target-2: stop-passed',
    'cancel target-3: stop-passed',
    'even 0.2 market: conditions',
    'cancel stop: passed',
  ]);
});

test('between the two stops it closes at once what is held', () => {
  expect(afterTarget('63000').settle()).toContain('even 0.2 market: conditions');
});
