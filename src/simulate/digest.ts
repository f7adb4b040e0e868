/** One name for the candles of a simulation, whatever files they came in. */
import { createHash, type Hash } from 'node:crypto';
import type { Decimal } from '../model/decimal.ts';
import type { UsedRange } from './used-range.ts';

const SIZE = 1 << 16;
/** No line is longer, with five numbers of at most 40 digits. */
const LONGEST = 256;
const [ZERO, SPACE, POINT, LINE_FEED] = [48, 32, 46, 10];
const HALF = 1e8;
/** So many fit into a small whole number. */
const MOST_PLACES = 8;
/** The digits of each number below a hundred. */
const TENS = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + Math.floor(pair / 10));
const UNITS = Uint8Array.from({ length: 100 }, (_, pair) => ZERO + (pair % 10));

/** SHA-256: for each symbol by name a line with the length of its shortest candle in ms, then a line for each candle. */
export function candlesDigest(used: readonly UsedRange[]): string {
  const hash = createHash('sha256');
  for (const one of used.toSorted((a, b) => (a.candles.symbol < b.candles.symbol ? -1 : 1))) {
    hash.update(`${one.candles.symbol} ${one.lengthMs}\n`);
    hashLines(hash, one);
  }
  return hash.digest('hex');
}

/** Straight to bytes: a million candles have five million numbers. */
function hashLines(hash: Hash, { candles, first, last }: UsedRange): void {
  const { openMs, open, high, low, close, tick } = candles;
  const bytes = new Uint8Array(SIZE);
  const price = priceWriter(bytes, tick);
  let at = 0;
  for (let index = first; index <= last; index++) {
    at = digits(bytes, at, openMs[index] as number, 1);
    at = price(at, open[index] as number);
    at = price(at, high[index] as number);
    at = price(at, low[index] as number);
    at = price(at, close[index] as number);
    bytes[at++] = LINE_FEED;
    if (at <= SIZE - LONGEST && index < last) continue;
    hash.update(bytes.subarray(0, at));
    at = 0;
  }
}

/** Writes whole ticks as a price without trailing zeros, behind a space, and returns where it ends. */
function priceWriter(bytes: Uint8Array, tick: Decimal): (at: number, ticks: number) => number {
  const { scale } = tick;
  // How many units of the tick's last place a tick is, and how many of these make one.
  const [units, parts] = [Number(tick.coefficient), 10 ** scale];
  return (start, ticks) => {
    let at = start;
    bytes[at++] = SPACE;
    const all = ticks * units;
    if (all > Number.MAX_SAFE_INTEGER || scale > MOST_PLACES) {
      for (const digit of tick.multiplied(BigInt(ticks)).toString()) bytes[at++] = digit.codePointAt(0) as number;
      return at;
    }
    const whole = Math.floor(all / parts);
    let rest = (all - whole * parts) | 0;
    let places = scale;
    at = digits(bytes, at, whole, 1);
    if (rest === 0) return at;
    for (; rest % 10 === 0; places--) rest = (rest / 10) | 0;
    bytes[at++] = POINT;
    return digits(bytes, at, rest, places);
  };
}

/** Writes at least so many digits, and returns where they end. */
function digits(bytes: Uint8Array, at: number, value: number, least: number): number {
  if (value < HALF) return fewDigits(bytes, at, value, least);
  const high = Math.floor(value / HALF);
  return fewDigits(bytes, digits(bytes, at, high, least - 8), value - high * HALF, 8);
}

/** Of a number below `HALF`, two digits at a time. */
function fewDigits(bytes: Uint8Array, start: number, value: number, least: number): number {
  const end = start + Math.max(least, placesOf(value));
  let at = end;
  let rest = value | 0;
  while (rest >= 100) {
    const next = (rest / 100) | 0;
    const pair = rest - next * 100;
    bytes[--at] = UNITS[pair] as number;
    bytes[--at] = TENS[pair] as number;
    rest = next;
  }
  bytes[--at] = UNITS[rest] as number;
  if (rest >= 10) bytes[--at] = TENS[rest] as number;
  while (at > start) bytes[--at] = ZERO;
  return end;
}

function placesOf(value: number): number {
  if (value < 10_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : 4;
  }
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : 8;
}
