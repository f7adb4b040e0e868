import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { parseExpression } from '../../src/plan/expression/parse-expression.ts';
import { Rational } from '../../src/model/rational.ts';
import { codes, load, marked, ordersOf, plan, priceOf, unlisted, valueOf } from '../support/plans.ts';

/** Digits and how many of them stand behind the point. */
type Written = readonly [digits: bigint, scale: number];
const writtenOf = ([digits, scale]: Written): string => Decimal.ofDigits(digits, scale).toString();
const digitsAt = (scale: number, [digits, own]: Written): bigint => digits * 10n ** BigInt(scale - own);

/** Size and price of one closing order. */
const closing = (symbol: string, size: string, price: string): string =>
  ordersOf(
    load(`orders:\n  - id: a\n    symbol: ${symbol}\n    side: close-long\n    size: ${size}\n    price: ${price}\n`),
  )
    .map((order) => `${order.size.toString()} ${priceOf(order)}`)
    .join('');

describe('a formula is computed as in a spreadsheet', () => {
  test.each([
    ['=2 + 3 * 4', '14'],
    ['=(2 + 3) * 4', '20'],
    ['=100 - 10 - 1', '89'],
    ['=100 / 10 / 2', '5'],
    ['=100 / 10 * 2', '20'],
    ['=100 - 10 + 1', '91'],
    ['=-2 + 5', '3'],
    ['=-2 * -3', '6'],
    ['=10 - -3', '13'],
    ['=--4', '4'],
    ['=-(2 - 5)', '3'],
    ['=((((7))))', '7'],
    ['=2*(3+(4-(5-6)))', '16'],
    ['=min(3, 1, 2)', '1'],
    ['=max(3, 1 + 4, 2)', '5'],
    ['=min(7)', '7'],
    ['=abs(3 - 5)', '2'],
    ['=max(min(9, 4), abs(-3))', '4'],
    ['=   1   +   2   ', '3'],
    ['=1/4', '0.25'],
  ])('%s is %s', (expression, value) => {
    expect(valueOf(expression)).toBe(value);
  });

  test.each([
    ['=1/3*3', '1'],
    ['=0.1 + 0.2', '0.3'],
    ['=1/3 + 1/6', '0.5'],
    ['=10 / 3 * 6', '20'],
    ['=10000000000000000000 + 0.00000000000000000001', '10000000000000000000.00000000000000000001'],
    ['=9999999999999999999 * 9999999999999999999', '99999999999999999980000000000000000001'],
  ])('no step on the way rounds: %s', (expression, value) => {
    expect(valueOf(expression)).toBe(value);
  });

  test('a variable, and the least of several, keep the digits that they are written with', () => {
    const vars = '{ entry: 64000.10, other: "70000.00", again: =entry }';
    expect(valueOf('=entry', vars)).toBe('64000.10');
    expect(valueOf('=again', vars)).toBe('64000.10');
    expect(valueOf('=min(entry, other)', vars)).toBe('64000.10');
    expect(valueOf('=abs(entry)', vars)).toBe('64000.10');
    expect(valueOf('=64000.10')).toBe('64000.10');
    expect(valueOf('=entry + 0', vars)).toBe('64000.1');
  });

  test('any two decimals: sum, difference and product are those of whole numbers', () => {
    const written = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(6));
    fc.assert(
      fc.property(written, written, fc.constantFrom('+', '-', '*'), (a, b, sign) => {
        const [left, right] = sign === '*' ? [a[0], b[0]] : [digitsAt(6, a), digitsAt(6, b)];
        const whole = sign === '+' ? left + right : sign === '-' ? left - right : left * right;
        fc.pre(whole > 0n);
        const scale = sign === '*' ? a[1] + b[1] : 6;
        expect(valueOf(`=${writtenOf(a)} ${sign} ${writtenOf(b)}`)).toBe(Decimal.ofDigits(whole, scale).canonical());
      }),
      { numRuns: 100 },
    );
  });
});

