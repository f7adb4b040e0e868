/** What decides: each stretch in which the courses are apart, and all of them together the range. */
import { describe, expect, it } from 'vitest';
import { candles, compiled, FROM, simulated } from '../support/simulated.ts';

const HOUR = 3_600_000;
const brackets = compiled(`version: 1
name: a
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: one, side: open-long, size: 0.1, price: 64000, stopLoss: 63900, takeProfit: 64100 }
  - { id: two, side: open-long, size: 0.3, price: 63000, stopLoss: 62900, takeProfit: 63200 }
`);
const BTC = candles([
  [64050, 64050, 63990, 64000],
  [64000, 64150, 63850, 64000],
  [63150, 63150, 62990, 63000],
  [63000, 63300, 62800, 63000],
]);

describe('two brackets in two candles', () => {
  const { deciding, result, fills } = simulated(brackets, { prices: { candles: [BTC] } });

  it('are two stretches, the largest first, that add up', () => {
    expect(deciding.map(({ from, to, apart }) => [(from - FROM) / HOUR, (to - FROM) / HOUR, apart])).toEqual([
      [3, 4, '89.928'],
      [1, 2, '19.984'],
    ]);
    const sum = deciding.reduce((all, { apart }) => all + Number(apart), 0);
    expect(sum).toBeCloseTo(Number(result[1]) - Number(result[0]), 9);
  });

  it('name the order with what fills at either end', () => {
    expect(deciding[1]?.orders).toMatchObject([
      { id: 'one', fills: [[{ why: 'stop-loss', price: '63899.9' }], [{ why: 'take-profit', price: '64099.9' }]] },
    ]);
    expect(fills.filter(({ course }) => course === 'both').map(({ id }) => id)).toEqual(['one', 'two']);
  });
});
