/** How near the last price came to where an order waits. */
import type { UsedRange } from './used-range.ts';
import type { Near, Path } from './simulated.ts';

export interface Waits {
  readonly price: number;
  readonly rising: boolean;
  /** The candle or step in which it began to wait. */
  readonly from: number;
}

/** Prices by time: the lows or the highs of candles, or the steps of a path. */
interface Extremes {
  readonly lows: ArrayLike<number>;
  readonly highs: ArrayLike<number>;
  readonly last: number;
  /** What is known of the candle in which it began: where that ended. */
  readonly closes: ArrayLike<number>;
  readonly first: number;
}

export const extremesOf = (used: UsedRange | undefined, path: Path | undefined): Extremes => {
  if (used !== undefined) {
    const { candles, first, last } = used;
    return { lows: candles.low, highs: candles.high, closes: candles.close, first, last };
  }
  const prices = path === undefined ? [] : [path.from, ...path.steps.map(({ to }) => to)];
  return { lows: prices, highs: prices, closes: prices, first: 0, last: prices.length - 1 };
};

export function nearTo(
  { price, rising, from }: Waits,
  { lows, highs, closes, first, last }: Extremes,
  told: { readonly priceIn: (ticks: number) => string; readonly atOf: (index: number) => number },
): Near {
  const all = rising ? highs : lows;
  // Of an order that began inside a candle, only its close is surely later.
  const isFromStart = from <= first;
  let [best, at] = [(isFromStart ? all : closes)[Math.max(from, first)] as number, Math.max(from, first)];
  for (let index = at + 1; index <= last; index++) {
    const one = all[index] as number;
    if (rising ? one > best : one < best) [best, at] = [one, index];
  }
  const extreme = rising ? 'highest' : 'lowest';
  return { touched: best === price, extreme, price: told.priceIn(best), at: told.atOf(at) };
}
