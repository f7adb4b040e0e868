/** How near the last price came to where an order waits. */
import type { UsedRange } from './used-range.ts';
import type { Near, TickPath } from '../model/simulated.ts';

interface Waits {
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

export const extremesOf = (used: UsedRange | undefined, path: TickPath | undefined): Extremes => {
  if (used !== undefined) {
    const { candles, first, last } = used;
    return { lows: candles.low, highs: candles.high, closes: candles.close, first, last };
  }
  const prices = path === undefined ? [] : [path.from, ...path.steps.map(({ to }) => to)];
  return { lows: prices, highs: prices, closes: prices, first: 0, last: prices.length - 1 };
};

/** Tells of any order; orders that began to wait together share the search. */
export function nearness(
  extremes: Extremes,
  told: { readonly priceIn: (ticks: number) => string; readonly atOf: (index: number) => number },
): (waits: Waits) => Near {
  const known = new Map<string, Extreme>();
  return ({ price, rising, from }) => {
    const key = `${rising} ${from}`;
    const found = known.get(key) ?? extremeFrom(rising, from, extremes);
    known.set(key, found);
    const { best, at } = found;
    const extreme = rising ? 'highest' : 'lowest';
    return { touched: best === price, extreme, price: told.priceIn(best), at: told.atOf(at) };
  };
}

interface Extreme {
  readonly best: number;
  readonly at: number;
}

function extremeFrom(rising: boolean, from: number, { lows, highs, closes, first, last }: Extremes): Extreme {
  const all = rising ? highs : lows;
  const begin = Math.max(from, first);
  // Where an order began inside a candle, only its close is surely later.
  let [best, at] = [(from <= first ? all : closes)[begin] as number, begin];
  for (let index = begin + 1; index <= last; index++) {
    const one = all[index] as number;
    if (rising ? one > best : one < best) [best, at] = [one, index];
  }
  return { best, at };
}
