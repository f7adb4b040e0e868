/**
 * Exact fractions. Expressions are computed in them, so that no step on the way can round.
 *
 * Invariants
 * 1. A value is `over / under` in lowest terms with `under` above zero: one spelling per value.
 * 2. Only `nearest`, `below` and `above` round, and they say to what.
 */
import { Decimal } from './decimal.ts';

const magnitude = (n: bigint): bigint => (n < 0n ? -n : n);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Toward minus infinity; `b` above zero. */
const floorDivide = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);

const scaleOf = ({ scale }: Decimal): bigint => 10n ** BigInt(scale);

/** How often `factor` divides `n`, and the quotient after that. */
function takeOut(n: bigint, factor: bigint): { times: number; rest: bigint } {
  let times = 0;
  let rest = n;
  while (rest % factor === 0n) {
    rest /= factor;
    times += 1;
  }
  return { times, rest };
}

export class Rational {
  readonly over: bigint;
  readonly under: bigint;

  private constructor(over: bigint, under: bigint) {
    const divisor = under === 1n ? 1n : greatestCommonDivisor(over, under);
    this.over = over / divisor;
    this.under = under / divisor;
  }

  static of(value: Decimal): Rational {
    return new Rational(value.coefficient, scaleOf(value));
  }

  static ratio(over: bigint, under: bigint): Rational {
    return under < 0n ? new Rational(-over, -under) : new Rational(over, under);
  }

  plus(other: Rational): Rational {
    return new Rational(this.over * other.under + other.over * this.under, this.under * other.under);
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }

  times(other: Rational): Rational {
    return new Rational(this.over * other.over, this.under * other.under);
  }

  /** `other` is not zero. */
  dividedBy(other: Rational): Rational {
    return Rational.ratio(this.over * other.under, this.under * other.over);
  }

  negated(): Rational {
    return new Rational(-this.over, this.under);
  }

  absolute(): Rational {
    return this.over < 0n ? this.negated() : this;
  }

  /** Negative, zero or positive as this is below, equal to or above the other. */
  compare(other: Rational): number {
    const [a, b] = [this.over * other.under, other.over * this.under];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  get isZero(): boolean {
    return this.over === 0n;
  }

  get isNegative(): boolean {
    return this.over < 0n;
  }

  /** The most whole units that are not above this. */
  wholeUnits(unit: Decimal): bigint {
    return floorDivide(this.over * scaleOf(unit), this.under * unit.coefficient);
  }

  /** The greatest multiple of `unit` that is not above this. */
  below(unit: Decimal): Decimal {
    return unit.multiplied(this.wholeUnits(unit));
  }

  /** The least multiple of `unit` that is not below this. */
  above(unit: Decimal): Decimal {
    return unit.multiplied(-this.negated().wholeUnits(unit));
  }

  /** The nearest multiple of `unit`; of two equally near, the higher. */
  nearest(unit: Decimal): Decimal {
    const one = this.under * unit.coefficient;
    return unit.multiplied(floorDivide(2n * this.over * scaleOf(unit) + one, 2n * one));
  }

  /** The same value as a decimal; undefined if its digits do not end. */
  toDecimal(): Decimal | undefined {
    const twos = takeOut(this.under, 2n);
    const fives = takeOut(twos.rest, 5n);
    if (fives.rest !== 1n) return undefined;
    const scale = Math.max(twos.times, fives.times);
    return Decimal.ofDigits((this.over * 10n ** BigInt(scale)) / this.under, scale);
  }

  /** `3/7`: every digit, for whoever stores or prints a value. */
  toJSON(): string {
    return `${this.over}/${this.under}`;
  }

  /** For people: exact if it has at most `places` decimals, else cut off there with `…` behind it. */
  show(places = 6): string {
    const exact = this.toDecimal();
    if (exact !== undefined && exact.scale <= places) return exact.canonical();
    const cut = (magnitude(this.over) * 10n ** BigInt(places)) / this.under;
    return `${this.isNegative ? '-' : ''}${Decimal.ofDigits(cut, places).toString()}…`;
  }
}