describe('a result that cannot stand in an order', () => {
  const zeros = '{ a: 1, b: 0 }';
  test.each([
    ['=10 / 3', 'expression/endless', '=10 / 3'],
    ['=1 / (2 - 2)', 'expression/division-by-zero', '(2 - 2)'],
    ['=a / b', 'expression/division-by-zero', 'b'],
    ['=a - 1', 'value/zero', '=a - 1'],
    ['=b', 'value/zero', '=b'],
    ['=1 - 2', 'value/negative', '=1 - 2'],
    ['=-5', 'value/negative', '=-5'],
    [
      '=0.000000000000000000001 * 0.00000000000000000001',
      'value/digits',
      '=0.000000000000000000001 * 0.00000000000000000001',
    ],
    ['=1e3', 'value/number', '1e3'],
    ['=2.a', 'expression/syntax', '2.a'],
    ['=3a', 'expression/syntax', '3a'],
    ['=0x10', 'value/number', '0x10'],
    ['=1_000', 'value/number', '1_000'],
    ['=.5', 'value/number', '.5'],
    [`=${'9'.repeat(41)}`, 'value/digits', '9'.repeat(41)],
  ])('%s: %s at %j', (expression, code, at) => {
    const loaded = unlisted(expression, zeros);
    expect([codes(loaded)[0], marked(loaded)[0]]).toEqual([code, at]);
  });

  test('of 40 digits is one, of 41 is none', () => {
    const most = '9'.repeat(39);
    expect(valueOf(`=${most}.0 + 0.5`)).toBe(`${most}.5`);
    expect(codes(unlisted(`=${most}0 + 0.5`))).toEqual(['value/digits']);
  });

  test('products of hundreds of digits are refused before they cost anything', () => {
    const big = '9'.repeat(40);
    const names = Array.from({ length: 60 }, (_, index) => `v${index + 1}: =v${index} * v${index} * v${index}`);
    const loaded = unlisted('=v60', `{ v0: ${big}, ${names.join(', ')} }`);
    expect(codes(loaded)).toEqual(['expression/too-large']);
    expect(marked(loaded)).toEqual(['v2 * v2']);
  });

  test.each([
    ['too long', `=1${' + 1'.repeat(125)}`],
    ['too deep', `=${'('.repeat(41)}1${')'.repeat(41)}`],
    ['too deep in signs', `=${'-'.repeat(100)}1`],
    ['too deep in functions', `=${'abs('.repeat(41)}1${')'.repeat(41)}`],
  ])('%s', (_, expression) => {
    expect(codes(unlisted(expression))).toEqual(['expression/too-large']);
  });

  test('any text after the sign is a formula or has a reason, inside the text', () => {
    const signs = fc.string({
      unit: fc.constantFrom(...'0123.ae_+-*/(), =^%×"'.split(''), 'tick(', 'min('),
      maxLength: 40,
    });
    fc.assert(
      fc.property(signs, (rest) => {
        const text = `=${rest}`;
        const read = parseExpression(text);
        if (read.ok) return;
        expect(read.error.start).toBeGreaterThanOrEqual(0);
        expect(read.error.end).toBeGreaterThan(read.error.start);
        expect(read.error.end).toBeLessThanOrEqual(text.length + 1);
        expect(read.error.hint).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});

describe('tick, tickUp, tickDown and lot', () => {
  test.each([
    ['half', '10.5', '10.5', '10.5', '10.5'],
    ['half', '10.25', '10.5', '10.5', '10'],
    ['half', '10.24', '10', '10.5', '10'],
    ['half', '10.74', '10.5', '11', '10.5'],
    ['half', '10.75', '11', '11', '10.5'],
    ['hundred', '250', '300', '300', '200'],
    ['hundred', '249.99', '200', '300', '200'],
    ['hundred', '300', '300', '300', '300'],
    ['quarter', '1.375', '1.5', '1.5', '1.25'],
    ['quarter', '1.37', '1.25', '1.5', '1.25'],
    ['quarter', '10/3', '3.25', '3.5', '3.25'],
    ['btc', '64000.05', '64000.1', '64000.1', '64000'],
  ])('%s, %s: nearest %s, up %s, down %s; ties go up', (symbol, value, nearest, up, down) => {
    const found = ['tick', 'tickUp', 'tickDown'].map((name) => closing(symbol, '6', `=${name}(${value})`));
    expect(found).toEqual([nearest, up, down].map((price) => `6 ${price}`));
  });

  test.each([
    ['half', '1', '1'],
    ['half', '1.24', '1'],
    ['half', '1.25', '1.25'],
    ['half', '4/3', '1.25'],
    ['hundred', '8.99', '6'],
    ['hundred', '9', '9'],
    ['quarter', '0.019', '0.01'],
  ])('%s: lot(%s) is %s, always down', (symbol, value, size) => {
    expect(closing(symbol, `=lot(${value})`, '1000')).toBe(`${size} 1000`);
  });

  test('of a negative value go the same way on the number line', () => {
    expect(closing('half', '1', '=tickUp(-10.2) + 20')).toBe('1 10');
    expect(closing('half', '1', '=tickDown(-10.2) + 20')).toBe('1 9.5');
    expect(closing('half', '1', '=tick(-10.25) + 20')).toBe('1 10');
  });

  test('in a variable are those of the order that uses it', () => {
    const loaded = load(
      `vars: { third: 1000 / 3 }\norders:\n`.replace('1000 / 3', '=tick(1000 / 3)') +
        ['btc', 'half', 'hundred']
          .map((symbol) => `  - { id: ${symbol}, symbol: ${symbol}, side: close-long, size: 6, price: =third }\n`)
          .join(''),
    );
    expect(ordersOf(loaded).map(priceOf)).toEqual(['333.3', '333.5', '300']);
  });

  test('need an instrument, and say so once; a symbol that is an error says it itself', () => {
    const text = plan(
      ['id: a, side: close-long, size: 1, price: =stop', 'id: b, side: close-long, size: =lot(1), price: =stop'],
      'vars: { stop: =tick(5) }',
    );
    const without = text.replace('symbol: btc', 'symbol: y');
    const lenient = load(without, { strictSymbols: false });
    expect([codes(lenient), marked(lenient)]).toEqual([
      ['instrument/needed', 'instrument/needed', 'instrument/unlisted'],
      ['tick(5)', 'lot(1)', 'y'],
    ]);
    expect(codes(load(without))).toEqual(['instrument/unknown']);
    expect(codes(load(text.replace('defaults: { symbol: btc }\n', '')))).toEqual(['order/no-symbol']);
  });
});

describe('a fraction', () => {
  test('has one spelling, and shows its digits up to where it is cut', () => {
    const third = Rational.ratio(-2n, -6n);
    expect([third.over, third.under, third.show(), third.negated().show(2)]).toEqual([1n, 3n, '0.333333…', '-0.33…']);
    expect(Rational.ratio(5n, -10n).show()).toBe('-0.5');
    expect(Rational.ratio(1n, 3n).toDecimal()).toBeUndefined();
    expect(Rational.ratio(7n, 80n).toDecimal()?.toString()).toBe('0.0875');
  });

  test('is between the multiples below and above it, and the nearest is no farther than either', () => {
    const unit = fc.constantFrom('0.5', '100', '0.25', '3', '0.1').map((text) => Decimal.of(text));
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 10n ** 4n }),
        unit,
        (over, under, one) => {
          const value = Rational.ratio(over, under);
          const [below, above, near] = [value.below(one), value.above(one), value.nearest(one)].map((each) =>
            Rational.of(each),
          ) as [Rational, Rational, Rational];
          const width = above.minus(below);
          expect(width.isZero || width.compare(Rational.of(one)) === 0).toBe(true);
          expect([below.compare(value) <= 0, above.compare(value) >= 0]).toEqual([true, true]);
          const away = (to: Rational): Rational => to.minus(value).absolute();
          expect([away(near).compare(away(below)) <= 0, away(near).compare(away(above)) <= 0]).toEqual([true, true]);
          if (away(below).compare(away(above)) === 0) expect(near.compare(above)).toBe(0);
        },
      ),
    );
  });
});
