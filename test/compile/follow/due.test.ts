import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../src/model/decimal.ts';
import { positionName } from '../../../src/model/followed.ts';
import { Followed, MINUTE, planned, SECOND } from '../../support/followed.ts';
import { BRACKET, EVEN, HOUR } from './five-plans.ts';

const bracket = (orders = BRACKET): Followed => {
  const followed = new Followed(orders);
  expect(followed.settle()).toEqual([]);
  followed.look();
  expect(followed.settle()).toEqual(['entry 0.3 64000: conditions']);
  return followed;
};

const FIRST = [
  'stop 0.06 market at 62000: first-fill',
  'target-1 0.02 65000 at 65000: first-fill',
  'target-2 0.02 66500 at 66500: first-fill',
  'target-3 0.02 68000 at 68000: first-fill',
];
const WHOLE = [
  'stop/3 0.225 market at 62000: entries-over',
  'target-1/2 0.08 65000 at 65000: entries-over',
  'target-2/2 0.08 66500 at 66500: entries-over',
  'target-3/2 0.08 68000 at 68000: entries-over',
];

function filledBracket(orders = BRACKET): Followed {
  const followed = bracket(orders);
  expect(followed.seen('entry', 1, '0.06')).toEqual(FIRST);
  expect(followed.seen('entry', 1, '0.075')).toEqual(['stop/2 0.015 market at 62000: growth']);
  expect(followed.seen('entry', 1, '0.3')).toEqual(WHOLE);
  followed.look();
  expect(followed.settle()).toEqual([]);
  followed.fill('target-1', 1, '0.02');
  followed.fill('target-1', 2, '0.08');
  followed.look();
  return followed;
}

describe('the bracket as it fills', () => {
  test('to break-even, step by step', () => {
    const followed = filledBracket();
    expect(followed.settle()).toEqual([
      'even 0.2 market at 64000: conditions',
      'cancel stop/3: replaced',
      'cancel stop/2: replaced',
      'cancel stop: replaced',
    ]);
    followed.look();
    expect(followed.settle()).toEqual([]);
  });

  test('without break-even whole parts of the stop go first, and the rest is made smaller, the new part first', () => {
    const followed = filledBracket(BRACKET.filter((order) => order !== EVEN));
    expect(followed.settle()).toEqual([
      'cancel stop/2: excess',
      'cancel stop: excess',
      'stop/4 0.2 market at 62000: resize',
      'cancel stop/3: replaced',
    ]);
    followed.look();
    expect(followed.settle()).toEqual([]);
  });

  test('what waits for a target that is filled in part stays', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.3');
    expect(followed.seen('target-1', 1, '0.099')).toEqual([
      'stop/2 0.201 market at 62000: resize',
      'cancel stop: replaced',
    ]);
    expect(followed.seen('target-1', 1, '0.1')[0]).toBe('even 0.2 market at 64000: conditions');
  });

  test('the entry is cancelled after its time, and its exits once nothing is held', () => {
    const followed = bracket();
    followed.look(4 * HOUR - 3 * SECOND);
    followed.seen('entry', 1, '0.06');
    expect(followed.settle()).toEqual([]);
    followed.look(2 * SECOND);
    expect(followed.said()).toEqual(['cancel entry: until-for']);
    followed.settle();
    followed.put('stop', 1, { firedMs: followed.now });
    followed.look();
    expect(followed.settle()).toEqual([
      'cancel target-1: stop-fired',
      'cancel target-2: stop-fired',
      'cancel target-3: stop-fired',
    ]);
    followed.fill('stop', 1, '0.05', '62000');
    followed.put('stop', 1, { state: 'over', end: 'other' });
    followed.look();
    expect(followed.settle()).toEqual(['stop/2 0.01 market: rest']);
  });

  test('a stop that closed all is not cancelled before its record says that it is over', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.3');
    followed.put('stop', 1, { firedMs: followed.now });
    followed.look();
    expect(followed.settle()).toHaveLength(3);
    followed.fill('stop', 1, '0.3', '62000');
    followed.put('stop', 1, { state: 'works' });
    followed.look();
    expect(followed.settle()).toEqual([]);
  });

  test('break-even goes by what was paid', () => {
    const followed = bracket();
    followed.fill('entry', 1, '0.1', '63990');
    followed.look();
    followed.settle();
    followed.seen('entry', 1, '0.3', '63900');
    followed.fill('target-1', 1, '0.033', '65000');
    expect(followed.seen('target-1', 2, '0.067', '65000')[0]).toBe('even 0.2 market at 63930: conditions');
  });
});

