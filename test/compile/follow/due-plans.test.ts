import { describe, expect, test } from 'vitest';
import type { PlannedOrder } from '../../../src/model/order.ts';
import { Followed, MINUTE, SECOND } from '../../support/followed.ts';
import { BREAKOUT, DCA, FROM, OPEN_DRIVE, SELL_SLOWLY, START } from './five-plans.ts';

function at(orders: readonly PlannedOrder[], ms: number, price?: string): Followed {
  const followed = new Followed(orders, price);
  followed.now = ms;
  followed.set({ approvedMs: ms, startedMs: ms });
  followed.look();
  return followed;
}

describe('the other plans', () => {
  test('dca: one stop grows with the ladder, the profit cancels the rungs, and at its instant it is flat', () => {
    const followed = at(DCA, Date.parse('2026-12-01T00:00:00Z'), '63500');
    expect(followed.settle()).toHaveLength(4);
    followed.fill('dca-1', 1, '0.001');
    followed.fill('dca-2', 1, '0.002');
    followed.look();
    expect(followed.settle()).toEqual([
      'stop 0.003 market at 58000: first-fill',
      'out 0.003 market at 66000: first-fill',
    ]);
    followed.look(Date.parse('2026-12-03T00:00:00Z') - followed.now);
    expect(followed.settle()).toEqual(['cancel dca-3: until-at', 'cancel dca-4: until-at']);
    followed.look(Date.parse('2026-12-05T20:00:00Z') - followed.now);
    expect(followed.settle()).toEqual(['cancel out: close-out', 'flat 0.003 market: conditions']);
    followed.fill('flat', 1, '0.003');
    followed.look();
    expect(followed.settle()).toEqual(['cancel stop: nothing-held']);
  });

  test('dca: at the first fill of its target the rungs go', () => {
    const followed = at(DCA, Date.parse('2026-12-01T00:00:00Z'), '63500');
    followed.settle();
    followed.seen('dca-1', 1, '0.001');
    expect(followed.seen('out', 1, '0.001')).toEqual([
      'cancel stop: excess',
      'cancel dca-2: until-filled',
      'cancel dca-3: until-filled',
      'cancel dca-4: until-filled',
    ]);
  });

  test('breakout: the side that fires cancels the other, before a fill is seen', () => {
    const followed = at(BREAKOUT, 0);
    expect(followed.settle()).toHaveLength(2);
    followed.put('up', 1, { firedMs: followed.now });
    expect(followed.settle()).toEqual(['cancel down: until-filled']);
    followed.price('65300');
    expect(followed.seen('up', 1, '0.05')).toEqual(['up-stop 0.05 market at 64400: first-fill']);
  });

  test('slices at their times, none past half a step or 30 s, and none made up for', () => {
    const followed = at(SELL_SLOWLY, FROM.ms - 4 * SECOND);
    expect(followed.settle()).toEqual([]);
    followed.look();
    expect(followed.settle()).toEqual(['sell-1 0.1 market: slice']);
    followed.look(20 * MINUTE + 30 * SECOND);
    expect(followed.settle()).toEqual(['sell-2: missed', 'sell-3 0.1 market: slice']);
    followed.look(10 * MINUTE + 1);
    expect(followed.settle()).toEqual(['sell-4: missed']);
  });

  test('open-drive: at its instant, and never after its grace; its target goes next to its own stop', () => {
    const followed = at(OPEN_DRIVE, START.ms - MINUTE);
    expect(followed.settle()).toEqual([]);
    followed.look(6 * MINUTE - 2 * SECOND);
    expect(followed.settle()).toEqual(['entry 0.1 63500: conditions']);
    expect(followed.seen('entry', 1, '0.1')).toEqual(['target 0.1 market at 65500: first-fill']);
    const late = at(OPEN_DRIVE, START.ms - MINUTE);
    late.look(6 * MINUTE);
    expect(late.settle()).toEqual(['entry: missed']);
  });
});
