/** Which candles are used, what is held before, what is refused or withheld, and what cannot be asked. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { LIMITS } from '../../src/simulate/range/range.ts';
import { simulatePlan } from '../../src/simulate/simulate-plan.ts';
import type { SimulationOptions } from '../../src/simulate/options.ts';
import { candles, compiled, FEES, FROM, onPath, simulated } from '../support/simulated.ts';

const HOUR = 3_600_000;
const plan = (orders: string, on: 'v2' | 'v3' = 'v2') =>
  compiled(`version: 1\nname: a\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders}`, { on });
const BUY = plan('  - { id: a, side: open-long, size: 0.1, price: 64000 }\n');
const ROWS = [
  [64100, 64100, 64050, 64050],
  [64050, 64050, 63900, 63950],
  [63950, 64200, 63950, 64200],
  [64200, 64300, 64000, 64300],
] as const;
const BTC = candles(ROWS);
const fault = (options: Partial<SimulationOptions> & Pick<SimulationOptions, 'prices'>, asked = BUY) => {
  const done = simulatePlan(asked, { fees: FEES, ...options });
  return done.ok ? undefined : `${done.error.code}: ${done.error.message}`;
};

describe('from and to', () => {
  it('use the candles that open at or after the one and close by the other', () => {
    const prices = { candles: [BTC] };
    const used = (options: Partial<SimulationOptions>) => simulated(BUY, { prices, ...options }).candles?.symbols[0];
    expect(used({})).toMatchObject({ count: 4, from: FROM, to: FROM + 4 * HOUR, leftOut: 0 });
    expect(used({ from: FROM + 1 })).toMatchObject({ count: 3, from: FROM + HOUR, leftOut: 1 });
    expect(used({ to: FROM + 3 * HOUR })).toMatchObject({ count: 3, to: FROM + 3 * HOUR });
    expect(used({ to: FROM + 3 * HOUR - 1 })).toMatchObject({ count: 2, to: FROM + 2 * HOUR });
    expect(fault({ prices, from: FROM + 4 * HOUR })).toMatch(/^no-span/);
    expect(fault({ prices, to: FROM })).toMatch(/^no-span/);
  });

  it('a result is that of the last close', () => {
    const results = [1, 2, 3, 4].map((hours) => {
      const { result } = simulated(BUY, { prices: { candles: [BTC] }, to: FROM + hours * HOUR });
      return result[0];
    });
    expect(results).toEqual(['0', '-6.28', '18.72', '28.72']);
  });
});

describe('what is held before', () => {
  const exits = plan('  - { id: out, side: close-long, size: 0.1, price: 64150 }\n');
  const hold = [{ side: 'long', size: Decimal.of('0.1'), price: Decimal.of('63912.35') }] as const;

  it('lets a close be placed, and its gain so far is part of the result', () => {
    const without = simulated(exits, { prices: { candles: [BTC] } });
    expect(without.orders[0]?.fate[0]).toMatchObject({ kind: 'refused', code: '40015' });
    const held = simulated(exits, { prices: { candles: [BTC] }, hold });
    expect(held.orders[0]?.fate[0]).toMatchObject({ kind: 'filled', at: FROM + 2 * HOUR, price: '64150' });
    expect(held.result).toEqual(['22.482', '22.482']);
    expect(held.deepest).toEqual(['-1.235', '-1.235']);
  });

  it('takes the margin mode of the orders on its side, and asks where they have both', () => {
    const isolated = plan('  - { id: out, side: close-long, size: 0.1, price: 64150, marginMode: isolated }\n');
    expect(simulated(isolated, { prices: { candles: [BTC] }, hold }).settings.hold[0]?.marginMode).toBe('isolated');
    const both = plan(
      '  - { id: out, side: close-long, size: 0.1, price: 64150 }\n  - { id: in, side: open-long, size: 0.1, price: 60000, marginMode: isolated }\n',
    );
    expect(fault({ prices: { candles: [BTC] }, hold }, both)).toMatch(/^hold: .*both margin modes/);
  });
});

describe('what is not placed', () => {
  const after =
    '  - { id: out, side: close-long, size: 0.1, price: 64150 }\n' +
    '  - { id: b, side: open-long, size: 0.1, price: 64000, after: [out] }\n' +
    '  - { id: c, side: open-long, size: 0.1, price: 64000, after: [b] }\n';

  it.each(['v2', 'v3'] as const)('what waits for a refused order, and what waits for that, is withheld: %s', (on) => {
    const { orders } = simulated(plan(after, on), { prices: { candles: [BTC] } });
    expect(orders.map(({ fate: [fate] }) => fate.kind)).toEqual(['refused', 'withheld', 'withheld']);
    expect(orders[1]?.fate[0]).toEqual({ kind: 'withheld', reason: 'dependency' });
  });

  it('what is not selected says so', () => {
    const text = 'version: 1\nname: a\ndefaults: { symbol: cmt_btcusdt }\norders:\n';
    const two = `${text}  - { id: a, side: open-long, size: 0.1, price: 64000 }\n  - { id: b, side: open-long, size: 0.1, price: 63000 }\n`;
    const { orders } = simulated(compiled(two, { only: new Set(['a']) }), { prices: { candles: [BTC] } });
    expect(orders[1]?.fate[0]).toMatchObject({ kind: 'withheld', reason: 'not-selected' });
  });
});

describe('what cannot be asked', () => {
  it('prices of a symbol that the plan lacks, or none of one that it has', () => {
    expect(fault({ prices: { candles: [candles(ROWS, { symbol: 'cmt_ethusdt' })] } })).toMatch(/^other-symbol/);
    expect(fault({ prices: { candles: [] } })).toMatch(/^no-prices/);
    expect(fault({ prices: onPath('64000,65000', 'cmt_ethusdt') })).toMatch(/^other-symbol/);
  });
});

describe('more states than are followed', () => {
  const many = plan(
    Array.from(
      { length: 12 },
      (_, at) =>
        `  - { id: o${at}, side: open-long, size: 0.01, price: ${63990 - at}, stopLoss: ${63900 - at}, takeProfit: ${64100 + at} }\n`,
    ).join(''),
  );
  const wide = candles([
    [64000, 64200, 63800, 64000],
    [64000, 64200, 63800, 64000],
  ]);

  it('the range is no bound, from that candle on, and no expectation is met', () => {
    const limits = { ...LIMITS, inside: 50, kept: 5 };
    const expectation = { figure: 'result', is: '>=', value: '-100000', text: 'result >= -100000' } as const;
    const cut = simulated(many, { prices: { candles: [wide] }, limits, expect: [expectation] });
    expect(cut).toMatchObject({ bound: false, noBoundFrom: FROM, expected: [{ met: 'undecidable' }] });
    const whole = simulated(many, { prices: { candles: [wide] }, expect: [expectation] });
    expect(whole).toMatchObject({ bound: true, expected: [{ met: 'met' }] });
    expect(Number(whole.result[0])).toBeLessThanOrEqual(Number(cut.result[0]));
  });
});

it('an order larger than a tenth of what its candle traded is told', () => {
  const thin = candles(ROWS, { traded: Float64Array.of(5, 0.9, Number.NaN, 5) });
  expect(simulated(BUY, { prices: { candles: [thin] } }).large).toEqual([
    { id: 'a', at: FROM + HOUR, size: '0.1', traded: 0.9 },
  ]);
  expect(simulated(BUY, { prices: { candles: [BTC] } }).large).toEqual([]);
});

it.each([
  [64000, []],
  [32000, []],
  [31999.9, [{ symbol: 'cmt_btcusdt', first: '31999.9', middle: '64000' }]],
  [128000, []],
  [128000.1, [{ symbol: 'cmt_btcusdt', first: '128000.1', middle: '64000' }]],
])('prices that begin at %s', (price, far) => {
  const rows = [[price, price, price, price]] as const;
  expect(simulated(BUY, { prices: { candles: [candles([...rows, ...rows])] } }).far).toEqual(far);
});

it('the value is plain data', () => {
  const range = simulated(BUY, { prices: { candles: [BTC] } });
  expect(structuredClone(range)).toEqual(range);
});
