/** What a picture shows: the prices of a plan, a window of weight, or candles with what was done there. */
import type { Decimal } from '../model/decimal.ts';
import { type Safe } from '../model/safe-text.ts';
import type { ShownState } from '../model/outcome.ts';

/** Roles of a price other than the limit price, in display order. The first applies only to orders at market. */
export const MARKS = ['market-trigger', 'trigger', 'stop', 'target'] as const;
export type MarkKind = (typeof MARKS)[number];

/** What one side has at a price. */
export interface PricedSide {
  readonly tone: 'buy' | 'sell';
  /** The side, and how much of it rests here, of several orders how many and their mean; the size is empty where there are only marks. */
  readonly side: Safe;
  readonly size: Safe;
  /** What the bar is made of, by what became of it. Sizes in base coin: lengths, so floats will do. */
  readonly bars: readonly { readonly state: ShownState; readonly orders: number; readonly size: number }[];
  readonly marks: readonly MarkKind[];
  /** Whose it is and what the marks say: the fullest words that so many columns hold. */
  readonly words: (room: number) => Safe;
}

export interface PriceRow {
  /** All of one width: a price, or a range of prices. */
  readonly price: Safe;
  /** None where there is only the market. */
  readonly sides: readonly PricedSide[];
  /** Said of the price itself: that the market is there. */
  readonly words?: Safe;
  /** The next price is so much lower that there is a break. */
  readonly gapBelow: boolean;
}

/** Orders by price, the highest first; what is at market rests at none. */
export interface PriceDrawing {
  readonly of: 'prices';
  /** What it shows, in words. */
  readonly label: Safe;
  readonly market: readonly PricedSide[];
  /** At most so many rows, breaks included. */
  readonly rows: (most: number) => readonly PriceRow[];
}

/** One window's use over time, in seconds from the start. */
export interface WindowDrawing {
  readonly of: 'window';
  readonly label: Safe;
  readonly points: readonly { readonly at: number; readonly used: number }[];
  readonly limit: number;
  readonly length: number;
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
  readonly stops: readonly number[];
}

/** A fill in a candle, at a price in whole ticks; `course`: which end of the range has it. */
export interface DrawnFill {
  readonly price: number;
  readonly isBuy: boolean;
  readonly course: 'both' | 'pessimistic' | 'optimistic';
}

/** One candle or several neighbours, in whole ticks. */
export interface CandleColumn {
  /** When it opened, in ms since 1970. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly fills: readonly DrawnFill[];
  /** What it all comes to at its close, at either end of the range. A length on a page, so a float will do. */
  readonly results: readonly [pessimistic: number, optimistic: number];
}

/** A price at which orders act, in whole ticks, and which they are. */
export interface CandleLevel {
  readonly price: number;
  readonly words: readonly Safe[];
}

/** Candles by time, with what filled in them. */
export interface CandleDrawing {
  readonly of: 'candles';
  readonly label: Safe;
  readonly tick: Decimal;
  /** At most so many columns: where there are more candles, neighbours share one. */
  readonly columns: (most: number) => readonly CandleColumn[];
  readonly levels: readonly CandleLevel[];
  readonly price: (ticks: number) => Safe;
  readonly time: (ms: number) => Safe;
}
