/** The candles of one symbol, as every other file of the room takes them. */
import type { Decimal } from '../../model/decimal.ts';

/** Columns of the same length, oldest candle first. A price is a whole number of ticks, at most 2^53. */
export interface Candles {
  /** As the plan writes it. */
  readonly symbol: string;
  readonly tick: Decimal;
  /** When each opened, in milliseconds since 1970. */
  readonly openMs: Float64Array;
  /** How long each is, in milliseconds: shorter ones may stand in the place of a longer one. */
  readonly lengthMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** What was traded, in the base coin, for a caution only; NaN where a row does not say. */
  readonly traded?: Float64Array;
}

/** The length of the shortest, in milliseconds. */
export const shortest = ({ lengthMs }: Candles): number => lengthMs.reduce((least, one) => Math.min(least, one));
