/** Prices as whole ticks. No price is ever a float before it is one: digits are counted, and divided exactly. */
import type { Decimal } from '../../model/decimal.ts';
import { Decimal as Exact } from '../../model/decimal.ts';

/** Most digits of a number in a file. */
export const MOST_DIGITS = 20;
const MOST_EXPONENT = 40;
/** Digits that a double holds exactly, whatever they are. */
export const QUICK_DIGITS = 15;

const NUMBER = /^(?<whole>[0-9]+)(?:\.(?<fraction>[0-9]+))?(?:[eE](?<exponent>[+-]?[0-9]{1,3}))?$/;

export type PriceFault = 'zero' | 'digits' | 'spelling' | 'below-tick';

export class TickGrid {
  readonly #places: number;
  readonly #units: number;
  /** For so many decimals: what the digits are multiplied by, and then divided by. */
  readonly #times: readonly number[];
  readonly #over: readonly number[];
  /** Whether the price that was read last is not on the tick. */
  moved = false;

  constructor(tick: Decimal) {
    const plain = Exact.of(tick.canonical());
    this.#places = plain.scale;
    this.#units = Number(plain.coefficient);
    const decimals = Array.from({ length: QUICK_DIGITS + 1 }, (_, at) => at);
    this.#times = decimals.map((at) => 10 ** Math.max(0, this.#places - at));
    this.#over = decimals.map((at) => 10 ** Math.max(0, at - this.#places) * this.#units);
  }

  /** The nearest tick to at most 15 digits, the last of them behind the point; -1 where that needs more than a double holds. */
  quick(digits: number, decimals: number): number {
    const value = digits * (this.#times[decimals] as number);
    const over = this.#over[decimals] as number;
    if (value > Number.MAX_SAFE_INTEGER || over > Number.MAX_SAFE_INTEGER) return -1;
    if (over === 1) {
      this.moved = false;
      return value;
    }
    let ticks = Math.floor(value / over);
    let left = value - ticks * over;
    if (left < 0) {
      ticks -= 1;
      left += over;
    }
    this.moved = left !== 0;
    return 2 * left >= over ? ticks + 1 : ticks;
  }

  /** The nearest tick, half a tick up; or what is wrong with the text. */
  of(text: string): number | PriceFault {
    const found = NUMBER.exec(text)?.groups;
    if (found === undefined) return 'spelling';
    const { whole = '', fraction = '', exponent = '0' } = found;
    const power = Number(exponent);
    if (whole.length + fraction.length > MOST_DIGITS || Math.abs(power) > MOST_EXPONENT) return 'digits';
    const coefficient = BigInt(whole + fraction);
    if (coefficient === 0n) return 'zero';
    const shift = power - fraction.length + this.#places;
    const value = coefficient * 10n ** BigInt(Math.max(0, shift));
    const over = BigInt(this.#units) * 10n ** BigInt(Math.max(0, -shift));
    const ticks = (2n * value + over) / (2n * over);
    this.moved = value % over !== 0n;
    if (ticks > BigInt(Number.MAX_SAFE_INTEGER)) return 'digits';
    return ticks === 0n ? 'below-tick' : Number(ticks);
  }
}

/** What was traded, for a caution only; NaN where nothing is written, undefined where it is not a number. */
export function tradedOf(text: string): number | undefined {
  if (text === '') return Number.NaN;
  const found = NUMBER.exec(text)?.groups;
  if (found === undefined || (found['whole'] as string).length + (found['fraction'] ?? '').length > MOST_DIGITS)
    return undefined;
  return Number(text);
}

/** A price as it is shown and summed: without trailing zeros. */
export const priceText = (ticks: number, tick: Decimal): string => tick.multiplied(BigInt(ticks)).canonical();
