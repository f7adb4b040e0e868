/** Since when a position surely has all that the plan holds, where lists of trades are late. */
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { WholePositions } from '../../src/session/follow/whole-positions.ts';
import { Rational } from '../../src/model/rational.ts';
import { Followed, planned, SECOND } from '../support/followed.ts';

const LONG = 'btcusdt long';

/** Two entries of 1, of which the first is filled, with a target; looks say what is held. */
function filledOnce(): {
  followed: Followed;
  whole: WholePositions;
  look: (position: string, afterMs?: number, others?: string) => void;
} {
  const followed = new Followed([
    planned({ id: 'one', size: '1', price: '64000' }),
    planned({ id: 'two', size: '1', price: '63000' }),
    planned({ id: 'plain', side: 'close-long', size: '1', price: '66000' }),
    planned({ id: 'out', size: '2', price: '65000', exit: { filled: ['one', 'two'], share: Rational.ratio(1n, 1n) } }),
  ]);
  const whole = new WholePositions(followed.plan);
  const look = (position: string, afterMs = 2 * SECOND, others = '0'): void => {
    followed.look(afterMs);
    followed.set({ positions: new Map([[LONG, Decimal.of(position)]]) });
    whole.take({
      beganMs: followed.now,
      endedMs: followed.now + 100,
      known: followed.known,
      others: new Map([[LONG, Decimal.of(others)]]),
    });
    followed.settle();
  };
  look('0');
  followed.fill('one', 1, '1');
  return { followed, whole, look };
}

test('a position that had all that was counted is whole once no list can be late any more', () => {
  const { followed, whole, look } = filledOnce();
  look('1');
  const sawMs = followed.now;
  look('1', SECOND);
  expect(whole.sinceOf(LONG)).not.toBe(sawMs);
  look('1', SECOND + 100);
  expect(whole.sinceOf(LONG)).toBe(sawMs);
});

test('what a late list made look whole is not: the fill that it lacked had filled up what somebody closed', () => {
  const { followed, whole, look } = filledOnce();
  look('1');
  look('1');
  look('1');
  const before = whole.sinceOf(LONG);
  look('0');
  // The other entry was filled, and no list has that trade yet.
  look('1', SECOND);
  const filledMs = followed.now - 200;
  const late = followed.now;
  followed.fill('two', 1, '1', '63000');
  const { trades } = followed.part('two');
  followed.put('two', 1, { trades: new Map([...trades].map(([id, trade]) => [id, { ...trade, ms: filledMs }])) });
  for (let looks = 0; looks < 5; looks++) look('1', SECOND);
  expect(whole.sinceOf(LONG)).toBeLessThan(late - SECOND);
  expect(whole.sinceOf(LONG)).toBeGreaterThanOrEqual(before ?? Infinity);
  // By what others are known to have closed it has all again.
  followed.set({ closedElsewhere: new Map([[followed.plan.groups[0]?.name ?? '', Decimal.of('1')]]) });
  look('1');
  const nowMs = followed.now;
  look('1', 3 * SECOND);
  expect(whole.sinceOf(LONG)).toBe(nowMs);
});

test('what a target closed meanwhile is not missing', () => {
  const { followed, whole, look } = filledOnce();
  look('1');
  followed.fill('out', 1, '0.4', '65000');
  look('0.6', 3 * SECOND);
  const sawMs = followed.now;
  look('0.6', 3 * SECOND);
  expect(whole.sinceOf(LONG)).toBe(sawMs);
});

test('what a plain close took is missing, and so is what others hold', () => {
  const { followed, whole, look } = filledOnce();
  look('1');
  look('1', 3 * SECOND);
  const sawMs = followed.now;
  look('1', 3 * SECOND);
  expect(whole.sinceOf(LONG)).toBe(sawMs);
  const lastMs = followed.now;
  followed.fill('plain', 1, '1', '66000');
  for (let looks = 0; looks < 3; looks++) look('0', 3 * SECOND);
  expect(whole.sinceOf(LONG)).toBe(lastMs);
  for (let looks = 0; looks < 3; looks++) look('1.5', 3 * SECOND, '1');
  expect(whole.sinceOf(LONG)).toBe(lastMs);
  look('2', 3 * SECOND, '1');
  const nowMs = followed.now;
  look('2', 3 * SECOND, '1');
  expect(whole.sinceOf(LONG)).toBe(nowMs);
});
