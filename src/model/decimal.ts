/**
 * Exact decimals: an integer coefficient and how many of its digits stand behind the point.
 *
 * Invariants
 * 1. A decimal keeps the digits it was written with: `parse(text).toString() === text` for every text it accepts, so what
 *    a person wrote (`0.10`) is what is sent. Comparisons go by value (`0.10` equals `0.1`).
 * 2. No operation rounds. What cannot be exact (division) is not offered; `floorTo` and `ceilTo` say what they do.
 */

/** Most digits a written number may have (docs/contract.md#numbers). */
export const MAX_DIGITS = 40;

/** So many digits are exact in a number of the engine's own. */
const PLAIN_DIGITS = 15;
const [POINT, ZERO, NINE] = ['.', '0', '9'].map((sign) => sign.charCodeAt(0)) as [number, number, number];

const powers: bigint[] = [1n];
export function tenTo(exponent: number): bigint {
  for (let n = powers.length; n <= exponent; n++) powers.push((powers[n - 1] as bigint) * 10n);
  return powers[exponent] as bigint;
}

export class Decimal {
  readonly coefficient: bigint;
  readonly scale: number;

  private constructor(coefficient: bigint, scale: number) {
    this.coefficient = coefficient;
    this.scale = scale;
  }

  static readonly zero = new Decimal(0n, 0);

  /**
   * Reads `123`, `0.5`, `64000.10`; undefined for every other spelling (signs, exponents, grouping, bare points). Sign by sign, and
   * without a text between: a plan has tens of thousands of numbers, and a look at many orders reads all of theirs again.
   */
  static parse(text: string): Decimal | undefined {
    const { length } = text;
    if (length > MAX_DIGITS + 1) return undefined;
    let point = length;
    let plain = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) plain = plain * 10 + (code - ZERO);
      else if (code === POINT && point === length) point = at;
      else return undefined;
    }
    const scale = Math.max(0, length - point - 1);
    const digits = point + scale;
    if (point === 0 || point === length - 1 || digits > MAX_DIGITS) return undefined;
    if (point > 1 && text.charCodeAt(0) === ZERO) return undefined;
    if (digits <= PLAIN_DIGITS) return new Decimal(BigInt(plain), scale);
    return new Decimal(BigInt(text.slice(0, point) + text.slice(point + 1)), scale);
  }

  /** The same with a minus in front: what an account gained, or a fee. */
  static parseSigned(text: string): Decimal | undefined {
    const size = Decimal.parse(text.replace(/^-/, ''));
    return text.startsWith('-') ? size && Decimal.zero.minus(size) : size;
  }

  /** For constants of our own: throws where `parse` would answer undefined. */
  static of(text: string): Decimal {
    const value = Decimal.parse(text);
    if (value === undefined) throw new Error(`not a decimal: ${text}`);
    return value;
  }

  /** `coefficient` with its last `scale` digits behind the point. */
  static ofDigits(coefficient: bigint, scale: number): Decimal {
    return new Decimal(coefficient, scale);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.digitsAt(scale) + other.digitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.digitsAt(scale) - other.digitsAt(scale), scale);
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.coefficient * other.coefficient, this.scale + other.scale);
  }

  /** So many times this, without trailing zeros behind the point. */
  multiplied(times: bigint): Decimal {
    return new Decimal(this.coefficient * times, this.scale).trimmed(0);
  }

  /** Negative, zero or positive as this is below, equal to or above the other, by value. */
  compare(other: Decimal): number {
    const scale = Math.max(this.scale, other.scale);
    const [own, its] = [this.digitsAt(scale), other.digitsAt(scale)];
    return own < its ? -1 : own > its ? 1 : 0;
  }

  get isZero(): boolean {
    return this.coefficient === 0n;
  }

  /** Whether this is a whole multiple of `unit` (a tick or a step, above zero). */
  isMultipleOf(unit: Decimal): boolean {
    const scale = Math.max(this.scale, unit.scale);
    return this.digitsAt(scale) % unit.digitsAt(scale) === 0n;
  }

  /** The greatest multiple of `unit` that is not above this (this not below zero). */
  floorTo(unit: Decimal): Decimal {
    const scale = Math.max(this.scale, unit.scale);
    const whole = unit.digitsAt(scale);
    return new Decimal((this.digitsAt(scale) / whole) * whole, scale).trimmed(unit.scale);
  }

  /** The least multiple of `unit` that is not below this (this not below zero). */
  ceilTo(unit: Decimal): Decimal {
    return this.isMultipleOf(unit) ? this.floorTo(unit) : this.floorTo(unit).plus(unit);
  }

  /** The same value without trailing zeros behind the point: one spelling per value. */
  canonical(): string {
    return this.trimmed(0).toString();
  }

  toString(): string {
    if (this.scale === 0) return this.coefficient.toString();
    const negative = this.coefficient < 0n;
    const digits = (negative ? -this.coefficient : this.coefficient).toString().padStart(this.scale + 1, '0');
    const point = digits.length - this.scale;
    return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  /** The same value as a whole number with `scale` of its digits behind the point, which are at least as many as its own. */
  digitsAt(scale: number): bigint {
    return scale === this.scale ? this.coefficient : this.coefficient * tenTo(scale - this.scale);
  }

  /** Drops zeros behind the point down to `least` places. */
  private trimmed(least: number): Decimal {
    let { coefficient, scale } = this;
    while (scale > least && coefficient % 10n === 0n) {
      coefficient /= 10n;
      scale -= 1;
    }
    return new Decimal(coefficient, scale);
  }
}
