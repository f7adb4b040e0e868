/** Sizes that are a share of an account's equity: exact, and only by the account file. */
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { AccountFile } from '../../src/model/account-file.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import type { AccountAnswer } from '../../src/model/account-file.ts';
import { codes, load, marked, ordersOf, plan, sizesOf, wordsOf } from '../support/plans.ts';

const fileOf = (equity: string): AccountFile => ({
  asOf: '2026-11-23T12:04:07Z',
  asOfMs: Date.UTC(2026, 10, 23, 12, 4, 7),
  origin: 'https://api-contract.weex.com',
  account: 'main',
  asset: 'USDT',
  equity: Decimal.of(equity),
});

const open = (fields: string, answer: AccountAnswer = fileOf('25310.4')): LoadedPlan =>
  load(plan([`id: a, side: open-long, ${fields}`]), { account: () => answer });
const formulaOf = (loaded: LoadedPlan): string | undefined => wordsOf(ordersOf(loaded)[0], 'size');

describe('a share of the equity', () => {
  test.each([
    ['at risk', 'size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000', '0.1265'],
    ['by worth', 'size: { notional: 20%, of: equity }, price: 64000', '0.079'],
    ['at market', 'size: { notional: 20%, of: equity }, price: market, reference: 50000', '0.1012'],
    ['of a part of a percent', 'size: { risk: 0.5%, of: equity }, price: 64000, stopLoss: 62000', '0.0632'],
    [
      'at a stop that the size names',
      'size: { risk: 1%, of: equity, stop: 62000 }, price: 64000, trigger: 65000',
      '0.1265',
    ],
  ])('%s is divided as an amount is', (_, fields, size) => {
    expect(sizesOf(open(fields))).toEqual([size]);
  });

  test('is of a ladder’s rungs together', () => {
    const loaded = open('size: { risk: 1%, of: equity }, price: { from: 64000, to: 63000, steps: 2 }, stopLoss: 62000');
    expect(sizesOf(loaded)).toEqual(['0.0632', '0.1265']);
    expect(formulaOf(loaded)).toBe('1% of 25310.4 = 253.104 * 1/2 / |64000 - 62000|, cut down to the step 0.0001');
  });

  test('shows where it comes from', () => {
    expect(formulaOf(open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000'))).toBe(
      '1% of 25310.4 = 253.104 / |64000 - 62000|, cut down to the step 0.0001',
    );
  });

  test('loses no digit that a float would', () => {
    // 1 % of it is 20 on the last digit: a binary fraction gives 0.0099, or one step more.
    expect(
      sizesOf(open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000', fileOf('2000.00000000000000001'))),
    ).toEqual(['0.01']);
    expect(
      sizesOf(open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000', fileOf('1999.99999999999999999'))),
    ).toEqual(['0.0099']);
    expect(sizesOf(open('size: { risk: 0.1%, of: equity }, price: 3, stopLoss: 2.9', fileOf('290')))).toEqual(['2.9']);
  });

  test('is the greatest size whose loss is within the share, whatever the digits', () => {
    const step = Decimal.of('0.0001');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 10n, max: 10n ** 16n }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (equity, hundredths, distance) => {
          const answer = fileOf(Decimal.ofDigits(equity, 9).toString());
          const percent = Decimal.ofDigits(BigInt(hundredths), 2);
          const fields = `size: { risk: ${percent.toString()}%, of: equity }, price: 10000, stopLoss: ${10_000 - distance}`;
          const loaded = open(fields, answer);
          if (codes(loaded).some((code) => /minimum|maximum/.test(code))) return;
          const size = ordersOf(loaded)[0]?.size ?? Decimal.zero;
          // In whole numbers: size × distance × 10^4 against equity × percent × 10^4 / 100.
          const most = answer.equity.times(percent).times(Decimal.of('0.01'));
          const lost = (of: Decimal): Decimal => of.times(Decimal.of(String(distance)));
          expect(lost(size).compare(most) <= 0).toBe(true);
          expect(lost(size.plus(step)).compare(most) > 0).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is computed from what the plan then names', () => {
    expect(open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000').plan?.sizedBy?.equity.toString()).toBe(
      '25310.4',
    );
    expect(open('size: 0.1, price: 64000, stopLoss: 62000').plan).not.toHaveProperty('sizedBy');
  });

  test('asks for the account once, and not where nothing needs it', () => {
    const account = vi.fn<() => AccountAnswer>(() => fileOf('25310.4'));
    load(plan(['id: a, side: open-long, size: 0.1, price: 64000, stopLoss: 62000']), { account });
    expect(account).not.toHaveBeenCalled();
    const twice = ['a', 'b'].map(
      (id) => `id: ${id}, side: open-long, size: { notional: 1%, of: equity }, price: 64000`,
    );
    load(plan(twice), { account });
    expect(account).toHaveBeenCalledOnce();
  });
});

describe('a share that is none', () => {
  test.each([
    ['without what it is of', 'size: { risk: 1% }, price: 64000, stopLoss: 62000', 'size/share', '1%'],
    [
      'that is not a percentage',
      'size: { risk: 0.01, of: equity }, price: 64000, stopLoss: 62000',
      'size/share',
      '0.01',
    ],
    [
      'that is an expression',
      'size: { risk: =1 + 1, of: equity }, price: 64000, stopLoss: 62000',
      'size/share',
      '=1 + 1',
    ],
    ['of nothing', 'size: { notional: 0.0%, of: equity }, price: 64000', 'size/share', '0.0%'],
    ['of more than all', 'size: { notional: 100.01%, of: equity }, price: 64000', 'size/share', '100.01%'],
    ['of coins', 'size: { total: 0.3, of: equity }, price: { from: 63000, to: 60000, steps: 3 }', 'size/share', 'of'],
    ['of something else', 'size: { risk: 1%, of: balance }, price: 64000, stopLoss: 62000', 'value/word', 'balance'],
    ['with a sign', 'size: { risk: -1%, of: equity }, price: 64000, stopLoss: 62000', 'value/number', '-1%'],
    ['with a blank', "size: { risk: '1 %', of: equity }, price: 64000, stopLoss: 62000", 'value/number', "'1 %'"],
  ])('%s is refused at its place', (_, fields, code, mark) => {
    const loaded = open(fields);
    expect([loaded.plan, codes(loaded), marked(loaded)]).toEqual([undefined, [code], [mark]]);
  });

  test('of an account that nobody knows is refused at its size', () => {
    const loaded = open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000', {
      why: 'there is none',
      hint: 'write it',
    });
    expect([codes(loaded), marked(loaded)]).toEqual([['size/no-account'], ['{ risk: 1%, of: equity }']]);
  });

  test('of a file with mistakes is refused by those, and not twice', () => {
    const loaded = open('size: { risk: 1%, of: equity }, price: 64000, stopLoss: 62000', 'reported');
    expect([loaded.plan, codes(loaded)]).toEqual([undefined, []]);
  });
});

test.each([
  ['10%', []],
  ['10.01%', ['size/share']],
  ['100%', ['size/share']],
])('%s at risk of the equity: %j', (risk, expected) => {
  const loaded = open(`size: { risk: ${risk}, of: equity }, price: 64000, stopLoss: 62000`);
  expect([loaded.plan === undefined, codes(loaded)]).toEqual([false, expected]);
  expect(codes(open(`size: { notional: ${risk}, of: equity }, price: 64000`))).toEqual([]);
});
