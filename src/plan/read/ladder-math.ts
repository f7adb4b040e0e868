/**
 * A ladder's prices and sizes (docs/contract.md#ladders). Pure and exact: no price is off the tick, no size off
 * the step, and the sizes add up to the total.
 */
import type { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';

interface PriceRange {
  /** Multiples of the tick, not equal; sent with the digits as written. */
  readonly from: Decimal;
  readonly to: Decimal;
  /** 2 to 1000. */
  readonly steps: number;
  readonly spacing: 'linear' | 'geometric';
}

/** Rung 1 is `from`, the last is `to`; each inner one is on the tick nearest to its place, of two equally near the higher. */
export function rungPrices(range: PriceRange, tick: Decimal): Decimal[] {
  const { from, to, steps, spacing } = range;
  const inner = spacing === 'linear' ? linearPrice(range, tick) : geometricPrice(range, tick);
  return Array.from({ length: steps }, (_, at) => (at === 0 ? from : at === steps - 1 ? to : inner(at)));
}

/** `from + (to - from) · at / (steps - 1)`, in ticks, plus a half and cut down. A rule reports ends that are off the tick. */
function linearPrice({ from, to, steps }: PriceRange, tick: Decimal): (at: number) => Decimal {
  const [first, last] = [Rational.of(from).wholeUnits(tick), Rational.of(to).wholeUnits(tick)];
  const ways = BigInt(steps - 1);
  return (at) => tick.multiplied((2n * (first * ways + (last - first) * BigInt(at)) + ways) / (2n * ways));
}

/** Most ticks of a price of a geometric ladder: far above every market. Beyond it floating point is too coarse. */
export const MAX_TICKS = 2n ** 40n;

/** The relative error that floating point is granted for a rung's place: a hundred times the sum of its errors. */
const COARSE = 2 ** -44;

/**
 * `from · (to / from) ^ (at / (steps - 1))`, which is seldom a fraction. Floating point is exact to far less than a tick, so
 * it can choose the nearest tick, unless the place is so near the middle of two ticks that its error could matter. Then
 * the tick is the greatest k with (k - ½) ticks not above the place; both sides are compared exactly, as whole numbers
 * raised to the power steps - 1. So the result does not depend on how powers are computed.
 */
function geometricPrice({ from, to, steps }: PriceRange, tick: Decimal): (at: number) => Decimal {
  const [first, last] = [Rational.of(from).wholeUnits(tick), Rational.of(to).wholeUnits(tick)];
  const ratio = Number(last) / Number(first);
  return (at) => {
    const place = Number(first) * ratio ** (at / (steps - 1)) + 0.5;
    const isSure = Math.abs(place - Math.round(place)) > place * COARSE;
    if (isSure) return tick.multiplied(BigInt(Math.floor(place)));
    const upper = BigInt(Math.round(place));
    const exact = { power: first ** BigInt(steps - 1 - at) * last ** BigInt(at), root: BigInt(steps - 1) };
    return tick.multiplied(isAtLeastMiddle(upper, exact) ? upper : upper - 1n);
  };
}

/** Whether the `root`-th root of `power` is not below the middle of `upper - 1` and `upper`. */
const isAtLeastMiddle = (upper: bigint, { power, root }: { power: bigint; root: bigint }): boolean =>
  (2n * upper - 1n) ** root <= 2n ** root * power;

export type Shape =
  | { readonly kind: 'flat' | 'linear' }
  | { readonly kind: 'geometric'; readonly ratio: Decimal }
  | { readonly kind: 'list'; readonly weights: readonly Decimal[] };

/** The weight of each rung's share against the others, as whole numbers. */
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
 * Each rung's share of an amount, divided by the rung's own divisor and cut down to the step. Computed in whole numbers that
 * are never brought to lowest terms, as the weights of a steep ladder have thousands of digits.
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
