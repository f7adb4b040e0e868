/** A stop whose place another took: when it comes back, and what it keeps for a rest that is too small to be sent. */
import { expect, test } from 'vitest';
import { isAtEnd } from '../../../src/compile/follow/standing.ts';
import { Decimal } from '../../../src/model/decimal.ts';
import type { PlacedPart } from '../../../src/model/followed.ts';
import { Followed, planned, SECOND } from '../../support/followed.ts';

const AFTER = { ms: 20 * SECOND, text: '' };

/** A whole entry; the stop that becomes due after 20 s works in place of the first. */
function laterWorks(): Followed {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '1', trigger: '65000', price: '65000', exit: { filled: ['entry'] } }),
    planned({ id: 'later', size: '1', trigger: '63000', afterAt: AFTER, exit: { filled: ['entry'] } }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  followed.look(20 * SECOND);
  expect(followed.settle()).toEqual(['later 1 market at 63000: conditions', 'cancel stop: replaced']);
  return followed;
}

const isOver = ({ plan, known, now }: Followed): boolean => isAtEnd(plan, known, now);

/** The later stop is refused twice after somebody cancelled what worked of it. */
function failed(followed: Followed): void {
  followed.put('later', 1, { state: 'over', end: 'other' });
  followed.look();
  expect(followed.settle('rejected')).toEqual(['later/2 1 market at 63000: was-cancelled']);
  followed.look();
  expect(followed.settle('rejected')).toEqual(['later/3 1 market at 63000: was-refused']);
  followed.look();
}

test('where a later stop is let go and nothing of it works, the one before counts again', () => {
  const followed = laterWorks();
  failed(followed);
  expect(isOver(followed)).toBe(false);
  expect(followed.said()).toEqual(['stop/2 1 market at 62000: entries-over']);
  followed.settle();
  followed.look();
  expect(followed.said()).toEqual([]);
});

test('once that is let go as well, nothing can become due any more', () => {
  const followed = laterWorks();
  failed(followed);
  followed.settle('rejected');
  followed.look();
  expect(followed.settle('rejected')).toEqual(['stop/3 1 market at 62000: was-refused']);
  followed.look();
  followed.put('out', 1, { state: 'over', end: 'person' });
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('what a person took off stays off, and the one before does not come back', () => {
  const followed = laterWorks();
  followed.put('later', 1, { state: 'over', end: 'person' });
  followed.put('out', 1, { state: 'over', end: 'person' });
  followed.look();
  expect([followed.said(), isOver(followed)]).toEqual([[], true]);
});

test('what works of a stop that was let go stays where it covers all, and is replaced where it does not', () => {
  const followed = laterWorks();
  const refused = (number: number): PlacedPart => ({
    ...followed.part('later'),
    number,
    clientOid: `later ${number}`,
    state: 'rejected',
  });
  const letGo = [refused(2), refused(3)];
  followed.set({ placed: new Map([...followed.known.placed, ['later', [followed.part('later'), ...letGo]]]) });
  followed.look();
  expect(followed.said()).toEqual([]);
  followed.set({
    placed: new Map([
      ...followed.known.placed,
      ['later', [{ ...followed.part('later'), size: Decimal.of('0.6') }, ...letGo]],
    ]),
  });
  expect(followed.said()).toEqual(['stop/2 1 market at 62000: entries-over']);
});

test('what it keeps for a rest that is too small to be sent is made as small as can be', () => {
  const followed = new Followed(
    [
      planned({ id: 'entry', size: '1', price: '64000' }),
      planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
      planned({ id: 'later', size: '1', trigger: '63000', afterAt: AFTER, exit: { filled: ['entry'] } }),
    ],
    '64500',
    '0.005',
  );
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '0.3');
  expect(followed.seen('entry', 1, '0.998')).toEqual(['stop/2 0.698 market at 62000: growth']);
  followed.look(20 * SECOND);
  // Killed once the later one works; a rest is filled before the next run looks.
  expect(followed.settle('works')).toEqual(['later 0.998 market at 63000: conditions']);
  expect(followed.seen('entry', 1, '1')).toEqual([
    'cancel stop/2: replaced',
    'stop/3 0.005 market at 62000: resize',
    'cancel stop: replaced',
  ]);
  followed.look();
  expect(followed.said()).toEqual([]);
});
