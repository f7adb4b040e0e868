/** Writes numbers as text into bytes: a million candles have five million of them. */
import { Decimal } from '../../model/decimal.ts';

const [POINT, ZERO] = [46, 48] as const;
const PART = 1e9;
const PART_DIGITS = 9;

/** Writes a number there, and tells where it ends. */
export type WriteNumber = (bytes: Uint8Array, at: number, number: number) => number;

/** Whole numbers up to 2^53. */
export const writeWhole: WriteNumber = (bytes, at, whole) => {
  if (whole >= PART) {
    const high = Math.floor(whole / PART);
    const end = writeWhole(bytes, at, high);
    return writePadded(bytes, end, whole - high * PART, PART_DIGITS);
  }
  let digits = 1;
  for (let least = 10; whole >= least; least *= 10) digits += 1;
  return writePadded(bytes, at, whole, digits);
};

/** So many digits of a number that fits 32 bits, whose arithmetic is quicker. */
function writePadded(bytes: Uint8Array, at: number, number: number, digits: number): number {
  let rest = number | 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = ZERO + (rest - next * 10);
    rest = next;
  }
  return at + digits;
}

/** Prices in whole ticks, without trailing zeros. */
export function decimalWriter(tick: Decimal): WriteNumber {
  const { coefficient, scale } = Decimal.of(tick.canonical());
  const units = Number(coefficient);
  const one = 10 ** scale;
  return (bytes, at, ticks) => {
    const value = ticks * units;
    if (value > Number.MAX_SAFE_INTEGER) return writeText(bytes, at, tick.multiplied(BigInt(ticks)).canonical());
    const whole = Math.floor(value / one);
    let part = value - whole * one;
    let end = writeWhole(bytes, at, whole);
    if (part === 0) return end;
    let places = scale;
    for (; part % 10 === 0; part /= 10) places -= 1;
    bytes[end] = POINT;
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
