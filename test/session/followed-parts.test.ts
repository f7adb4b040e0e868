/** What the journal knows of an order, as a follower takes it. */
import { expect, test } from 'vitest';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { isSettled, placedOf } from '../../src/session/lists/followed-parts.ts';
import { planned } from '../support/followed.ts';

const PLANNED = planned({ id: 'entry', size: '1', trigger: '64000' });
const FIRED: KnownOrder = {
  id: 'entry',
  clientOid: 'ordo1',
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '1', trigger: '64000' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: '71',
  seen: { state: 'partly-filled', filledSize: '0.25', firedAs: '72', atMs: 1 },
  trades: [['t1', '0.25', '64000', 1]],
};

const stateOf = (known: KnownOrder): string | undefined =>
  placedOf([PLANNED], new Map([['entry', known]]), () => ({}))
    .get('entry')
    ?.at(0)?.state;

test('a trigger that was told as filled once it fired is looked at until what it became is over', () => {
  expect(isSettled(FIRED)).toBe(false);
  expect(stateOf(FIRED)).toBe('accepted');
  const whole: KnownOrder = {
    ...FIRED,
    seen: { state: 'filled', filledSize: '1', firedAs: '72', atMs: 2 },
    trades: [...(FIRED.trades ?? []), ['t2', '0.75', '64010', 2]],
  };
  expect(isSettled(whole)).toBe(true);
  expect(stateOf(whole)).toBe('over');
});
