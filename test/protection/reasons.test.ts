/** Why something has no stop: the same at every look, as long as nothing but the market changes. */
import { describe, expect, test } from 'vitest';
import type { GuardedOrder } from '../../src/protection/guarded.ts';
import { held, judged, order, told, type Said } from './scenes.ts';

const gone = (said: Said = {}) => order('close-long', { id: 'out', trigger: '90', standing: 'fired', ...said });

describe('why a stop that is gone stopped nothing', () => {
  const entry = order('open-long', { id: 'in', at: '100', standing: 'filled' });
  const says = (stop: GuardedOrder, market: string): string =>
    told(judged([entry, stop], { basis: 'look', held: [held('long', '1', '100')], market }));

  test.each(['fired', 'rejected', 'cancelled', 'absent', 'withheld'] as const)(
    'stays the same wherever the market goes: %s',
    (standing) => {
      const [above, below] = [says(gone({ standing }), '95'), says(gone({ standing }), '85')];
      expect(above).toMatch(new RegExp(`stop-${standing} out$`));
      expect(below).toBe(above);
    },
  );

  test('is no target, by where the market was or by what it was held at', () => {
    expect(says(gone({ trigger: '110', market: '105' }), '105')).toMatch(/no-stop$/);
    expect(says(gone({ trigger: '110' }), '115')).toMatch(/no-stop$/);
    expect(says(gone({ trigger: '105', market: '108' }), '103')).toMatch('stop-fired out');
  });
});

const passed = (trigger: string) => gone({ standing: 'rejected', trigger, market: '85', code: '40015' });
const rejected = (one: Said, stop: GuardedOrder): string =>
  told(judged([order('open-long', { id: 'in', ...one }), stop], { market: '85' })).replace(/^.*loss 0 /, '');

test('a stop that was rejected as the market had passed it is named, and a target is not', () => {
  const filled = { at: '100', standing: 'filled' } as const;
  expect(rejected(filled, passed('90'))).toBe('stop-rejected out');
  expect(rejected({ trigger: '100', standing: 'open' }, passed('90'))).toBe('stop-rejected out');
  expect(rejected(filled, passed('110'))).toBe('no-stop');
  expect(rejected({ standing: 'open' }, passed('90'))).toBe('no-stop');
  expect(rejected(filled, { ...passed('90'), standing: 'withheld' })).toBe('no-stop');
});

describe('what is left of a position that a stop closed in part', () => {
  const entry = order('open-long', { id: 'in', size: '4', at: '100', standing: 'filled' });
  const says = (...stops: readonly GuardedOrder[]): string =>
    told(judged([entry, ...stops], { basis: 'look', held: [held('long', '2', '100')], market: '95' }));

  test('lacks the stop that went otherwise, not the one that did its part', () => {
    const fired = gone({ id: 'first', size: '2', trigger: '92' });
    const other = gone({ id: 'second', size: '2', trigger: '88', standing: 'cancelled' });
    expect(says(fired, other)).toMatch(/naked 2 loss 0 stop-cancelled second$/);
    expect(says(fired)).toMatch(/naked 2 loss 0 stop-fired first$/);
  });

  test('lacks the one that is taken off before any that went earlier', () => {
    const earlier = gone({ id: 'earlier', trigger: '91', standing: 'rejected' });
    const off = { ...gone({ id: 'off', trigger: '88', standing: 'cancelled' }), isTakenOff: true as const };
    expect(says(earlier, off)).toMatch(/stop-cancelled off$/);
  });
});
