/** What an order of an earlier run is told as at the end of a follow. */
import { expect, test } from 'vitest';
import { leftOf, standsAs } from '../../src/actions/follow/ending.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';
import type { FollowEnd } from '../../src/session/follow/follow-task.ts';
import { Followed, planned } from '../support/followed.ts';

const part = (state: PlacedPart['state']): PlacedPart => ({
  clientOid: 'ordo1',
  number: 1,
  size: Decimal.of('1'),
  state,
  sentMs: 0,
  trades: new Map(),
});

test.each([
  ['rejected', 'already-rejected'],
  ['absent', 'already-absent'],
  ['unknown', 'unresolved'],
  ['intended', 'unresolved'],
  ['accepted', 'already-accepted'],
  ['works', 'already-accepted'],
  ['over', 'already-cancelled'],
] as const)('one that is %s is told as %s', (state, told) => {
  expect(standsAs(part(state))).toBe(told);
});

test('what its trades filled whole is not left open, though its record is late', () => {
  const followed = new Followed([planned({ id: 'entry', size: '1', price: '64000' })]);
  followed.look();
  followed.settle();
  const end = (): FollowEnd =>
    ({ known: followed.known, groups: [], withheld: new Map(), stop: 'at-end' }) as unknown as FollowEnd;
  const left = (): unknown => leftOf(followed.plan.orders, end());
  followed.fill('entry', 1, '0.999');
  expect(left()).toEqual([{ id: 'entry', reason: 'open' }]);
  followed.fill('entry', 1, '1');
  followed.put('entry', 1, { state: 'works' });
  expect(left()).toEqual([]);
});

test('an exit that is let go is told so, by the run that met its refusals and by each one after it', () => {
  const order = planned({ id: 'flat', size: '1', price: '64000' });
  const known = { placed: new Map([['flat', [part('rejected')]]]) };
  const end = (letGo: readonly string[]): FollowEnd =>
    ({ known, groups: [{ letGo }], withheld: new Map(), stop: 'at-end' }) as unknown as FollowEnd;
  expect(leftOf([order], end(['flat']))).toEqual([{ id: 'flat', reason: 'let-go' }]);
  expect(leftOf([order], end([]))).toEqual([]);
});
