/**
 * Prices of one position as whole numbers that can be compared at once: exact, at one scale, and negative for a short. So below
 * is the losing side for both directions, and a short is a long in the mirror.
 */
import type { Decimal } from '../model/decimal.ts';
import type { PositionSide } from './guarded.ts';

export type Key = bigint;

export class Keys {
  readonly #scale: number;
  readonly #isLong: boolean;

  /** `scale` is the most decimals of all prices that will be asked for. */
  constructor(side: PositionSide, scale: number) {
    this.#scale = scale;
    this.#isLong = side === 'long';
  }

  of(price: Decimal): Key {
    const exact = price.digitsAt(this.#scale);
    return this.#isLong ? exact : -exact;
  }
}

export const least = (one: Key | undefined, other: Key | undefined): Key | undefined =>
  one === undefined ? other : other === undefined || one < other ? one : other;

export const compareKeys = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
