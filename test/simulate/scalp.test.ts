/** The plan and the candles of the docs, whose sums can be checked by hand. */
import { describe, expect, it } from 'vitest';
import type { Simulated } from '../../src/model/simulated.ts';
import { candles, compiled, FROM, onPath, simulated } from '../support/simulated.ts';

const scalp = (stop = '63600') =>
  compiled(`version: 1
name: scalp
vars: { stop: ${stop} }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.1, price: 63900, stopLoss: =stop, takeProfit: 64400 }
  - { id: add, side: open-long, size: { total: 0.3 }, price: { from: 63000, to: 62000, steps: 3 } }
`);

const BTC = candles(
  [
    [64000, 64120, 63950, 64010],
    [64010, 64080, 63880, 63905],
    [63905, 64450, 63550, 64050],
    [64050, 64100, 63400, 63420],
    [63420, 63500, 62900, 62950],
    [62950, 63100, 62500, 62600],
    [62640, 63200, 62610, 63050],
    [63050, 63180, 62980, 63140],
  ],
  { traded: Float64Array.of(118.2, 96.4, 412.5, 260.1, 388.7, 301.9, 244, 131.6) },
);
const HOUR = 3_600_000;
const prices = { candles: [BTC] };
const at = (hour: number): number => FROM + hour * HOUR;
const fateOf = ({ orders }: Simulated, id: string) => orders.find((one) => one.id === id)?.fate;

describe('scalp on eight candles', () => {
  const range = simulated(scalp(), { prices });

  it('has the result, the fees and what is open at both ends', () => {
    expect(range).toMatchObject({
      answer: 'range',
      bound: true,
      result: ['-23.635992', '56.300008'],
      realised: ['-37.635992', '42.300008'],
      open: ['14', '14'],
      fees: ['7.625992', '7.689992'],
    });
  });

  it('is deepest at the low of 05:00', () => {
    expect(range.deepest).toEqual(['-87.635992', '-7.699992']);
    expect(range.deepestAt).toEqual([at(5), at(5)]);
  });

  it('is bare from the fill of add-1 on', () => {
    expect(range.bareMs).toEqual([4 * HOUR, 3 * HOUR]);
    expect(range.bareFrom).toEqual({ at: at(4), symbol: 'cmt_btcusdt', id: 'add-1' });
  });

  it('tells what became of each order', () => {
    expect(fateOf(range, 'entry')).toEqual([
      { kind: 'filled', at: at(1), size: '0.1', price: '63900', closed: { at: at(2), by: 'stop', id: 'entry' } },
      { kind: 'filled', at: at(1), size: '0.1', price: '63900', closed: { at: at(2), by: 'target', id: 'entry' } },
    ]);
    expect(fateOf(range, 'add-1')?.[0]).toEqual({ kind: 'filled', at: at(4), size: '0.1', price: '63000' });
    const lowest = { extreme: 'lowest', price: '62500', at: at(5) };
    expect(fateOf(range, 'add-2')?.[1]).toEqual({ kind: 'waiting', for: 'limit', near: { touched: true, ...lowest } });
    expect(fateOf(range, 'add-3')?.[1]).toEqual({ kind: 'waiting', for: 'limit', near: { touched: false, ...lowest } });
  });

  it('is decided in the candle of 02:00 alone', () => {
    expect(range.deciding).toMatchObject([{ from: at(2), to: at(3), apart: '79.936', orders: [{ id: 'entry' }] }]);
    expect(range.deciding[0]?.orders[0]?.fills).toMatchObject([
      [{ why: 'stop-loss', price: '63599.9', fee: '5.087992', role: 'taker' }],
      [{ why: 'take-profit', price: '64399.9', fee: '5.151992', role: 'taker' }],
    ]);
  });

  it('tells each fill once, and who has it', () => {
    expect(range.fills.map(({ course, id, why, fee }) => `${course} ${id} ${why} ${fee}`)).toEqual([
      'both entry limit 1.278',
      'pessimistic entry stop-loss 5.087992',
      'optimistic entry take-profit 5.151992',
      'both add-1 limit 1.26',
    ]);
  });

  it('holds what is left at both ends', () => {
    const held = {
      symbol: 'cmt_btcusdt',
      side: 'long',
      marginMode: 'cross',
      size: '0.1',
      average: '63000',
      last: '63140',
    };
    expect(range.positions).toEqual([[held], [held]]);
  });

  it('names the candles', () => {
    expect(range.candles?.digest.slice(0, 12)).toBe('4798945367df');
    expect(range.digest.slice(0, 12)).toBe('d10320c75465');
  });

  it('has courses that are paths to its ends', () => {
    for (const end of [0, 1] as const) {
      const path = new Map(range.courses[end].map((course) => [course.symbol, course.path]));
      const played = simulated(scalp(), { prices: { path } });
      expect(played.result).toEqual([range.result[end], range.result[end]]);
      expect(played.answer).toBe('exact');
    }
  });
});

it('touch is the kinder reading', () => {
  const range = simulated(scalp(), { prices, fills: 'touch' });
  const short = range.result.map((one) => Number(one).toFixed(2));
  expect(short).toEqual(['39.12', '119.06']);
});

it('a path has one answer', () => {
  const exact = simulated(scalp(), { prices: onPath('64000,63500,64500') });
  expect(exact.result.map((one) => Number(one).toFixed(2))).toEqual(['-36.38', '-36.38']);
  expect(exact.deepest.map((one) => Number(one).toFixed(2))).toEqual(['-36.38', '-36.38']);
  expect(exact.fees.map((one) => Number(one).toFixed(2))).toEqual(['6.37', '6.37']);
  expect(exact).toMatchObject({ answer: 'exact', open: ['0', '0'] });
  expect(exact.bareMs).toBeUndefined();
});

it('a stop at 63500 is passed by no candle before the target', () => {
  const range = simulated(scalp('63500'), { prices });
  expect(range.result.map((one) => Number(one).toFixed(2))).toEqual(['56.30', '56.30']);
  expect(range.deepest.map((one) => Number(one).toFixed(2))).toEqual(['-36.28', '-7.70']);
  expect(range.bareMs).toEqual([4 * HOUR, 3 * HOUR]);
});
