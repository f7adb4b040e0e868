/** Trades that come to more than an order's size contradict it: what its record says, and no more than its size, keeps its stop. */
import { expect, test } from 'vitest';
import { ContradictedTold } from '../../../src/actions/follow/contradicted-told.ts';
import { exitOf } from '../../../src/actions/follow/ending.ts';
import { orderTold } from '../../../src/actions/follow/stated.ts';
import { groupStandings } from '../../../src/compile/follow/standing.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import { EXIT } from '../../../src/model/exit-code.ts';
import type { FollowEnd, FollowNews } from '../../../src/session/follow/follow-task.ts';
import { Followed } from '../../support/followed.ts';
import { BRACKET, HOUR } from './five-plans.ts';

function entered(): Followed {
  const followed = new Followed(BRACKET);
  followed.look();
  followed.settle();
  return followed;
}

const newsOf = ({ plan, known, now }: Followed): FollowNews => ({
  known,
  groups: groupStandings(plan, known, now),
  short: [],
  elsewhere: [],
  atMs: now,
});

test('the stop covers what the record says so far, and grows with it', () => {
  const followed = entered();
  followed.fill('entry', 1, '0.1');
  followed.fill('entry', 1, '0.4');
  followed.put('entry', 1, { recordedSize: Decimal.of('0.1') });
  followed.look();
  expect(followed.settle()[0]).toBe('stop 0.1 market at 62000: first-fill');
  followed.put('entry', 1, { recordedSize: Decimal.of('0.3') });
  followed.look();
  expect(followed.settle()[0]).toBe('stop/2 0.2 market at 62000: growth');
  followed.look();
  const [group] = newsOf(followed).groups;
  expect([group?.held, group?.covered, group?.naked].map((size) => size?.canonical())).toEqual(['0.3', '0.3', '0']);
});

test('where no record tells, no more than the size counts', () => {
  const followed = entered();
  followed.fill('entry', 1, '0.4');
  followed.look();
  expect(followed.settle()[0]).toBe('stop 0.3 market at 62000: first-fill');
  // Past its `until` nothing is left of it to cancel.
  followed.look(5 * HOUR);
  expect(followed.settle()).toEqual([]);
});

test('an average that the trades contradict is none: the stop before it stays', () => {
  const followed = entered();
  followed.fill('entry', 1, '0.4');
  followed.look();
  followed.settle();
  followed.put('entry', 1, { state: 'over', end: 'filled' });
  followed.fill('target-1', 1, '0.1');
  followed.look();
  expect(followed.settle()).toEqual(['stop/2 0.2 market at 62000: resize', 'cancel stop: replaced']);
});

test('it is told once, no size is below zero, and the run ends as not known', () => {
  const followed = entered();
  followed.fill('entry', 1, '0.4');
  followed.look();
  const [entry] = BRACKET;
  if (entry === undefined) throw new Error('the plan has an entry');
  const news = newsOf(followed);
  const { size, open, filled } = orderTold(entry, followed.plan, news, { causes: new Map(), unanswered: new Set() });
  expect({ size, open, filled }).toEqual({ size: '0.3', open: '0', filled: '0.3' });
  const told = new ContradictedTold();
  expect(told.take(news)).toEqual([
    'entry: its trades add up to 0.4, more than its size of 0.3; 0.3 counts, as its record does not say how much',
  ]);
  expect(told.take(news)).toEqual([]);
  const end = { ...news, stop: 'stopped', withheld: new Map() } as unknown as FollowEnd;
  expect(exitOf(BRACKET, end, { signalled: EXIT.interrupted, isNaked: false })).toBe(EXIT.unknown);
});

test('an exit whose parts took the place of others is told with no more than its own size', () => {
  const followed = entered();
  followed.fill('entry', 1, '0.3');
  followed.put('entry', 1, { state: 'over', end: 'filled' });
  followed.look();
  expect(followed.settle()).toContain('stop 0.3 market at 62000: first-fill');
  followed.fill('target-2', 1, '0.1');
  followed.look();
  expect(followed.settle()).toEqual(['stop/2 0.2 market at 62000: resize', 'cancel stop: replaced']);
  for (const number of [1, 2]) followed.put('stop', number, { state: 'over', end: 'follower' });
  const stop = BRACKET.find(({ id }) => id === 'stop');
  if (stop === undefined) throw new Error('the plan has a stop');
  expect(orderTold(stop, followed.plan, newsOf(followed), { causes: new Map(), unanswered: new Set() }).size).toBe(
    '0.3',
  );
});
