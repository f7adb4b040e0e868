/** One name for the candles of a simulation, whatever files they came in. */
import { createHash } from 'node:crypto';
import type { Decimal } from '../model/decimal.ts';
import type { Candles } from './candles/candles.ts';

/** Candles from one to another, both included. */
export interface UsedRange {
  readonly candles: Candles;
  readonly first: number;
  readonly last: number;
}

const LINES = 4096;

/** SHA-256: for each symbol by name a line with the length of its shortest candle in ms, then a line for each candle. */
export function candlesDigest(used: readonly UsedRange[]): string {
  const hash = createHash('sha256');
  for (const one of used.toSorted((a, b) => (a.candles.symbol < b.candles.symbol ? -1 : 1))) {
    const { candles, first, last } = one;
    const { openMs, open, high, low, close } = candles;
    const price = pricesIn(candles.tick);
    hash.update(`${candles.symbol} ${shortest(one)}\n`);
    for (let from = first; from <= last; from += LINES) {
      let text = '';
      for (let at = from; at <= Math.min(last, from + LINES - 1); at++)
        text += `${openMs[at]} ${price(open[at] as number)} ${price(high[at] as number)} ${price(low[at] as number)} ${price(close[at] as number)}\n`;
      hash.update(text);
    }
  }
  return hash.digest('hex');
}

export function shortest({ candles: { lengthMs }, first, last }: UsedRange): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = first; at <= last; at++) least = Math.min(least, lengthMs[at] as number);
  return least;
}

/** Whole ticks as a price without trailing zeros. Where the tick is a power of ten and the price small enough, without big numbers. */
function pricesIn(tick: Decimal): (ticks: number) => string {
  const { coefficient, scale } = tick;
  if (scale === 0 && coefficient === 1n) return String;
  const [units, parts] = [Number(coefficient), 10 ** scale];
  const exact = (ticks: number): string => tick.multiplied(BigInt(ticks)).toString();
  return (ticks) => {
    const all = ticks * units;
    if (!Number.isSafeInteger(all)) return exact(ticks);
    const whole = Math.floor(all / parts);
    let rest = all - whole * parts;
    if (rest === 0) return String(whole);
    let places = scale;
    while (rest % 10 === 0) {
      rest /= 10;
      places--;
    }
    return `${whole}.${String(rest).padStart(places, '0')}`;
  };
}
