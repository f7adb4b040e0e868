import { expect, test } from 'vitest';
import { groupsOf } from '../../../src/compile/follow/groups.ts';
import { sharedOut, weightsOf } from '../../../src/compile/follow/shares.ts';
import type { PlannedOrder } from '../../../src/model/order.ts';
import { Rational } from '../../../src/model/rational.ts';
import { planned } from '../../support/followed.ts';
import { BRACKET, BREAKOUT, DCA, OPEN_DRIVE, SELL_SLOWLY } from './five-plans.ts';

const kinds = (orders: readonly PlannedOrder[]): string[] =>
  groupsOf(orders).groups.flatMap(({ exits }) => exits.map(({ id, kind }) => `${id} ${kind}`));
const faults = (...orders: readonly PlannedOrder[]): string[] =>
  groupsOf([planned({ id: 'entry', size: '1', price: '64000' }), ...orders]).faults.map(
    ({ fault, id }) => `${id} ${fault}`,
  );
const FILLED = { filled: ['entry'] };
const half = { ...FILLED, share: Rational.ratio(1n, 2n) };

test('the kinds of the five plans', () => {
  const plans = [BRACKET, DCA, BREAKOUT, SELL_SLOWLY, OPEN_DRIVE];
  expect(plans.map((orders) => groupsOf(orders).faults)).toEqual(plans.map(() => []));
  expect(kinds(BRACKET)).toEqual(['stop stop', 'target-1 target', 'target-2 target', 'target-3 target', 'even stop']);
  expect(kinds(DCA)).toEqual(['stop stop', 'out target', 'flat close-out']);
  expect(kinds(BREAKOUT)).toEqual(['up-stop stop', 'down-stop stop']);
  expect(kinds(OPEN_DRIVE)).toEqual(['target target']);
});

test('what is wrong with exits', () => {
  expect(faults(planned({ id: 'x', size: '1', price: '62000', exit: FILLED }))).toEqual(['x sells-at-once']);
  expect(faults(planned({ id: 'x', size: '1', exit: FILLED }))).toEqual(['x sells-at-once']);
  expect(faults(planned({ id: 'x', size: '1', trigger: '64000', exit: FILLED }))).toEqual(['x side']);
  expect(faults(planned({ id: 'x', side: 'close-short', size: '1', trigger: '62000', exit: FILLED }))).toEqual([
    'x other-side',
  ]);
  expect(faults(planned({ id: 'x', side: 'open-short', size: '1', exit: FILLED }))).toEqual(['x opens']);
  expect(faults(planned({ id: 'x', size: '1', trigger: '62000', exit: FILLED, until: { forMs: 1 } }))).toEqual([
    'x stop-until',
  ]);
  expect(faults(planned({ id: 'x', size: '1', trigger: '62000', exit: half }))).toEqual(['x share-of-all']);
  expect(faults(planned({ id: 'x', size: '1', price: '1', until: { filled: ['x'] } }))).toEqual(['x until-itself']);
  const target = planned({ id: 't', size: '1', trigger: '66000', exit: FILLED });
  expect(faults(target, planned({ id: 'u', size: '1', trigger: '67000', exit: half }))).toEqual(['u shares']);
  expect(faults(target, planned({ id: 'x', size: '1', trigger: '64000', exit: FILLED, afterFilled: ['t'] }))).toEqual([
    'x nothing-left',
  ]);
  const other = planned({ id: 'b', size: '1' });
  const both = { filled: ['entry', 'b'] };
  expect(faults(target, other, planned({ id: 'x', size: '1', trigger: '62000', exit: both }))).toEqual(['x groups']);
  expect(faults(other, planned({ id: 'x', size: '1', trigger: '62000', exit: { filled: ['b'] } }))).toEqual([
    'x side-unknown',
  ]);
});

test('an exit is one of its entry, and of what it waits for, in any spelling of the symbol', () => {
  const orders = [
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'out', size: '1', trigger: '66000', symbol: 'BTCUSDT', exit: half }),
    planned({ id: 'even', size: '1', trigger: '65000', symbol: 'BTCUSDT', exit: FILLED, afterFilled: ['out'] }),
    planned({ id: 'other', size: '1', trigger: '62000', symbol: 'ETHUSDT', exit: FILLED }),
  ];
  expect(kinds(orders)).toEqual(['out target', 'even stop']);
  expect(groupsOf(orders).faults.map(({ fault, id }) => `${id} ${fault}`)).toEqual(['other other-symbol']);
});

test('shares add up exactly, and more filled never means less for one', () => {
  const lists = [[1, 1, 1], [1, 2, 3], [5, 1, 1, 1], [1, 1, 7, 2, 2], [9]];
  for (const list of lists)
    for (const spare of [0, 1, 4]) {
      const of = list.reduce((sum, one) => sum + one, spare);
      const weights = weightsOf(list.map((one) => Rational.ratio(BigInt(one), BigInt(of))));
      let before = list.map(() => 0n);
      for (let filled = 0n; filled <= 200n; filled++) {
        const shares = sharedOut(filled, weights);
        expect(shares.reduce((sum, one) => sum + one, 0n)).toBe((filled * BigInt(of - spare)) / BigInt(of));
        expect(shares.every((share, at) => share >= (before[at] as bigint))).toBe(true);
        before = shares;
      }
    }
  expect(sharedOut(5n, weightsOf([1n, 1n, 1n].map((one) => Rational.ratio(one, 3n))))).toEqual([1n, 2n, 2n]);
});
