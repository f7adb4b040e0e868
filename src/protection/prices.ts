/**
 * Prices of one position as whole numbers that can be compared at once: exact, at one scale, and negative for a short. So below
 * is the losing side for both directions, and a short is a long in the mirror.
 */
import type { Decimal } from '../model/decimal.ts';
import type { PositionSide } from './guarded.ts';

/** A number of the engine's own where that is exact, as nearly all are: thousands are sorted. Both kinds compare with each other, exactly. */
export type Key = number | bigint;

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

export class Keys {
  readonly #scale: number;
  readonly #isLong: boolean;

  /** `scale` is the most decimals of all prices that will be asked for. */
  constructor(side: PositionSide, scale: number) {
    this.#scale = scale;
    this.#isLong = side === 'long';
  }

  of(price: Decimal): Key {
    const digits = price.digitsAt(this.#scale);
    const exact = digits > MOST ? digits : Number(digits);
    return this.#isLong ? exact : -exact;
  }
}

export const least = (one: Key | undefined, other: Key | undefined): Key | undefined =>
  one === undefined ? other : other === undefined || one < other ? one : other;

export const compareKeys = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
