/** Writes numbers as text into bytes: a million candles have five million of them. */
import { Decimal } from '../../model/decimal.ts';

const [POINT, ZERO] = [46, 48] as const;

/** Writes a number there, and tells where it ends. */
export type WriteNumber = (bytes: Uint8Array, at: number, number: number) => number;

/** Whole numbers up to 2^53. */
export const writeWhole: WriteNumber = (bytes, at, whole) => {
  let end = at + 1;
  for (let rest = whole; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  let rest = whole;
  for (let place = end - 1; place >= at; place--) {
    const next = Math.floor(rest / 10);
    bytes[place] = ZERO + (rest - next * 10);
    rest = next;
  }
  return end;
};

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
