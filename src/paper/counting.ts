import type { Rate } from '../model/call.ts';
import { unreachable } from '../model/result.ts';

/**
 * How a window is counted. Nobody says which way (docs/exchange.md#counting), so a client must keep within all three:
 * - sliding: everything of the last `windowMs`; an amount of exactly that age no longer counts;
 * - fixed: windows that begin at `phaseMs` and every `windowMs` after it;
 * - bucket: starts full with `amount`, and refills continuously by `amount` per window.
 */
export type Counting = 'sliding' | 'fixed' | 'bucket';

/** Reads no clock: the caller passes the time, in ms that never go back. */
export interface Meter {
  /** Whether `amount` has room at that time. Counts nothing. */
  fits(amount: number, nowMs: number): boolean;
  /** Counts `amount`, even if it does not fit. */
  count(amount: number, nowMs: number): void;
  /** What is counted at that time; of a bucket, what it lacks. */
  used(nowMs: number): number;
}

/** In whole microseconds: with fractions of a millisecond, the edge of a window would depend on rounding. */
const toUs = (ms: number): number => Math.round(ms * 1000);

class SlidingMeter implements Meter {
  readonly #rate: Rate;
  #counted: { readonly atUs: number; readonly amount: number }[] = [];
  #expired = 0;
  #sum = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  fits(amount: number, nowMs: number): boolean {
    return this.used(nowMs) + amount <= this.#rate.amount;
  }

  used(nowMs: number): number {
    const openedUs = toUs(nowMs) - toUs(this.#rate.windowMs);
    let first = this.#counted[this.#expired];
    while (first !== undefined && first.atUs <= openedUs) {
      this.#sum -= first.amount;
      first = this.#counted[++this.#expired];
    }
    // Dropping the expired ones only when they are half of all keeps the cost of a long run linear.
    if (this.#expired * 2 > this.#counted.length) {
      this.#counted = this.#counted.slice(this.#expired);
      this.#expired = 0;
    }
    return this.#sum;
  }

  count(amount: number, nowMs: number): void {
    this.#counted.push({ atUs: toUs(nowMs), amount });
    this.#sum += amount;
  }
}

class FixedMeter implements Meter {
  readonly #rate: Rate;
  readonly #phaseMs: number;
  #window = Number.NEGATIVE_INFINITY;
  #sum = 0;

  constructor(rate: Rate, phaseMs: number) {
    this.#rate = rate;
    this.#phaseMs = phaseMs;
  }

  fits(amount: number, nowMs: number): boolean {
    return this.used(nowMs) + amount <= this.#rate.amount;
  }

  count(amount: number, nowMs: number): void {
    this.#sum = this.used(nowMs) + amount;
    this.#window = this.#windowAt(nowMs);
  }

  used(nowMs: number): number {
    return this.#windowAt(nowMs) === this.#window ? this.#sum : 0;
  }

  #windowAt(nowMs: number): number {
    return Math.floor((toUs(nowMs) - toUs(this.#phaseMs)) / toUs(this.#rate.windowMs));
  }
}

/** Levels are amounts times the window in microseconds, so refilling multiplies whole numbers and is exact. */
class BucketMeter implements Meter {
  readonly #rate: Rate;
  readonly #windowUs: number;
  #level: number;
  #atUs = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#windowUs = toUs(rate.windowMs);
    this.#level = rate.amount * this.#windowUs;
  }

  fits(amount: number, nowMs: number): boolean {
    return amount * this.#windowUs <= this.#levelAt(toUs(nowMs));
  }

  count(amount: number, nowMs: number): void {
    this.#level = this.#levelAt(toUs(nowMs)) - amount * this.#windowUs;
    this.#atUs = toUs(nowMs);
  }

  used(nowMs: number): number {
    return this.#rate.amount - this.#levelAt(toUs(nowMs)) / this.#windowUs;
  }

  #levelAt(nowUs: number): number {
    return Math.min(this.#rate.amount * this.#windowUs, this.#level + (nowUs - this.#atUs) * this.#rate.amount);
  }
}

/** A new meter; `phaseMs` shifts fixed windows and does not affect the others. */
export function createMeter(rate: Rate, counting: Counting, phaseMs = 0): Meter {
  switch (counting) {
    case 'sliding':
      return new SlidingMeter(rate);
    case 'fixed':
      return new FixedMeter(rate, phaseMs);
    case 'bucket':
      return new BucketMeter(rate);
    default:
      return unreachable(counting);
  }
}
