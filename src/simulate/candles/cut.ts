/** The part of candles that a simulation uses. */
import type { Candles } from './candles.ts';

export interface CutTimes {
  /** The first candle opens then or later. */
  readonly fromMs?: number | undefined;
  /** No candle closes later. */
  readonly toMs?: number | undefined;
}

/** May be empty. It shares the columns. */
export function cutCandles(candles: Candles, { fromMs, toMs }: CutTimes): Candles {
  const { openMs, lengthMs } = candles;
  const closeMs = (at: number): number => (openMs[at] as number) + (lengthMs[at] as number);
  const start = fromMs === undefined ? 0 : firstAt(openMs.length, (at) => (openMs[at] as number) >= fromMs);
  const end = toMs === undefined ? openMs.length : firstAt(openMs.length, (at) => closeMs(at) > toMs);
  const part = (column: Float64Array): Float64Array => column.subarray(start, Math.max(start, end));
  return {
    symbol: candles.symbol,
    tick: candles.tick,
    openMs: part(openMs),
    lengthMs: part(lengthMs),
    open: part(candles.open),
    high: part(candles.high),
    low: part(candles.low),
    close: part(candles.close),
    ...(candles.traded !== undefined && { traded: part(candles.traded) }),
  };
}

/** The first place at which that holds, where it holds from there on. */
function firstAt(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
