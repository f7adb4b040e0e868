/** What an order of an earlier run is told as at the end of a follow. */
import { expect, test } from 'vitest';
import { standsAs } from '../../src/actions/follow/ending.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';

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
