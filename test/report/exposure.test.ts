import { assert, bigInt, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { OrderHeadline } from '../../src/model/event.ts';
import { bySymbol } from '../../src/report/dry-run/drawn-order.ts';
import { exposure, quotient, type SideExposure } from '../../src/report/dry-run/exposure.ts';
import { exposureLines } from '../../src/report/dry-run/exposure-lines.ts';
import { pageOf } from '../../src/report/text/page.ts';

type Fields = Partial<OrderHeadline> & Pick<OrderHeadline, 'size' | 'price'>;

function sidesOf(...orders: Fields[]): SideExposure[] {
  const common = { symbol: 'cmt_btcusdt', side: 'open-long', marginMode: 'cross', timeInForce: 'normal', line: 1 };
  const [drawn] = bySymbol(orders.map((fields, at) => Object.assign({ id: `order-${at}` }, common, fields)));
  return exposure(drawn?.orders ?? []);
}

const told = (sides: readonly SideExposure[], width = 80): string[] =>
  exposureLines(pageOf({ color: false, width }), sides);

test('size, notional, average, loss at the stops and reward at the targets, all of them exact', () => {
  const [side] = sidesOf(
    { size: '0.10', price: '64000.5', stopLoss: '63000', takeProfit: '66000.5' },
    { size: '0.3', price: '63000', stopLoss: '62999.9' },
    { size: '0.1', price: '62000' },
  );
  expect(side).toMatchObject({ side: 'open-long', orders: 3, average: { text: '63000.1', exact: true } });
  expect(side?.size.toString()).toBe('0.50');
  expect(side?.notional?.canonical()).toBe('31500.05');
  expect(side?.stops?.amount.canonical()).toBe('100.08');
  expect(side?.stops?.without.canonical()).toBe('0.1');
  expect(side?.targets?.amount.canonical()).toBe('200');
  expect(side?.targets?.without.canonical()).toBe('0.4');
  expect(side?.ratio).toBeUndefined();
});

test('a short loses above its price and gains below it', () => {
  const [short] = sidesOf({ side: 'open-short', size: '2', price: '100', stopLoss: '103', takeProfit: '90' });
  expect(short?.stops?.amount.canonical()).toBe('6');
  expect(short?.targets?.amount.canonical()).toBe('20');
  expect(short?.ratio).toEqual({ text: '3.33', exact: false });
});

test('only what is rounded is marked so: an average that does not end, one digit finer than the prices', () => {
  const lines = told(sidesOf({ size: '1', price: '100.25' }, { size: '2', price: '100' }));
  expect(lines[1]?.split(/ +/)).toEqual(['', 'open-long', '2', '3', '300.25', '≈100.083']);
  const exact = told(sidesOf({ size: '1', price: '100.25' }, { size: '1', price: '100' }));
  expect(exact[1]?.split(/ +/)).toEqual(['', 'open-long', '2', '2', '200.25', '100.125']);
});

test('an order at market counts in orders and size, and no price is guessed for it', () => {
  const sides = sidesOf({ size: '0.2', price: '50' }, { size: '0.7', price: 'market', stopLoss: '40' });
  expect(sides[0]?.notional?.canonical()).toBe('10');
  expect(told(sides)).toEqual([
    '  side       orders  size  notional  average',
    '  open-long       2   0.9        10       50',
    '    notional + 1 at market (0.7); 0.2 without a stop;',
    '    stop of 0.7 at market not counted; 0.9 without a target',
  ]);
  const [, row] = told(sidesOf({ size: '0.7', price: 'market' }));
  expect(row).toBe('  open-long       1   0.7    market');
});

test('an order that waits counts at its own price, or at its trigger price where it has none, and that is said', () => {
  const sides = sidesOf(
    { side: 'close-long', size: '1', trigger: '90', price: 'market' },
    { side: 'close-long', size: '1', trigger: '90', price: '88' },
    { side: 'close-long', size: '1', price: '110' },
  );
  expect(sides[0]?.notional?.canonical()).toBe('288');
  expect(told(sides).at(-1)).toBe('    2 wait for a trigger, 1 of them then at market: counted at the trigger price');
});

test('closing sides have no stops to lose at and none to lack', () => {
  const [side] = sidesOf({ side: 'close-short', size: '1', price: '110' });
  expect([side?.stops, side?.targets]).toEqual([undefined, undefined]);
});

test('where the table is too wide, every figure says what it is', () => {
  const size = '0.123456789012345678901234567890123456789';
  const lines = told(sidesOf({ size, price: '64000' }), 60);
  const text = lines.map((line) => line.trim()).join(' ');
  expect(text).toContain(`open-long: orders 1, size ${size}, notional`);
  expect(lines.every((line) => line.length <= 60)).toBe(true);
});

const naturals = bigInt({ min: 0n, max: 10n ** 30n });

test('a quotient is never further off than half of its last digit, and exact only where it is', () => {
  assert(
    property(naturals, naturals, integer({ min: 0, max: 6 }), integer({ min: 1, max: 8 }), (of, by, scale, places) => {
      const divisor = Decimal.of(`${by + 1n}`);
      const digits = of.toString().padStart(scale + 1, '0');
      const dividend = Decimal.of(
        scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(digits.length - scale)}`,
      );
      const { text, exact } = quotient(dividend, divisor, places);
      const back = Decimal.of(text).times(divisor);
      const off = back.compare(dividend) < 0 ? dividend.minus(back) : back.minus(dividend);
      const half = Decimal.of(`0.${'0'.repeat(places)}5`).times(divisor);
      expect(off.compare(half)).toBeLessThanOrEqual(0);
      expect(exact).toBe(off.isZero);
    }),
  );
});
