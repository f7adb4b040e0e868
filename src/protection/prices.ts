/**
 * Prices of one position as whole numbers that can be compared at once: exact, at one scale, and negative for a short. So below
 * is the losing side for both directions, and a short is a long in the mirror.
 */
import type { Decimal } from '../model/decimal.ts';
import type { PositionSide } from './guarded.ts';

export type Key = bigint;

export class Keys {
  readonly #scale: number;
  readonly #way: bigint;

  /** `prices` are all that will be asked for. */
  constructor(side: PositionSide, prices: Iterable<Decimal | undefined>) {
    let scale = 0;
    for (const price of prices) if (price !== undefined && price.scale > scale) scale = price.scale;
    this.#scale = scale;
    this.#way = side === 'long' ? 1n : -1n;
  }

  of({ coefficient, scale }: Decimal): Key {
    return this.#way * coefficient * 10n ** BigInt(this.#scale - scale);
  }
}

export const least = (one: Key | undefined, other: Key | undefined): Key | undefined =>
  one === undefined ? other : other === undefined || one < other ? one : other;

export const compareKeys = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
