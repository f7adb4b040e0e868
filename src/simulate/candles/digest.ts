/** The sum of the candles that are used: the same, whatever files they came in. */
import { createHash } from 'node:crypto';
import { shortest, type Candles } from './candles.ts';
import { Decimal } from '../../model/decimal.ts';

const LF = 10;
const SPACE = 32;
const FLUSH = 64 * 1024;
/** More than one line needs. */
const MOST_LINE = 512;

/** SHA-256 in hex: for each symbol by name a line with the length of its shortest candle in ms, then a line for each candle. */
export function candlesDigest(all: readonly Candles[]): string {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(FLUSH + MOST_LINE);
  for (const candles of all.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))) {
    const { openMs, open, high, low, close } = candles;
    const write = decimalWriter(candles.tick);
    const prices = [open, high, low, close];
    let at = bytes.write(`${candles.symbol} ${shortest(candles)}\n`);
    for (let place = 0; place < openMs.length; place++) {
      at = writeWhole(bytes, at, openMs[place] as number);
      for (const price of prices) {
        bytes[at++] = SPACE;
        at = write(bytes, at, price[place] as number);
      }
      bytes[at++] = LF;
      if (at >= FLUSH) {
        hash.update(bytes.subarray(0, at));
        at = 0;
      }
    }
    hash.update(bytes.subarray(0, at));
  }
  return hash.digest('hex');
}

// Numbers are written as text into bytes: a million candles have five million of them.
const [POINT, ZERO] = [46, 48] as const;

/** Writes a number there, and tells where it ends. */
type WriteNumber = (bytes: Uint8Array, at: number, number: number) => number;

/** Below it the engine counts in whole numbers of its own, which is several times as fast. */
const SMALL = 2 ** 31;
const [MILLION, MILLION_DIGITS] = [1_000_000, 6] as const;

/** Whole numbers up to 2^53. */
const writeWhole: WriteNumber = (bytes, at, whole) => {
  if (whole < SMALL) return writeDigits(bytes, at, whole | 0, digitsOf(whole | 0));
  const high = Math.floor(whole / MILLION);
  const end = writeWhole(bytes, at, high);
  return writeDigits(bytes, end, (whole - high * MILLION) | 0, MILLION_DIGITS);
};

function digitsOf(small: number): number {
  let digits = 1;
  for (let rest = (small / 10) | 0; rest > 0; rest = (rest / 10) | 0) digits += 1;
  return digits;
}

function writeDigits(bytes: Uint8Array, at: number, small: number, digits: number): number {
  let rest = small;
  for (let place = at + digits - 1; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = ZERO + (rest - next * 10);
    rest = next;
  }
  return at + digits;
}

/** Prices in whole ticks, without trailing zeros. */
function decimalWriter(tick: Decimal): WriteNumber {
  const { coefficient, scale } = Decimal.of(tick.canonical());
  const units = Number(coefficient);
  const one = 10 ** scale;
  return (bytes, at, ticks) => {
    const value = ticks * units;
    if (value > Number.MAX_SAFE_INTEGER) return writeText(bytes, at, tick.multiplied(BigInt(ticks)).canonical());
    const whole = Math.floor(value / one);
    let part = value - whole * one;
    const end = writeWhole(bytes, at, whole);
    if (part === 0) return end;
    let places = scale;
    for (; part % 10 === 0; part /= 10) places -= 1;
    bytes[end] = POINT;
    if (part < SMALL) return writeDigits(bytes, end + 1, part | 0, places);
    for (let place = end + places; place > end; place--) {
      const next = Math.floor(part / 10);
      bytes[place] = ZERO + (part - next * 10);
      part = next;
    }
    return end + places + 1;
  };
}

function writeText(bytes: Uint8Array, at: number, text: string): number {
  for (let place = 0; place < text.length; place++) bytes[at + place] = text.charCodeAt(place);
  return at + text.length;
}
