import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, instruments, load, marked, ordersOf, plan, sizesOf, unchecked, wordsOf } from '../support/plans.ts';

const open = (fields: string, head = ''): LoadedPlan => load(plan([`id: a, side: open-long, ${fields}`], head));
const formulaOf = (loaded: LoadedPlan): string | undefined => wordsOf(ordersOf(loaded)[0], 'size');

const byDefaults = (symbol: string): string =>
  `orders:\n  - { id: a, symbol: ${symbol}, side: open-long, price: market, size: { notional: 5000 } }\ndefaults: { symbol: btc, reference: 50000 }\n`;

describe('a size by notional', () => {
  test.each([
    ['the limit price', 'price: 64000', '5000', '0.0781'],
    ['an exact division', 'price: 50000', '5000', '0.1'],
    ['the limit price rather than the reference', 'price: 50000, reference: 64000', '5000', '0.1'],
    ['at market, the reference', 'price: market, reference: 64000', '5000', '0.0781'],
    ['at market behind a trigger, the trigger', 'price: market, trigger: 50000', '5000', '0.1'],
    [
      'at market behind a trigger, its reference first',
      'price: market, trigger: 50000, reference: 25000',
      '5000',
      '0.2',
    ],
    ['a formula', 'price: 50000', '=budget / 2', '0.1'],
    ['an amount of many digits', 'price: 3', '1.000000000000000000000001', '0.3333'],
  ])('is divided by %s and cut down to the step', (_, fields, notional, size) => {
    const loaded = open(
      `${fields}, size: { notional: ${notional} }`,
      notional.includes('b') ? 'vars: { budget: 10000 }' : '',
    );
    expect(sizesOf(loaded)).toEqual([size]);
  });

  test('shows the division', () => {
    expect(formulaOf(open('price: 64000.0, size: { notional: 5000 }'))).toBe(
      '5000 / 64000.0, cut down to the step 0.0001',
    );
  });

  test('of the defaults’ reference, where the symbol is that of the defaults', () => {
    expect(sizesOf(load(byDefaults('btc')))).toEqual(['0.1']);
    expect(codes(load(byDefaults('half')))).toEqual(['size/no-price', 'order/default-not-applied']);
  });

  test('of a ladder: each rung’s share of it by the rung’s own price', () => {
    const loaded = open('price: { from: 60000, to: 40000, steps: 3 }, size: { notional: 12000, shape: linear }');
    expect(sizesOf(loaded)).toEqual(['0.0333', '0.08', '0.15']);
    expect(formulaOf(loaded)).toBe('12000 * 1/6 / 60000, cut down to the step 0.0001');
  });

  test('is never worth more than was written, and with one step more it would be', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        fc.bigInt({ min: 1_000n, max: 10n ** 7n }),
        fc.integer({ min: 1, max: 5 }),
        (ticks, notional, steps) => {
          const price = Decimal.ofDigits(ticks + 1_000n, 1);
          const range =
            steps === 1
              ? price.toString()
              : `{ from: ${price.toString()}, to: ${price.plus(Decimal.of('700')).toString()}, steps: ${steps} }`;
          const loaded = open(`price: ${range}, size: { notional: ${notional} }`);
          if (codes(loaded).some((code) => /minimum|maximum/.test(code))) return;
          const share = Decimal.of(String(notional));
          for (const { size, price: at } of ordersOf(loaded)) {
            const limit = at.kind === 'limit' ? at.at : Decimal.zero;
            const times = Decimal.of(String(steps));
            expect(size.times(limit).times(times).compare(share) <= 0).toBe(true);
            expect(size.plus(Decimal.of('0.0001')).times(limit).times(times).compare(share) > 0).toBe(true);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a size by risk', () => {
  test.each([
    ['open-long', 'price: 64000, stopLoss: 62000', '0.05'],
    ['open-short', 'price: 64000, stopLoss: 66000', '0.05'],
    ['open-long', 'price: market, reference: 64000, stopLoss: 63000', '0.1'],
    ['open-long', 'price: 64000, stopLoss: =price - 300', '0.3333'],
    ['open-long', 'price: 64000, stopLoss: 63999.9', '1000'],
  ])('%s, %s', (side, fields, size) => {
    expect(sizesOf(load(plan([`id: a, side: ${side}, ${fields}, size: { risk: 100 }`])))).toEqual([size]);
  });

  test('of a ladder: each rung’s share by the rung’s own distance', () => {
    const loaded = open('price: { from: 63000, to: 61000, steps: 3 }, stopLoss: 60000, size: { risk: 300 }');
    expect(sizesOf(loaded)).toEqual(['0.0333', '0.05', '0.1']);
    expect(formulaOf(loaded)).toBe('300 * 1/3 / |63000 - 60000|, cut down to the step 0.0001');
  });

  test.each([
    ['a stop at the entry', 'price: 64000, stopLoss: 64000'],
    ['a stop at the reference', 'price: market, reference: 64000, stopLoss: 64000'],
    ['a stop above a long’s reference', 'price: market, reference: 64000, stopLoss: 65000'],
    ['a stop at one of the rungs', 'price: { from: 63000, to: 61000, steps: 3 }, stopLoss: 62000'],
  ])('%s is a stop on the wrong side', (_, fields) => {
    const loaded = open(`${fields}, size: { risk: 100 }`);
    expect([codes(loaded), loaded.plan]).toEqual([['order/stop-loss-side'], undefined]);
  });
});

describe('a size that cannot be one', () => {
  test.each([
    ['nothing to share', 'price: 64000, size: { shape: flat }', 'size/kind', '{ shape: flat }'],
    ['two kinds', 'price: 64000, size: { notional: 1, risk: 2 }, stopLoss: 1', 'size/kind', '{ notional: 1, risk: 2 }'],
    ['a total without a ladder', 'price: 64000, size: { total: 1 }', 'size/not-a-ladder', 'total'],
    ['a shape without a ladder', 'price: 64000, size: { notional: 99, shape: flat }', 'size/not-a-ladder', 'shape'],
    ['a ratio without a ladder', 'price: market, size: { notional: 99, ratio: 2 }', 'size/not-a-ladder', 'ratio'],
    ['a risk without a stop', 'price: 64000, size: { risk: 99 }', 'size/no-stop', 'risk'],
    ['a notional at market', 'price: market, size: { notional: 99 }', 'size/no-price', 'notional'],
    ['a risk at market', 'price: market, stopLoss: 5, size: { risk: 99 }', 'size/no-price', 'risk'],
    ['too small a notional', 'price: 64000, size: { notional: 6.3999 }', 'order/below-minimum', '6.3999'],
    ['too large a notional', 'price: 1, size: { notional: 1201 }', 'order/above-maximum', '1201'],
    ['a notional without end', 'price: 64000, size: { notional: =10000 / 3 }', 'expression/endless', '=10000 / 3'],
    ['an empty one', 'price: 64000, size: {}', 'value/empty', '{}'],
  ])('%s', (_, fields, code, at) => {
    const loaded = open(fields);
    expect([codes(loaded), marked(loaded)]).toEqual([[code], [at]]);
  });

  test.each([
    ['a price', 'price: 1e3, size: { notional: 99 }', 'value/number'],
    ['a price and a stop that needs it', 'price: 1e3, stopLoss: =price - 5, size: { risk: 99 }', 'value/number'],
    ['a stop', 'price: 64000, stopLoss: 1e3, size: { risk: 99 }', 'value/number'],
    ['a reference', 'price: market, reference: =foo, size: { notional: 99 }', 'expression/unknown-name'],
    ['a trigger', 'price: market, trigger: 0, size: { notional: 99 }', 'value/zero'],
    ['a range', 'price: { from: 1, to: 1, steps: 3 }, size: { total: 1 }', 'ladder/one-price'],
  ])('is not told where %s is what is wrong', (_, fields, code) => {
    expect(codes(open(fields))).toEqual([code]);
  });

  test('of a reference of the defaults that is wrong, nothing else is told', () => {
    const text = 'defaults: { symbol: btc, reference: =foo, maxDistance: 3% }\norders:\n';
    const orders = ['a', 'b'].map(
      (id) => `  - { id: ${id}, side: open-long, price: market, size: { notional: 99 }, maxDistance: 2% }\n`,
    );
    const loaded = load(text + orders.join(''));
    expect([codes(loaded), marked(loaded)]).toEqual([['expression/unknown-name'], ['foo']]);
  });

  test('needs the step', () => {
    const loaded = unchecked(plan(['id: a, side: open-long, price: 64000, size: { notional: 99 }']));
    expect([codes(loaded), marked(loaded)]).toEqual([['instrument/needed'], ['notional']]);
  });
});

describe('numbers that are written', () => {
  const symbols = fc.constantFrom(...instruments.bySymbol.values());
  const digits = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 8n }), fc.integer({ min: 0, max: 6 }));

  test('are never changed, or refused with values that are valid', () => {
    fc.assert(
      fc.property(symbols, digits, digits, ({ symbol, tick, step, minSize, maxSize }, a, b) => {
        const [price, size] = [Decimal.ofDigits(...a), Decimal.ofDigits(...b)];
        const orderOf = (at: string, amount: string): LoadedPlan =>
          load(plan([`id: a, symbol: ${symbol}, side: close-long, size: ${amount}, price: ${at}`]));
        const loaded = orderOf(price.toString(), size.toString());
        const hinted = loaded.diagnostics.flatMap(({ code, hint = '' }) =>
          [...(/^write ([\d. or]+?)(?: or more| or less)? \(/.exec(hint)?.[1] ?? '').matchAll(/[\d.]+/g)].map(
            ([one]) => ({ code, one }),
          ),
        );
        for (const { code, one } of hinted) {
          const right = code === 'order/off-tick' ? orderOf(one, minSize.toString()) : orderOf(tick.toString(), one);
          expect(codes(right)).toEqual([]);
        }
        expect(hinted.length > 0).toBe(loaded.diagnostics.length > 0);
        const isSized =
          size.isMultipleOf(step) &&
          size.compare(minSize) >= 0 &&
          (maxSize === undefined || size.compare(maxSize) <= 0);
        expect(loaded.plan !== undefined).toBe(isSized && price.isMultipleOf(tick));
        if (loaded.plan === undefined) return;
        expect([sizesOf(loaded), loaded.plan.orders[0]?.price]).toEqual([
          [size.toString()],
          { kind: 'limit', at: price },
        ]);
      }),
      { numRuns: 200 },
    );
  });

  test('of which two are too many digits, a percentage too, are refused', () => {
    const long = `0.${'0'.repeat(40)}1`;
    expect(codes(open(`price: 64000, size: 1, reference: 64000, maxDistance: ${long}%`))).toEqual(['value/digits']);
    const shared = load(
      `defaults: { symbol: btc, reference: 64000, maxDistance: ${long}% }\norders:\n  - { id: a, side: open-long, size: 1, price: 99999 }\n  - { id: b, side: open-long, size: 1, price: 64000 }\n`,
    );
    expect([codes(shared), marked(shared)]).toEqual([['value/digits'], [`${long}%`]]);
  });
});
