/** One name for the candles of a simulation, whatever files they came in. */
import { createHash, type Hash } from 'node:crypto';
import type { Decimal } from '../model/decimal.ts';
import type { UsedRange } from './used-range.ts';

/** SHA-256: for each symbol by name a line with the length of its shortest candle in ms, then a line for each candle. */
export function candlesDigest(used: readonly UsedRange[]): string {
  const hash = createHash('sha256');
  for (const { candles, first, last, lengthMs } of used.toSorted(byName)) {
    const { openMs, open, high, low, close, tick, symbol } = candles;
    const lines = new Lines(hash, tick);
    hash.update(`${symbol} ${lengthMs}\n`);
    for (let at = first; at <= last; at++) {
      lines.whole(openMs[at] as number);
      for (const column of [open, high, low, close]) lines.price(column[at] as number);
      lines.end();
    }
    lines.flush();
  }
  return hash.digest('hex');
}

const byName = (one: UsedRange, other: UsedRange): number => (one.candles.symbol < other.candles.symbol ? -1 : 1);

const SIZE = 1 << 16;
/** No line is longer, with five numbers of at most 40 digits. */
const LONGEST = 256;
const [ZERO, SPACE, POINT, LINE_FEED] = [48, 32, 46, 10];
const HALF = 1e8;

/** Numbers as text, straight to bytes: a million candles have five million of them. */
class Lines {
  readonly #bytes = new Uint8Array(SIZE);
  readonly #hash: Hash;
  readonly #tick: Decimal;
  /** How many units of the tick's last place a tick is, and how many of these make one. */
  readonly #units: number;
  readonly #parts: number;
  #at = 0;

  constructor(hash: Hash, tick: Decimal) {
    this.#hash = hash;
    this.#tick = tick;
    this.#units = Number(tick.coefficient);
    this.#parts = 10 ** tick.scale;
  }

  whole(value: number): void {
    this.#digits(value, 1);
  }

  /** Whole ticks as a price without trailing zeros, behind a space. */
  price(ticks: number): void {
    this.#bytes[this.#at++] = SPACE;
    const all = ticks * this.#units;
    if (!Number.isSafeInteger(all) || this.#tick.scale > 15) {
      for (const character of this.#tick.multiplied(BigInt(ticks)).toString())
        this.#bytes[this.#at++] = character.codePointAt(0) as number;
      return;
    }
    const whole = Math.floor(all / this.#parts);
    let [rest, places] = [all - whole * this.#parts, this.#tick.scale];
    this.#digits(whole, 1);
    if (rest === 0) return;
    for (; rest % 10 === 0; places--) rest /= 10;
    this.#bytes[this.#at++] = POINT;
    this.#digits(rest, places);
  }

  end(): void {
    this.#bytes[this.#at++] = LINE_FEED;
    if (this.#at > SIZE - LONGEST) this.flush();
  }

  flush(): void {
    this.#hash.update(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
  }

  /** At least so many digits. */
  #digits(value: number, least: number): void {
    if (value >= HALF) {
      const high = Math.floor(value / HALF);
      this.#digits(high, least - 8);
      this.#small(value - high * HALF, 8);
    } else this.#small(value, least);
  }

  #small(value: number, least: number): void {
    let places = least > 1 ? least : 1;
    for (let limit = 10 ** places; value >= limit; limit *= 10) places++;
    let rest = value | 0;
    for (let at = this.#at + places - 1; at >= this.#at; at--) {
      const next = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#at += places;
  }
}
