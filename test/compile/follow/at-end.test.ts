/** When a follower is at its end: nothing can become due any more. */
import { expect, test } from 'vitest';
import { groupStandings, isAtEnd } from '../../../src/compile/follow/standing.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import { Rational } from '../../../src/model/rational.ts';
import { entryStopTarget, Followed, planned } from '../../support/followed.ts';

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

test('what is not sent because of it is waited for as long, and no longer', () => {
  const followed = new Followed([
    planned({ id: 'gate', size: '1', price: '64000' }),
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'other', size: '1', price: '63000', afterFilled: ['gate'] }),
    planned({ id: 'stop', size: '2', trigger: '62000', exit: { filled: ['one', 'other'] } }),
  ]);
  followed.look();
  expect(followed.settle()).toEqual(['gate 1 64000: conditions', 'one 1 64000: conditions']);
  followed.put('one', 1, { state: 'unknown' });
  expect([followed.seen('gate', 1, '1'), isOver(followed)]).toEqual([[], false]);
  followed.put('one', 1, { lackedBy: 2 });
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
  // It shows up after all.
  followed.put('one', 1, { state: 'works', lackedBy: 0 });
  expect([followed.said().length, isOver(followed)]).toEqual([1, false]);
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

test('a target that is in no list freezes its share: what was filled since is not waited for', () => {
  const followed = entryStopTarget();
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.5');
  followed.put('out', 1, { state: 'unknown' });
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.seen('entry', 1, '1');
  followed.put('entry', 1, { state: 'over', end: 'filled' });
  expect([followed.settle(), isOver(followed)]).toEqual([[], false]);
  followed.put('out', 1, { lackedBy: 2 });
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

const fifths = (of: bigint): Rational => Rational.ratio(of, 5n);

function filledWithTargets(): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'near', size: '0.4', price: '65000', exit: { filled: ['entry'], share: fifths(2n) } }),
    planned({ id: 'far', size: '0.6', price: '66000', exit: { filled: ['entry'], share: fifths(3n) } }),
    planned({ id: 'even', size: '1', trigger: '64000', afterFilled: ['near'], exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  return followed;
}

test('what only a target may close that nobody has seen is not waited for, nor is what waits for that target', () => {
  const followed = filledWithTargets();
  followed.put('near', 1, { state: 'unknown' });
  followed.fill('stop', 1, '0.2', '62000');
  followed.put('stop', 1, { state: 'over', end: 'other', firedMs: followed.now });
  expect(followed.settle()).toEqual(['cancel far: stop-fired']);
  followed.put('near', 1, { lackedBy: 1 });
  followed.look();
  expect([followed.settle(), isOver(followed)]).toEqual([[], false]);
  // Once its request is dead the rest is closed that it cannot have closed.
  followed.put('near', 1, { lackedBy: 2 });
  expect([followed.settle('over'), isOver(followed)]).toEqual([['stop/2 0.4 market: rest'], false]);
  followed.seen('stop', 2, '0.4', '61900');
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('it is not waited for either where the stop is let go', () => {
  const followed = filledWithTargets();
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.put('far', 1, { state: 'over', end: 'person' });
  followed.put('near', 1, { state: 'unknown', lackedBy: 1 });
  expect([followed.said(), isOver(followed)]).toEqual([[], false]);
  followed.put('near', 1, { lackedBy: 2 });
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('a target that the exchange ended with its position, and refused once since, is not missed; one that was refused twice is', () => {
  const followed = filledWithTargets();
  const letGo = (): readonly (readonly string[])[] =>
    groupStandings(followed.plan, followed.known, followed.now).map((group) => group.letGo);
  followed.fill('stop', 1, '1', '62000');
  const near = followed.part('near');
  const other = { ...near, state: 'over', end: 'other' } as const;
  const refused = { ...near, number: 2, clientOid: 'near 2', state: 'rejected' } as const;
  followed.set({ placed: new Map([...followed.known.placed, ['near', [other, refused]]]) });
  expect(letGo()).toEqual([[]]);
  const again = { ...refused, number: 3, clientOid: 'near 3' };
  followed.set({ placed: new Map([...followed.known.placed, ['near', [other, refused, again]]]) });
  expect(letGo()).toEqual([['near']]);
});

test('a stop that is gone together with its position is waited for no longer, and is while something is held there', () => {
  const followed = begun();
  followed.seen('entry', 1, '1');
  followed.put('stop', 1, { state: 'over', end: 'other' });
  expect(isOver(followed)).toBe(false);
  followed.set({ emptyPositions: new Set(['btcusdt long']) });
  expect([followed.settle(), isOver(followed)]).toEqual([[], true]);
});

test('a stop that is in no list beside a position that is empty is waited for no longer once its request is dead', () => {
  const followed = begun();
  followed.seen('entry', 1, '1');
  followed.put('stop', 1, { state: 'unknown' });
  followed.set({ emptyPositions: new Set(['btcusdt long']) });
  expect([followed.settle(), isOver(followed)]).toEqual([[], false]);
  followed.put('stop', 1, { lackedBy: 2 });
  expect([followed.settle(), isOver(followed)]).toEqual([[], true]);
  // While something is held there the next part may become due.
  followed.set({ emptyPositions: new Set() });
  expect([followed.settle(), isOver(followed)]).toEqual([[], false]);
});

/** With a close at market that is due at once, and break-even behind the first of two targets. */
function closedOut(): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '1', trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
    planned({ id: 'even', size: '1', trigger: '64000', afterFilled: ['out'], exit: { filled: ['entry'] } }),
    planned({ id: 'flat', size: '1', afterAt: { ms: 100_000, text: 'then' }, exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.put('entry', 1, { state: 'over', end: 'filled' });
  followed.settle();
  return followed;
}

test('a close at market that was let go leaves no target to wait for, nor what waits for one', () => {
  const followed = closedOut();
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.look(120_000);
  expect(followed.settle('over')).toEqual(['cancel out: close-out']);
  for (const part of [1, 2]) {
    expect([followed.settle('rejected').length, part]).toEqual([1, part]);
    followed.look();
  }
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('a close at market does not wait for what a target may have closed that is in no list', () => {
  const followed = closedOut();
  followed.put('out', 1, { state: 'unknown', lackedBy: 2, size: Decimal.of('0.4') });
  followed.look(120_000);
  expect(followed.settle('over')).toEqual(['flat 0.6 market: conditions']);
  followed.fill('flat', 1, '0.6');
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.look();
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('one that waits for a target to be filled leaves none of the others to wait for, nor what waits for one', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({
      id: 'out-1',
      size: '0.4',
      trigger: '65000',
      price: '65000',
      exit: { filled: ['entry'], share: fifths(2n) },
    }),
    planned({
      id: 'out-2',
      size: '0.4',
      trigger: '66000',
      price: '66000',
      exit: { filled: ['entry'], share: fifths(2n) },
    }),
    planned({ id: 'flat', size: '1', afterFilled: ['out-1'], exit: { filled: ['entry'] } }),
    planned({ id: 'even', size: '1', trigger: '64000', afterFilled: ['out-2'], exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.put('entry', 1, { state: 'over', end: 'filled' });
  followed.settle();
  // Refused once: it would be sent again, were the close at market not due by then.
  followed.put('out-2', 1, { state: 'rejected' });
  followed.fill('out-1', 1, '0.4');
  followed.put('out-1', 1, { state: 'over', end: 'filled' });
  followed.put('stop', 1, { state: 'over', end: 'person' });
  followed.look();
  for (const part of [1, 2]) {
    expect([followed.settle('rejected'), part]).toEqual([[expect.stringMatching(/^flat/)], part]);
    expect(isOver(followed)).toBe(part === 2);
    followed.look();
  }
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});
