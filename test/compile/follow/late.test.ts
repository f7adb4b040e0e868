/** What is late stays late, whatever was killed and started again since. */
import { expect, test } from 'vitest';
import { Rational } from '../../../src/model/rational.ts';
import { Followed, MINUTE, planned } from '../../support/followed.ts';

const HALF = Rational.ratio(1n, 2n);
const AT = { ms: 0, text: '2026-12-01T13:30:00Z' };

test('an opening order whose time was in an earlier run is missed once its grace is over', () => {
  for (const [startedMs, said] of [
    [4 * MINUTE, ['entry 1 64000: conditions']],
    [6 * MINUTE, ['entry: missed']],
  ] as const) {
    const followed = new Followed([planned({ id: 'entry', size: '1', price: '64000', afterAt: AT })]);
    followed.set({ startedMs });
    followed.look(startedMs);
    expect(followed.said()).toEqual(said);
  }
});

test('the stop that came due last before a restart stays the one that covers', () => {
  const followed = new Followed([
    planned({ id: 'entry', size: '1', price: '64000' }),
    planned({ id: 'stop', size: '1', trigger: '62000', exit: { filled: ['entry'] } }),
    planned({ id: 'out', size: '0.5', trigger: '65000', price: '65000', exit: { filled: ['entry'], share: HALF } }),
    planned({ id: 'even', size: '1', trigger: '64000', exit: { filled: ['entry'] }, afterFilled: ['out'] }),
  ]);
  followed.look();
  followed.settle();
  followed.seen('entry', 1, '1');
  expect(followed.seen('out', 1, '0.5', '65000')).toEqual([
    'even 0.5 market at 64000: conditions',
    'cancel stop: replaced',
  ]);
  followed.set({ startedMs: followed.now + MINUTE });
  followed.look(2 * MINUTE);
  expect(followed.said()).toEqual([]);
});
