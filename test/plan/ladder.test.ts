import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { MAX_TICKS, rungPrices, shareWeights, splitTotal, type Shape } from '../../src/plan/read/ladder-math.ts';
import { codes, ladder, load, ordersOf, plan, priceOf, pricesOf, sizesOf, wordsOf } from '../support/plans.ts';

/** Prices of a ladder of that symbol. */
const pricesAt = (symbol: string, range: string): string[] =>
  pricesOf(load(plan([`id: l, symbol: ${symbol}, side: close-long, price: { ${range} }, size: { total: 18 }`])));

describe('the rungs of a ladder', () => {
  test('are those of the worked example: 63000 to 60000 in 9 steps, 0.9 in linear shares', () => {
    const loaded = load(
      plan([
        'id: pullback, side: open-long, timeInForce: post-only, price: { from: 63000, to: 60000, steps: 9, spacing: linear }, size: { total: 0.9, shape: linear }',
      ]),
    );
    expect(ordersOf(loaded).map((order) => `${order.id} ${order.size.toString()} ${priceOf(order)}`)).toEqual([
      'pullback-1 0.02 63000',
      'pullback-2 0.04 62625',
      'pullback-3 0.06 62250',
      'pullback-4 0.08 61875',
      'pullback-5 0.1 61500',
      'pullback-6 0.12 61125',
      'pullback-7 0.14 60750',
      'pullback-8 0.16 60375',
      'pullback-9 0.18 60000',
    ]);
    expect(new Set(ordersOf(loaded).map(({ timeInForce }) => timeInForce))).toEqual(new Set(['post-only']));
    expect(loaded.plan?.ladders).toMatchObject([
      {
        name: 'pullback',
        orders: ordersOf(loaded).map(({ id }) => id),
        words: [expect.any(String), expect.any(String)],
      },
    ]);
  });

  test.each([
    ['down', 'from: 63000, to: 60000, steps: 4', ['63000', '62000', '61000', '60000']],
    ['up', 'from: 60000, to: 63000, steps: 4', ['60000', '61000', '62000', '63000']],
    ['two are the ends', 'from: 60000, to: 60000.1, steps: 2', ['60000', '60000.1']],
    ['off the tick in between, to the nearest', 'from: 1, to: 2, steps: 4', ['1', '1.3', '1.7', '2']],
    ['a tie goes up, on the way up', 'from: 1, to: 1.3, steps: 3', ['1', '1.2', '1.3']],
    ['a tie goes up, on the way down', 'from: 1.3, to: 1, steps: 3', ['1.3', '1.2', '1']],
    ['the ends keep their digits', 'from: 63000.00, to: "60000.10", steps: 3', ['63000.00', '61500.1', '60000.10']],
    ['of expressions', 'from: =100 * 3, to: =tick(100 / 3), steps: 3', ['300', '166.7', '33.3']],
    ['geometric', 'from: 100, to: 1600, steps: 5, spacing: geometric', ['100', '200', '400', '800', '1600']],
    ['geometric, down', 'from: 1600, to: 100, steps: 3, spacing: geometric', ['1600', '400', '100']],
  ])('%s', (_, range, expected) => {
    expect(pricesOf(ladder(range))).toEqual(expected);
  });

  test('of a tick that is no power of ten', () => {
    expect(pricesAt('half', 'from: 10, to: 11.5, steps: 3')).toEqual(['10', '11', '11.5']);
    expect(pricesAt('hundred', 'from: 1000, to: 2000, steps: 3')).toEqual(['1000', '1500', '2000']);
    expect(pricesAt('quarter', 'from: 1, to: 2, steps: 4')).toEqual(['1', '1.25', '1.75', '2']);
  });

  test('geometric are what a search digit by digit finds', () => {
    const places = 10n ** 20n;
    /** The greatest number with 20 places whose power is not above `of`. */
    const root = (of: bigint, power: bigint): bigint => {
      let [low, high] = [0n, 10n ** 45n];
      while (high - low > 1n) {
        const middle = (low + high) / 2n;
        if (middle ** power <= of * places ** power) low = middle;
        else high = middle;
      }
      return low;
    };
    const ticks = fc.bigInt({ min: 1_000n, max: MAX_TICKS });
    fc.assert(
      fc.property(ticks, ticks, fc.integer({ min: 3, max: 12 }), (first, last, steps) => {
        fc.pre(first !== last);
        const range = {
          from: Decimal.ofDigits(first, 1),
          to: Decimal.ofDigits(last, 1),
          steps,
          spacing: 'geometric',
        } as const;
        const expected = Array.from({ length: steps - 2 }, (_, index) => {
          const at = BigInt(index + 1);
          const power = BigInt(steps - 1);
          const tenths = (root(first ** (power - at) * last ** at, power) * 2n + places) / (places * 2n);
          return Decimal.ofDigits(tenths, 1).canonical();
        });
        const found = rungPrices(range, Decimal.of('0.1')).slice(1, -1);
        expect(found.map((price) => price.canonical())).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('geometric ones of a thousand steps and forty digits are found, each between its neighbours', () => {
    const [from, to] = [`${'1'.repeat(20)}.1`, `${'2'.repeat(20)}.2`];
    const found = rungPrices(
      { from: Decimal.of(from), to: Decimal.of(to), steps: 1_000, spacing: 'geometric' },
      Decimal.of('0.1'),
    );
    expect(found.every((price, at) => at === 0 || price.compare(found[at - 1] as Decimal) > 0)).toBe(true);
    expect(found).toHaveLength(1_000);
  });

  test('have the other numbers of the order, each by its own price', () => {
    const loaded = load(
      plan([
        'id: l, side: open-long, price: { from: 63000, to: 60000, steps: 4 }, size: { total: 0.4 }, takeProfit: 70000, stopLoss: =tick(price * 0.97)',
      ]),
    );
    expect(
      ordersOf(loaded).map(
        ({ takeProfit, stopLoss }) => `${takeProfit?.toString() ?? ''} ${stopLoss?.toString() ?? ''}`,
      ),
    ).toEqual(['70000 61110', '70000 60140', '70000 59170', '70000 58200']);
    expect(wordsOf(ordersOf(loaded)[1], 'stopLoss')).toBe('tick(price * 0.97) (price = 62000)');
  });

  test('of a trigger order are trigger orders', () => {
    const loaded = ladder('from: 61000, to: 60000, steps: 2', '{ total: 1 }', ', trigger: =price + 100');
    expect(ordersOf(loaded).map(({ trigger }) => trigger?.toString())).toEqual(['61100', '60100']);
  });
});

describe('the sizes of a ladder', () => {
  const four = 'from: 63000, to: 60000, steps: 4';
  test.each([
    ['flat', '{ total: 0.4 }', ['0.1', '0.1', '0.1', '0.1']],
    ['flat, and what is left from the last rung back', '{ total: 0.4003 }', ['0.1', '0.1001', '0.1001', '0.1001']],
    ['one step left goes to the last', '{ total: 0.4001 }', ['0.1', '0.1', '0.1', '0.1001']],
    ['linear', '{ total: 1, shape: linear }', ['0.1', '0.2', '0.3', '0.4']],
    ['linear with a rest', '{ total: 0.0013, shape: linear }', ['0.0001', '0.0002', '0.0004', '0.0006']],
    ['geometric', '{ total: 1.5, shape: geometric, ratio: 2 }', ['0.1', '0.2', '0.4', '0.8']],
    ['geometric below one', '{ total: 1.5, shape: geometric, ratio: 0.5 }', ['0.8', '0.4', '0.2', '0.1']],
    ['geometric with a rest', '{ total: 1, shape: geometric, ratio: 1.3 }', ['0.1616', '0.2101', '0.2732', '0.3551']],
    ['a list', '{ total: 1, shape: [1, 1, 2, 4] }', ['0.125', '0.125', '0.25', '0.5']],
    ['a list of decimals', '{ total: 0.5, shape: [0.5, 1, 1.50, "2"] }', ['0.05', '0.1', '0.15', '0.2']],
    ['an expression', '{ total: =lot(1 / 3) }', ['0.0833', '0.0833', '0.0833', '0.0834']],
  ])('%s', (_, size, expected) => {
    const found = sizesOf(ladder(four, size));
    expect(found).toEqual(expected);
  });

  const shapes: fc.Arbitrary<Shape> = fc.oneof(
    fc.constantFrom<Shape>({ kind: 'flat' }, { kind: 'linear' }),
    fc
      .tuple(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 3 }))
      .map(([digits, scale]): Shape => ({ kind: 'geometric', ratio: Decimal.ofDigits(BigInt(digits), scale) })),
    fc
      .array(fc.integer({ min: 1, max: 999 }), { minLength: 50, maxLength: 50 })
      .map((list): Shape => ({ kind: 'list', weights: list.map((one) => Decimal.ofDigits(BigInt(one), 1)) })),
  );

  test('add up to the total, each on the step and within one step of its share and what is left', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.integer({ min: 2, max: 50 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.constantFrom('0.0001', '0.25', '3', '1'),
        (shape, steps, units, step) => {
          const unit = Decimal.of(step);
          const total = unit.multiplied(units);
          const weights = shareWeights(shape, 50).slice(0, steps);
          const all = weights.reduce((sum, one) => sum + one, 0n);
          const found = splitTotal(total, weights, unit);
          expect(found.reduce((sum, one) => sum.plus(one), Decimal.zero).compare(total)).toBe(0);
          for (const [at, size] of found.entries()) {
            expect(size.isMultipleOf(unit)).toBe(true);
            const down = unit.multiplied((units * (weights[at] as bigint)) / all);
            expect([down.compare(size), down.plus(unit).compare(size)]).toContain(0);
          }
          // Those that got one of what is left are the last ones.
          const extra = found.map((size, at) => size.compare(unit.multiplied((units * (weights[at] as bigint)) / all)));
          expect(extra.toSorted((a, b) => a - b)).toEqual(extra);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a whole ladder, whatever is written', () => {
  const world = fc.constantFrom(['btc', 1n, 1, '0.0001'], ['half', 5n, 1, '0.25'], [
    'quarter',
    25n,
    2,
    '0.01',
  ] as const);

  test('has its ends as written, stands on the tick, runs one way, and adds up', () => {
    fc.assert(
      fc.property(
        world,
        fc.bigInt({ min: 5_000n, max: 10n ** 9n }),
        fc.bigInt({ min: 5_000n, max: 10n ** 9n }),
        fc.integer({ min: 2, max: 30 }),
        fc.constantFrom('linear', 'geometric'),
        fc.constantFrom('flat', 'linear', 'geometric, ratio: 1.3', '[STEPS]'),
        fc.integer({ min: 0, max: 3 }),
        ([symbol, tick, scale, step], a, b, steps, spacing, shape, zeros) => {
          const text = (ticks: bigint): string => Decimal.ofDigits(ticks * tick, scale).toString() + '0'.repeat(zeros);
          const list = Array.from({ length: steps }, (_, index) => (index % 4) + 1).join(', ');
          const total = Decimal.of(step).multiplied(1_000_000n);
          const loaded = load(
            plan([
              `id: l, symbol: ${symbol}, side: close-long, price: { from: ${text(a)}, to: ${text(b)}, steps: ${steps}, spacing: ${spacing} }, size: { total: ${total.toString()}, shape: ${shape.replace('STEPS', list)} }`,
            ]),
          );
          if (codes(loaded).includes('order/above-maximum')) return;
          if (a === b || codes(loaded).includes('ladder/too-dense')) {
            const distance = a > b ? a - b : b - a;
            expect(distance < BigInt(steps * 40)).toBe(true);
            return;
          }
          const orders = ordersOf(loaded);
          const at = orders.map(({ price }) => (price.kind === 'limit' ? price.at : Decimal.zero));
          expect([at[0]?.toString(), at.at(-1)?.toString(), at.length]).toEqual([text(a), text(b), steps]);
          const unit = Decimal.ofDigits(tick, scale);
          for (const [index, price] of at.entries()) {
            expect(price.isMultipleOf(unit)).toBe(true);
            if (index > 0) expect(price.compare(at[index - 1] as Decimal)).toBe(a < b ? 1 : -1);
          }
          expect(orders.reduce((sum, one) => sum.plus(one.size), Decimal.zero).compare(total)).toBe(0);
          expect(orders.every(({ size }) => size.isMultipleOf(Decimal.of(step)))).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
