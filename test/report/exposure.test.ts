import { assert, bigInt, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { OrderHeadline } from '../../src/model/event.ts';
import { drawnOrder, type DrawnOrder } from '../../src/views/figures/drawn-order.ts';
import { positionsOf, type Position } from '../../src/views/figures/exposure.ts';
import { quotientOf } from '../../src/views/figures/quotient.ts';
import { exposureTable } from '../../src/views/figures/exposure-table.ts';
import { sheetLines } from '../../src/show/terminal.ts';
import { pageOf } from '../../src/report/text/page.ts';

type Fields = Partial<OrderHeadline> & Pick<OrderHeadline, 'size' | 'price'>;

const common = { symbol: 'cmt_btcusdt', side: 'open-long', marginMode: 'cross', timeInForce: 'normal', line: 1 };
const drawn = (orders: readonly Fields[]): DrawnOrder[] =>
  orders.map((fields, at) => drawnOrder({ id: `order-${at}`, ...common, ...fields }) as DrawnOrder);
const positions = (...orders: Fields[]): Position[] => positionsOf(drawn(orders), []);
const told = (found: readonly Position[], width = 80): string[] =>
  sheetLines(pageOf({ color: false, width }), { blocks: exposureTable(found) });

/** Below the titles, as one line. */
const words = (found: readonly Position[]): string => told(found).slice(1).join(' ').replaceAll(/ +/g, ' ').trim();

test('size, notional, average, loss at the stops and reward at the targets, all of them exact', () => {
  const [long] = positions(
    { size: '0.10', price: '64000.5', stopLoss: '63000', takeProfit: '66000.5' },
    { size: '0.3', price: '63000', stopLoss: '62999.9' },
    { size: '0.1', price: '62000' },
  );
  const side = long?.ofRun;
  expect(side).toMatchObject({ orders: 3, average: { text: '63000.1', exact: true } });
  expect(side?.size.toString()).toBe('0.50');
  expect(side?.notional?.canonical()).toBe('31500.05');
  expect(side?.loss?.amount.canonical()).toBe('100.08');
  expect(side?.loss?.naked.canonical()).toBe('0.1');
  expect(side?.gain?.amount.canonical()).toBe('200');
  expect(side?.gain?.without.canonical()).toBe('0.4');
  expect(side?.ratio).toBeUndefined();
});

test('a short loses above its price and gains below it; reward to loss is said where every order has both', () => {
  const order = { side: 'open-short', size: '2', price: '100', stopLoss: '103', takeProfit: '90' };
  const [short] = positions(order);
  expect(short?.ofRun.loss?.amount.canonical()).toBe('6');
  expect(short?.ofRun.gain?.amount.canonical()).toBe('20');
  expect(short?.ofRun.ratio).toEqual({ text: '3.33', exact: false });
  expect(positions(order, { side: 'open-short', size: '1', price: '100' })[0]?.ofRun.ratio).toBeUndefined();
});

test('only what is rounded is marked so: an average that does not end, one digit finer than the prices', () => {
  const lines = told(positions({ size: '1', price: '100.25' }, { size: '2', price: '100' }));
  expect(lines[1]).toMatch(/^ {2}cmt_btcusdt long +2 +3 +300\.25 +≈100\.083 +none +NAKED 3$/);
  const exact = told(positions({ size: '1', price: '100.25' }, { size: '1', price: '100' }));
  expect(exact[1]).toMatch(/^ {2}cmt_btcusdt long +2 +2 +200\.25 +100\.125 +none +NAKED 2$/);
});

test('a trigger that closes the position is a stop: for at most its size, and only on the losing side', () => {
  const trigger = { side: 'close-long', price: 'market' } as const;
  const entries = [
    { size: '1', price: '100', stopLoss: '99' },
    { size: '1', price: '100' },
  ];
  const [whole] = positions(...entries, { ...trigger, size: '5', trigger: '90' });
  expect(words([whole as Position])).toMatch(/ 11 by trigger 90$/);
  const [part] = positions(...entries, { ...trigger, size: '0.4', trigger: '90' });
  expect(words([part as Position])).toMatch(/ 5 NAKED 0\.6; by trigger 90$/);
  const [profit] = positions(...entries, { ...trigger, size: '5', trigger: '110' });
  expect(words([profit as Position])).toMatch(/ 1 NAKED 1; \+20 at targets$/);
});

test('an order at market counts at its reference; without one nothing is guessed for it', () => {
  const referred = words(positions({ size: '0.2', price: 'market', reference: '50', stopLoss: '40' }));
  expect(referred).toMatch(/ 10 50 2 1 at market by its reference$/);
  expect(words(positions({ size: '0.2', price: '50' }, { size: '0.7', price: 'market', stopLoss: '40' }))).toBe(
    'cmt_btcusdt long 2 0.9 10 50 unknown NAKED 0.2; stop of 0.7 at market not counted; 1 at market not valued (0.7)',
  );
  const [, row] = told(positions({ size: '0.7', price: 'market' }));
  expect(row).toMatch(/ 0\.7 +market +none/);
});

test('what stands is added to what is sent, its triggers as stops; nothing is said of it where nothing stands', () => {
  const sent = drawn([{ size: '1', price: '100' }]);
  const entry = { size: '2', price: '70' };
  const stop = { side: 'close-long', size: '3', price: 'market', trigger: '60' };
  expect(told(positionsOf(sent, []))).toHaveLength(2);
  expect(words(positionsOf(sent, drawn([entry, stop])))).toBe(
    'cmt_btcusdt long 1 1 100 100 40 by trigger 60 with what is open 2 3 240 80 60 by trigger 60',
  );
  expect(told(positionsOf(sent, drawn([{ ...entry, symbol: 'cmt_ethusdt' }])))).toHaveLength(2);
  expect(told(positionsOf(sent, drawn([{ ...entry, side: 'open-short' }])))).toHaveLength(2);
  expect(told(positionsOf(sent, drawn([{ ...entry, side: 'close-long', price: '130' }])))).toHaveLength(2);
});

test('a run that only closes says what; closing sides have no stops to lose at and none to lack', () => {
  const found = positions({ side: 'close-short', size: '1', price: '110' });
  expect([found[0]?.ofRun.loss, found[0]?.ofRun.gain]).toEqual([undefined, undefined]);
  expect(told(found)[1]).toMatch(/^ {2}cmt_btcusdt close-short +1 +1 +110 +110$/);
});

test('where the table is too wide, every figure says what it is', () => {
  const size = '0.123456789012345678901234567890123456789';
  const lines = told(positions({ size, price: '64000' }), 60);
  const text = lines.map((line) => line.trim()).join(' ');
  expect(text).toContain(`cmt_btcusdt long orders 1 · size ${size} · notional`);
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
      const { text, exact } = quotientOf(dividend, divisor, places);
      const back = Decimal.of(text).times(divisor);
      const off = back.compare(dividend) < 0 ? dividend.minus(back) : back.minus(dividend);
      const half = Decimal.of(`0.${'0'.repeat(places)}5`).times(divisor);
      expect(off.compare(half)).toBeLessThanOrEqual(0);
      expect(exact).toBe(off.isZero);
    }),
  );
});
