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
