/** The path of a price, by its seed alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import { contracts, type Contract } from '../../src/paper/v2/order/instruments.ts';
import { Walk } from '../../src/paper/market/market.ts';

const btc = contracts.get('cmt_btcusdt') as Contract;

/** Which of the first steps go up. */
function rises(contract: Contract): boolean[] {
  const walk = new Walk(contract, 1);
  const path = [contract.last, ...Array.from({ length: 100 }, () => walk.next())];
  return path.slice(1).map((price, at) => price.compare(path[at] as Decimal) > 0);
}

it('a path is one of its seed and symbol alone, on the tick, within its bounds, and moves', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), fc.constantFrom(...contracts.values()), (seed, contract) => {
      const [one, other] = [new Walk(contract, seed), new Walk(contract, seed)];
      const path = Array.from({ length: 200 }, () => one.next());
      expect(path.map(String)).toEqual(Array.from({ length: 200 }, () => other.next().toString()));
      for (const price of path) {
        expect(price.isMultipleOf(contract.tick)).toBe(true);
        expect(price.multiplied(2n).compare(contract.last)).toBeGreaterThanOrEqual(0);
        expect(price.compare(contract.last.multiplied(2n))).toBeLessThanOrEqual(0);
      }
      expect(new Set(path.map(String)).size).toBeGreaterThan(5);
    }),
    { numRuns: 30 },
  );
});

it('a path never leaves its bounds, however near they are', () => {
  for (let seed = 0; seed < 20; seed++) {
    const walk = new Walk({ ...btc, last: btc.tick.multiplied(3n) }, seed);
    const seen = new Set(Array.from({ length: 500 }, () => walk.next().toString()));
    expect([...seen].toSorted()).toEqual(['0.2', '0.3', '0.4', '0.5', '0.6']);
  }
});

it('symbols go their own ways, and none drifts', () => {
  expect(rises(btc)).not.toEqual(rises(contracts.get('cmt_ethusdt') as Contract));
  const ada = contracts.get('cmt_adausdt') as Contract;
  const ends = Array.from({ length: 400 }, (_, seed) => {
    const walk = new Walk(ada, seed);
    for (let step = 0; step < 239; step++) walk.next();
    return Number(walk.next().toString());
  });
  const mean = ends.reduce((sum, one) => sum + one, 0) / ends.length;
  expect(Math.abs(mean - 0.2767)).toBeLessThan(0.0015);
});

it('two minutes take a price some per cent away, seldom more than ten', () => {
  const { last } = btc;
  const farthest = Array.from({ length: 200 }, (_, seed) => {
    const walk = new Walk(btc, seed);
    const distances = Array.from({ length: 240 }, () =>
      Rational.of(walk.next().minus(last)).dividedBy(Rational.of(last)).absolute(),
    );
    return Number(
      distances
        .reduce((most, one) => (one.compare(most) > 0 ? one : most))
        .show()
        .replace('…', ''),
    );
  }).toSorted((a, b) => a - b);
  expect(farthest[20]).toBeGreaterThan(0.007);
  expect(farthest[100]).toBeGreaterThan(0.015);
  expect(farthest[198]).toBeLessThan(0.1);
});