describe('a refusal, a hand, an answer that was lost', () => {
  test('a stop that is refused comes first at the next look, and is let go after the second', () => {
    const followed = bracket();
    followed.fill('entry', 1, '0.06');
    followed.look();
    expect(followed.settle('rejected')).toEqual(['stop 0.06 market at 62000: first-fill']);
    expect(followed.settle()).toEqual([]);
    followed.look();
    expect(followed.settle('rejected')).toEqual(['stop/2 0.06 market at 62000: was-refused']);
    followed.look();
    expect(followed.settle()).toEqual(FIRST.slice(1));
    followed.set({ again: new Map([['stop', 3]]) });
    expect(followed.settle()).toEqual(['stop/3 0.06 market at 62000: was-refused']);
  });

  test('a stop that somebody cancelled is placed once more, a target never', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.3');
    followed.put('stop', 1, { state: 'over', end: 'other' });
    followed.put('target-3', 1, { state: 'over', end: 'other' });
    followed.look();
    expect(followed.settle()).toEqual(['stop/2 0.3 market at 62000: was-cancelled']);
    followed.put('stop', 2, { state: 'over', end: 'other' });
    followed.look();
    expect(followed.settle()).toEqual([]);
  });

  test('a stop that is gone together with its position is not placed again, until something is held there', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.3');
    followed.put('stop', 1, { state: 'over', end: 'other' });
    followed.set({ emptyPositions: new Set(['btcusdt long']) });
    expect(followed.settle()).toEqual([]);
    followed.set({ emptyPositions: new Set(['btcusdt short']) });
    expect(followed.settle()).toEqual(['stop/2 0.3 market at 62000: was-cancelled']);
  });

  test('what a person cancels with ordo stays cancelled', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.06');
    for (const id of ['stop', 'target-1']) followed.put(id, 1, { state: 'over', end: 'person' });
    expect(followed.seen('entry', 1, '0.3')).toEqual([
      'target-2/2 0.08 66500 at 66500: entries-over',
      'target-3/2 0.08 68000 at 68000: entries-over',
    ]);
  });

  test('an unknown stop counts until it is dead, lacked by two looks, and the position has what it was to close', () => {
    const followed = bracket();
    followed.fill('entry', 1, '0.06');
    followed.look();
    expect(followed.settle('unknown')).toEqual([FIRST[0]]);
    // It may never have left: no target works beside a group whose stop nobody has seen.
    expect(followed.settle()).toEqual([]);
    followed.put('stop', 1, { lackedBy: 2 });
    followed.look(MINUTE);
    expect(followed.settle()).toEqual([]);
    followed.set({ positions: new Map([[positionName('cmt_btcusdt', true), Decimal.of('0.059')]]) });
    expect(followed.settle()).toEqual([]);
    followed.set({ positions: new Map([[positionName('cmt_btcusdt', true), Decimal.of('0.06')]]) });
    expect(followed.settle()).toEqual(['stop/2 0.06 market at 62000: is-unknown', ...FIRST.slice(1)]);
    followed.put('stop', 1, { state: 'works' });
    expect(followed.settle()).toEqual(['cancel stop/2: excess']);
  });

  test('a position that other hands closed takes targets from the last one back', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.3');
    followed.set({ closedElsewhere: new Map([['entry', Decimal.of('0.15')]]) });
    expect(followed.settle()).toEqual([
      'stop/2 0.15 market at 62000: resize',
      'cancel target-3: excess',
      'cancel target-2: excess',
      'cancel stop: replaced',
      'target-2/2 0.05 66500 at 66500: entries-over',
    ]);
  });
});

describe('a market that is past the trigger', () => {
  test('the price is asked first, and the exit is sent as what it would have become', () => {
    const followed = bracket();
    followed.fill('entry', 1, '0.06');
    followed.look();
    followed.set({ prices: new Map() });
    expect(followed.said()).toEqual(['ask cmt_btcusdt']);
    followed.price('62000');
    expect(followed.settle()).toEqual(['stop 0.06 market: first-fill']);
    followed.price('65000.5');
    followed.fill('stop', 1, '0.06');
    followed.now += 1;
    expect(followed.seen('entry', 1, '0.12')).toEqual([
      'stop/2 0.06 market at 62000: growth',
      'target-1 0.04 65000: first-fill',
      'target-2 0.02 66500 at 66500: first-fill',
    ]);
  });

  test('one that works though it is passed in both looks after its placing is no cover', () => {
    const followed = bracket();
    followed.seen('entry', 1, '0.06');
    followed.look();
    followed.price('61990');
    followed.put('stop', 1, { priceLooks: { asked: 2, passed: 2 } });
    expect(followed.settle()).toEqual([
      'cancel target-1: stop-passed',
      'cancel target-2: stop-passed',
      'cancel target-3: stop-passed',
      'stop/2 0.06 market: rest',
      'cancel stop: passed',
    ]);
  });
});

test('nothing follows for an order of no group that fired into nobody knows what, and the others go on', () => {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000', until: { forMs: MINUTE } }),
    planned({ id: 'other', size: '1', trigger: '65000', until: { forMs: MINUTE } }),
  ]);
  followed.look();
  followed.settle();
  followed.put('other', 1, { state: 'works', firedMs: followed.now, isFrozen: true });
  followed.look(2 * MINUTE);
  expect(followed.said()).toEqual(['cancel one: until-for']);
});

test('an unknown stop is not placed again where the position lacks what an order of no group opened', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'beside', size: '2', price: '64000' }),
  ]);
  followed.look();
  followed.settle();
  followed.fill('beside', 1, '2');
  followed.fill('entry', 1, '1');
  followed.look();
  expect(followed.settle('unknown')).toEqual(['stop 1 market at 62000: first-fill']);
  followed.put('stop', 1, { lackedBy: 2 });
  followed.look(MINUTE);
  // 1 may be what the stop closed.
  followed.set({ positions: new Map([[positionName('cmt_btcusdt', true), Decimal.of('2')]]) });
  expect(followed.said()).toEqual([]);
  followed.set({ positions: new Map([[positionName('cmt_btcusdt', true), Decimal.of('3')]]) });
  expect(followed.said()).toEqual(['stop/2 1 market at 62000: is-unknown']);
});
