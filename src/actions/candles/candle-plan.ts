/** Which candles are wanted, how many questions that takes, and how long. */
import { CANDLE_LENGTHS, type CandleLength } from '../../model/candle-question.ts';
import type { Rate } from '../../model/call.ts';
import type { CandlesOperation } from '../../exchange/dialect.ts';

export interface WantedCandles {
  readonly symbol: string;
  readonly length: CandleLength;
  readonly wanted:
    | { readonly kind: 'last'; readonly count: number }
    /** From the first candle that opens then or later to the last that closes by then; `toMs` undefined: by now. */
    | { readonly kind: 'span'; readonly fromMs: number; readonly toMs: number | undefined };
}

/** Most candles of one file. */
export const MOST_WANTED = 100_000;

/** When the first and the last candle open. */
export interface Reach {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** What is closed at that time; `anyMs`: when any candle of that length opens. Nothing, where the first comes after the last. */
export function reachOf({ length, wanted }: WantedCandles, nowMs: number, anyMs: number): Reach {
  const lengthMs = CANDLE_LENGTHS[length];
  const before = (ms: number): number => ms - ((((ms - anyMs) % lengthMs) + lengthMs) % lengthMs);
  const toMs = Math.min(nowMs, (wanted.kind === 'span' ? wanted.toMs : undefined) ?? nowMs);
  const lastMs = before(toMs) - lengthMs;
  if (wanted.kind === 'last') return { firstMs: lastMs - (wanted.count - 1) * lengthMs, lastMs };
  return { firstMs: before(wanted.fromMs + lengthMs - 1), lastMs };
}

export const countOf = ({ firstMs, lastMs }: Reach, length: CandleLength): number =>
  Math.max(0, Math.round((lastMs - firstMs) / CANDLE_LENGTHS[length]) + 1);

export interface Forecast {
  readonly candles: number;
  readonly calls: number;
  readonly weight: number;
  readonly seconds: number;
}

/** Before the first question: the clock is this machine's. */
export function forecastOf(
  wanted: WantedCandles,
  nowMs: number,
  {
    newest,
    history,
    half,
    window,
  }: {
    readonly newest: CandlesOperation;
    readonly history: CandlesOperation;
    readonly half: number;
    readonly window: Rate;
  },
): Forecast {
  const reach = reachOf(wanted, nowMs, 0);
  const lengthMs = CANDLE_LENGTHS[wanted.length];
  // The newest page has the open candle too.
  const newestFromMs = nowMs - (newest.mostOfPage - 1) * lengthMs;
  const old = countOf({ ...reach, lastMs: Math.min(reach.lastMs, newestFromMs - lengthMs) }, wanted.length);
  const pages = Math.ceil(old / history.mostOfPage);
  const weight = 1 + newest.weight.ip + pages * history.weight.ip;
  const windows = Math.max(0, Math.ceil(weight / Math.max(half, history.weight.ip)) - 1);
  return {
    candles: countOf(reach, wanted.length),
    calls: 2 + pages,
    weight,
    seconds: (windows * window.windowMs) / 1000,
  };
}
