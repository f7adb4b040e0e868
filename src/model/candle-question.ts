/** Candles as the exchange is asked for them, and as it tells them. */

/** Lengths that both versions of the interface take, with their milliseconds. */
export const CANDLE_LENGTHS = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
} as const;

export type CandleLength = keyof typeof CANDLE_LENGTHS;

export interface CandlesQuery {
  readonly symbol: string;
  readonly length: CandleLength;
  readonly limit: number;
  /** When the first and the last of them open; the newest where it is missing. */
  readonly span?: { readonly fromMs: number; readonly toMs: number };
}

/** What a candle says, in the digits that came. */
export interface ToldCandle {
  readonly openMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** In the base coin. */
  readonly traded: string;
}
