/** How a stop grows once it has many parts. */
import { expect, test } from 'vitest';
import { Decimal } from '../../../src/model/decimal.ts';
import type { PlacedPart } from '../../../src/model/followed.ts';
import { Followed, MINUTE, planned, SECOND } from '../../support/followed.ts';

function begun(size: string): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size, price: '64000' }),
    planned({ id: 'stop', size, trigger: '62000', exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  return followed;
}

test('a stop of 12 parts grows by tenths, once a minute, and at the end of the entries', () => {
  const followed = begun('1');
  for (let part = 1; part <= 12; part++)
    expect(followed.seen('entry', 1, `0.0${String(part).padStart(2, '0')}`)).toHaveLength(1);
  expect(followed.seen('entry', 1, '0.111')).toEqual([]);
  expect(followed.seen('entry', 1, '0.112')).toEqual(['stop/13 0.1 market at 62000: growth']);
  expect(followed.seen('entry', 1, '0.12')).toEqual([]);
  followed.look(MINUTE - 4 * SECOND);
  expect(followed.settle()).toEqual([]);
  followed.look();
  expect(followed.settle()).toEqual(['stop/14 0.008 market at 62000: minute']);
  followed.seen('entry', 1, '0.121');
  followed.put('entry', 1, { state: 'over', end: 'other' });
  expect(followed.settle()).toEqual(['stop/15 0.001 market at 62000: entries-over']);
});

test('15 of its parts at most come by the minute', () => {
  const followed = begun('10');
  for (let part = 1; part <= 12; part++) followed.seen('entry', 1, `0.0${part + 10}`);
  const byMinute = Array.from({ length: 17 }, (_, minute) => {
    followed.seen('entry', 1, `0.0${minute + 30}`);
    followed.look(MINUTE);
    return followed.settle().length;
  });
  expect(byMinute).toEqual([...Array.from({ length: 15 }, () => 1), 0, 0]);
});

test('48 parts at most, the last one for the end of the entries', () => {
  const followed = begun('1');
  followed.seen('entry', 1, '0.5');
  const entry = followed.part('entry');
  const gone: PlacedPart = { ...followed.part('stop'), state: 'over', end: 'follower' };
  const due = (parts: number, entries: PlacedPart): string[] => {
    const stops = Array.from({ length: parts }, (_, part) => Object.assign({}, gone, { number: part + 1 }));
    followed.set({
      placed: new Map([
        ['entry', [entries]],
        ['stop', stops],
      ]),
    });
    return followed.said();
  };
  const over: PlacedPart = { ...entry, state: 'over', end: 'other', size: Decimal.of('1') };
  expect(due(46, entry)).toEqual(['stop/47 0.5 market at 62000: growth']);
  expect(due(47, entry)).toEqual([]);
  expect(due(47, over)).toEqual(['stop/48 0.5 market at 62000: entries-over']);
  expect(due(48, over)).toEqual([]);
});
