import { assert, bigInt, constantFrom, integer, property, record, string, tuple, type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, MAX_DIGITS } from '../../src/model/decimal.ts';

const digits = (length: number): Arbitrary<string> =>
  string({ unit: constantFrom(...'0123456789'.split('')), minLength: length, maxLength: length });

/** Every text the plan language takes for a number: no needless leading zero, at most 40 digits. */
const written: Arbitrary<string> = record({
  whole: integer({ min: 1, max: MAX_DIGITS }),
  fraction: integer({ min: 0, max: MAX_DIGITS - 1 }),
})
  .filter(({ whole, fraction }) => whole + fraction <= MAX_DIGITS)
  .chain(({ whole, fraction }) => tuple(digits(whole), digits(fraction)))
  .map(([whole, fraction]) => {
    const head = whole.replace(/^0+(?=\d)/, '');
    return fraction === '' ? head : `${head}.${fraction}`;
  });

/** The same text as a whole number of 10^-40: what the arithmetic is held against. */
const UNIT = 40;
function scaled(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(UNIT, '0'));
  return negative ? -value : value;
}
/** The value once more, with a zero more behind the point where there is room for one. */
function sameValue(text: string): string {
  const longer = text.includes('.') ? `${text}0` : `${text}.0`;
  return Decimal.parse(longer) === undefined ? text : longer;
}
const read = (text: string): Decimal => Decimal.parse(text) as Decimal;

describe('what is written', () => {
  it('survives digit by digit', () => {
    assert(
      property(written, (text) => Decimal.parse(text)?.toString() === text),
      { numRuns: 2000 },
    );
  });

  it.each([
    '0',
    '0.0',
    '0.00',
    '0.10',
    '64000.10',
    '9'.repeat(40),
    `0.${'9'.repeat(39)}`,
    `${'9'.repeat(20)}.${'0'.repeat(20)}`,
  ])('%s is taken as it stands', (text) => {
    expect(Decimal.parse(text)?.toString()).toBe(text);
    expect(JSON.stringify({ text: Decimal.parse(text) })).toBe(`{"text":"${text}"}`);
  });

  it.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '00',
    '01',
    '007',
    '00.5',
    '1e3',
    '1E3',
    '1_000',
    '1,000',
    '+1',
    '-1',
    '-0',
    '0x10',
    '0b1',
    '0o7',
    '1 ',
    ' 1',
    '1\n',
    '\n1',
    '1\t',
    '1\u0000',
    '1..2',
    '1.2.3',
    'NaN',
    'Infinity',
    '１２',
    '٣',
    '1\u200b',
    '\ufeff1',
    '½',
    '1/2',
    '=1',
    'market',
    '9'.repeat(41),
    `0.${'9'.repeat(40)}`,
    `${'9'.repeat(40)}.0`,
    `1${'0'.repeat(100_000)}`,
  ])('%j is no number', (text) => {
    expect(Decimal.parse(text)).toBeUndefined();
    expect(() => Decimal.of(text)).toThrow(Error);
  });

  it('is taken only in its one spelling, whatever else stands in the text', () => {
    const almost = string({ unit: constantFrom(...'0123456789..-+eE_ ,\n'.split('')), maxLength: 8 });
    assert(
      property(almost, (text) => (Decimal.parse(text) === undefined) !== /^(0|[1-9]\d*)(\.\d+)?$(?!\n)/.test(text)),
      { numRuns: 5000 },
    );
  });
});

describe('arithmetic is exact', () => {
  const laws: [name: string, law: (a: string, b: string) => void][] = [
    ['plus', (a, b) => expect(scaled(read(a).plus(read(b)).toString())).toBe(scaled(a) + scaled(b))],
    ['minus, below zero too', (a, b) => expect(scaled(read(a).minus(read(b)).toString())).toBe(scaled(a) - scaled(b))],
    [
      'times',
      (a, b) => {
        const product = read(a).times(read(b));
        expect(product.coefficient * 10n ** BigInt(2 * UNIT - product.scale)).toBe(scaled(a) * scaled(b));
      },
    ],
    [
      'compare, by value',
      (a, b) =>
        expect(Math.sign(read(a).compare(read(b)))).toBe(scaled(a) < scaled(b) ? -1 : scaled(a) > scaled(b) ? 1 : 0),
    ],
    [
      'one spelling per value',
      (a, b) => {
        expect(read(a).canonical() === read(b).canonical()).toBe(scaled(a) === scaled(b));
        expect(scaled(read(a).canonical())).toBe(scaled(a));
        expect(read(a).canonical()).not.toMatch(/\.\d*0$/);
        expect(read(a).isZero).toBe(scaled(a) === 0n);
      },
    ],
  ];

  it.each(laws)('%s', (_, law) => {
    assert(
      property(written, written, (a, b) => {
        law(a, b);
        law(a, sameValue(a));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('ticks and steps', () => {
  const unit = tuple(bigInt({ min: 1n, max: 5000n }), integer({ min: 0, max: 12 })).map(([coefficient, scale]) => {
    const text = coefficient.toString().padStart(scale + 1, '0');
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  });

  it('are met, floored and ceiled as whole multiples', () => {
    assert(
      property(written, unit, (text, step) => {
        const value = scaled(text);
        const whole = scaled(step);
        const floor = (value / whole) * whole;
        const ceil = floor === value ? value : floor + whole;
        expect(read(text).isMultipleOf(read(step))).toBe(floor === value);
        expect(scaled(read(text).floorTo(read(step)).toString())).toBe(floor);
        expect(scaled(read(text).ceilTo(read(step)).toString())).toBe(ceil);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['64000.3', '0.5', '64000.0', '64000.5'],
    ['0.00019', '0.0001', '0.0001', '0.0002'],
    ['17', '5', '15', '20'],
    ['0.3', '0.1', '0.3', '0.3'],
    ['0.04', '0.1', '0.0', '0.1'],
  ])('%s on %s lies between %s and %s, spelt with the places of the unit', (text, step, below, above) => {
    expect(read(text).floorTo(read(step)).toString()).toBe(below);
    expect(read(text).ceilTo(read(step)).toString()).toBe(above);
  });
});
