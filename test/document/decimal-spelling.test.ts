import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { explainDecimal } from '../../src/document/decimal-spelling.ts';

describe('a number that is not plain', () => {
  test.each([
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['1.50e2', '150'],
    ['6.4e+4', '64000'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+1', '1'],
    ['+.50', '0.50'],
    ['007', '7'],
    ['00.10', '0.10'],
    ['0x10', '16'],
    ['0o17', '15'],
    ['0b101', '5'],
    ['1_000', '1000'],
    ['64,0000', '64.0000'],
    ['0,001', '0.001'],
    ['1,234,567', '1234567'],
    ['1,234,567.80', '1234567.80'],
    ['1.234.567,80', '1234567.80'],
    ['1.000,5', '1000.5'],
    ['0,5', '0.5'],
    ['64 000', '64000'],
    ['64\u00a0000', '64000'],
    ["64'000", '64000'],
    ['$64,000.00', '64000.00'],
    ['64000 USDT', '64000'],
    ['0.010BTC', '0.010'],
    [' 5 ', '5'],
    ['64k', '64000'],
    ['1.5M', '1500000'],
    ['1.234.567', '1234567'],
    ['６４０００', '64000'],
  ])('%s is written %s', (wrong, right) => {
    const { code, hint } = explainDecimal(wrong);
    expect(code).toBe('value/number');
    expect(hint).toBe(`write ${right}`);
  });

  test.each([
    'abc',
    '50%',
    '1e',
    '1e9999',
    '0x',
    '1.2.3',
    '٦٤',
    '64q',
    '5²',
    '=entry',
    'Infinity',
    '.nan',
    '.',
    '1,00,0.5.5',
    '9'.repeat(300) + 'e1',
  ])('nothing is made up for %s', (text) => {
    const { code, hint } = explainDecimal(text);
    expect(code).toBe('value/number');
    expect(hint).not.toMatch(/^write \d/);
  });

  test.each(['-5', '- 5', '−0.1', '-.5'])('%s is below zero', (text) => {
    expect(explainDecimal(text).code).toBe('value/negative');
  });

  test('41 digits are too many, 40 with a wrong spelling are not', () => {
    expect(explainDecimal(`1.${'0'.repeat(40)}`).code).toBe('value/digits');
    expect(explainDecimal(`0${'9'.repeat(39)}`).hint).toBe(`write ${'9'.repeat(39)}`);
  });

  test('whatever is suggested is a plain decimal of the same value', () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,9})(\.[0-9]{1,9})?$/);
    const disguises = fc.constantFrom<(text: string) => string>(
      (text) => `+${text}`,
      (text) => `00${text}`,
      (text) => `${text}e0`,
      (text) => `${text} USDT`,
      (text) => text.replace('.', ','),
    );
    fc.assert(
      fc.property(digits, disguises, (text, disguise) => {
        const wrong = disguise(text);
        fc.pre(Decimal.parse(wrong) === undefined);
        // A comma before exactly three digits parts thousands.
        fc.pre(!/^\d{1,3},\d{3}$/.test(wrong));
        const right = Decimal.parse(explainDecimal(wrong).hint.replace('write ', ''));
        expect(right?.compare(Decimal.of(text))).toBe(0);
      }),
    );
  });

  test('any text has an explanation, and no suggestion that would be refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const suggestion = /^write ([\d.]+)$/.exec(explainDecimal(text).hint)?.[1];
        expect(suggestion === undefined || Decimal.parse(suggestion) !== undefined).toBe(true);
      }),
    );
  });
});
