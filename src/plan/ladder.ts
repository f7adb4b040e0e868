/**
 * A ladder's prices and sizes (product.md section 2, "Ladder rule"). Pure and exact: no price is off the tick, no size off
 * the step, and the sizes add up to the total.
 */
import type { Decimal } from '../model/decimal.ts';
import { Rational } from './expression/rational.ts';

/** Most rungs of one ladder. */
export const MAX_STEPS = 1_000;

export interface PriceRange {
  /** Multiples of the tick, not equal; sent with the digits as written. */
  readonly from: Decimal;
  readonly to: Decimal;
  /** 2 to `MAX_STEPS`. */
  readonly steps: number;
  readonly spacing: 'linear' | 'geometric';
}

/** Rung 1 is `from`, the last is `to`; each inner one is on the tick nearest to its place, of two equally near the higher. */
export function rungPrices(range: PriceRange, tick: Decimal): Decimal[] {
  const { from, to, steps, spacing } = range;
  const inner = spacing === 'linear' ? linearPrice(range, tick) : geometricPrice(range, tick);
  return Array.from({ length: steps }, (_, at) => (at === 0 ? from : at === steps - 1 ? to : inner(at)));
}

/** `from + (to - from) · at / (steps - 1)`. */
function linearPrice({ from, to, steps }: PriceRange, tick: Decimal): (at: number) => Decimal {
  const start = Rational.of(from);
  const way = Rational.of(to.minus(from));
  return (at) => start.plus(way.times(Rational.ratio(BigInt(at), BigInt(steps - 1)))).nearest(tick);
}

/**
 * `from · (to / from) ^ (at / (steps - 1))`, which is seldom a fraction. So nothing is computed with its digits: the tick
 * sought is the greatest k with (k - ½) ticks not above it, and both sides of that are compared as whole numbers after
 * raising them to the power steps - 1. A floating-point guess says only where the search begins.
 */
function geometricPrice({ from, to, steps }: PriceRange, tick: Decimal): (at: number) => Decimal {
  const power = BigInt(steps - 1);
  const [first, last] = [Rational.of(from).wholeUnits(tick), Rational.of(to).wholeUnits(tick)];
  return (at) => {
    const raised = first ** (power - BigInt(at)) * last ** BigInt(at);
    const place = 2n ** power * raised;
    const isNotAbove = (k: bigint): boolean => (2n * k - 1n) ** power <= place;
    const guess = Number(first) * (Number(last) / Number(first)) ** (at / (steps - 1));
    return tick.multiplied(greatest(refined(BigInt(Math.max(1, Math.round(guess))), power, raised), isNotAbove));
  };
}

/** Bits of a floating-point guess that are surely right. */
const SURE_BITS = 44;

/** The root of `raised` that a guess is near: each of Newton's steps about doubles the bits that are right. */
function refined(guess: bigint, power: bigint, raised: bigint): bigint {
  let root = guess;
  const bits = guess.toString(2).length;
  for (let sure = SURE_BITS; sure < bits; sure = 2 * sure - 10) {
    const below = root ** (power - 1n);
    root -= (below * root - raised) / (power * below);
  }
  return root;
}

/** The greatest k from 1 on that `holds`, which 1 does and none after the first that does not; looked for around `guess`. */
function greatest(guess: bigint, holds: (k: bigint) => boolean): bigint {
  let stride = 1n;
  let low = guess;
  while (low > 1n && !holds(low)) {
    low = low > stride ? low - stride : 1n;
    stride *= 2n;
  }
  let high = low + 1n;
  for (stride = 1n; holds(high); stride *= 2n) {
    low = high;
    high = low + stride;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export type Shape =
  | { readonly kind: 'flat' | 'linear' }
  | { readonly kind: 'geometric'; readonly ratio: Decimal }
  | { readonly kind: 'list'; readonly weights: readonly Decimal[] };

/** What each rung's share weighs against the others', as whole numbers. */
export function shareWeights(shape: Shape, steps: number): bigint[] {
  switch (shape.kind) {
    case 'flat':
      return Array.from({ length: steps }, () => 1n);
    case 'linear':
      return Array.from({ length: steps }, (_, at) => BigInt(at + 1));
    case 'geometric': {
      // ratio = a / b, so the weights ratio^0, ratio^1, … are a^0 · b^(n-1), a^1 · b^(n-2), …
      const { over: a, under: b } = Rational.of(shape.ratio);
      return Array.from({ length: steps }, (_, at) => a ** BigInt(at) * b ** BigInt(steps - 1 - at));
    }
    case 'list': {
      const scale = Math.max(...shape.weights.map((weight) => weight.scale));
      return shape.weights.map((weight) => weight.coefficient * 10n ** BigInt(scale - weight.scale));
    }
  }
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n);

/** Shares of a total that is a multiple of the step: each cut down to the step, what is left one step each from the last back. */
export function splitTotal(total: Decimal, weights: readonly bigint[], step: Decimal): Decimal[] {
  const steps = Rational.of(total).wholeUnits(step);
  const all = sum(weights);
  const shares = weights.map((weight) => (steps * weight) / all);
  const left = Number(steps - sum(shares));
  return shares.map((share, at) => step.multiplied(at >= shares.length - left ? share + 1n : share));
}

/**
 * Each rung's share of an amount divided by its own `divisors`, cut down to the step. As whole numbers, which are never
 * brought to lowest terms: the weights of a steep ladder have thousands of digits.
 */
export function splitAmount(
  amount: Decimal,
  weights: readonly bigint[],
  divisors: readonly Rational[],
  step: Decimal,
): Decimal[] {
  const all = sum(weights);
  const units = Rational.of(amount).dividedBy(Rational.of(step));
  return weights.map((weight, at) => {
    const { over, under } = divisors[at] as Rational;
    return step.multiplied((units.over * weight * under) / (units.under * all * over));
  });
}
