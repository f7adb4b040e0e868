/** Which candles of each symbol are used: those of the time that all symbols cover. */
import type { Candles } from './candles/candles.ts';

/** Candles from one to another, both included. */
export interface UsedRange {
  readonly candles: Candles;
  readonly first: number;
  readonly last: number;
  /** The length of the shortest candle. */
  readonly lengthMs: number;
}

const opensAt = ({ openMs }: Candles, index: number): number => openMs[index] as number;
const endsAt = ({ openMs, lengthMs }: Candles, index: number): number =>
  (openMs[index] as number) + (lengthMs[index] as number);

/**
 * Undefined where there is no such time. All begin at one moment, as the orders are placed at once, and end at one: the result adds up
 * what is open at the same time. A gap at the end is no other end: nothing was traded in it.
 */
export function commonRanges(
  all: readonly Candles[],
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): readonly UsedRange[] | undefined {
  let begin = from;
  let firsts: readonly number[] = [];
  for (let before = Number.NaN; before !== begin;) {
    before = begin;
    firsts = all.map((candles) => firstFrom(candles, begin));
    if (firsts.some((first, at) => first >= (all[at] as Candles).openMs.length)) return undefined;
    begin = Math.max(...all.map((candles, at) => opensAt(candles, firsts[at] as number)));
  }
  let end = Math.min(to, ...all.map((candles) => endsAt(candles, candles.openMs.length - 1)));
  for (let before = Number.NaN; before !== end;) {
    before = end;
    end = Math.min(end, ...all.map((candles) => candles.openMs[lastUntil(candles, before) + 1] ?? before));
  }
  const ranges = all.map((candles, at) => {
    const [first, last] = [firsts[at] as number, lastUntil(candles, end)];
    return { candles, first, last, lengthMs: shortest(candles, first, last) };
  });
  return ranges.every(({ first, last }) => last >= first) ? ranges : undefined;
}

/** The first that opens at or after a time. */
export function firstFrom({ openMs }: Candles, ms: number): number {
  let [low, high] = [0, openMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((openMs[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last that has closed by a time. */
function lastUntil(candles: Candles, ms: number): number {
  let [low, high] = [0, candles.openMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endsAt(candles, middle) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function shortest({ lengthMs }: Candles, first: number, last: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = first; at <= last; at++) {
    const length = lengthMs[at] as number;
    if (length < least) least = length;
  }
  return least;
}

/** The candles of a range. They share the columns. */
export function usedCandles({ candles, first, last }: UsedRange): Candles {
  const part = (column: Float64Array): Float64Array => column.subarray(first, last + 1);
  const { symbol, tick, openMs, lengthMs, open, high, low, close, traded } = candles;
  return {
    symbol,
    tick,
    openMs: part(openMs),
    lengthMs: part(lengthMs),
    open: part(open),
    high: part(high),
    low: part(low),
    close: part(close),
    ...(traded !== undefined && { traded: part(traded) }),
  };
}
