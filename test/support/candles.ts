/** Candles to try readers with: those of the page about simulations, and a walk of any length. */
import type { Candles } from '../../src/simulate/candles/candles.ts';
import { candlesDigest } from '../../src/simulate/candles/digest.ts';
import { Decimal } from '../../src/model/decimal.ts';
import {
  readCandleText,
  type CandleFile,
  type CandleSource,
  type UnreadCandles,
} from '../../src/simulate/candles/reader.ts';
import type { Result } from '../../src/model/result.ts';
import { randomFrom } from '../../src/paper/random.ts';

export const BTC: CandleSource = { file: 'btc-1h.csv', symbol: 'cmt_btcusdt', tick: Decimal.of('0.1') };

export const read = (
  text: string | Uint8Array,
  source: Partial<CandleSource> = {},
): Result<CandleFile, UnreadCandles> => readCandleText(text, { ...BTC, ...source });

/** What is read; throws with the mistakes where it is not. */
export function readWell(text: string | Uint8Array, source: Partial<CandleSource> = {}): CandleFile {
  const file = read(text, source);
  if (file.ok) return file.value;
  throw new Error(file.error.diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
}

export type WrittenRow = readonly [ms: number, open: string, high: string, low: string, close: string, traded: string];

const text = (ticks: number): string => (ticks / 10).toFixed(1);

/** So many candles of a minute, on a tick of 0.1, from 2026-11-20 on. */
export function walk(seed: number, length: number, stepMs = 60_000): WrittenRow[] {
  const random = randomFrom(seed);
  let last = 640_000;
  return Array.from({ length }, (_, at) => {
    const open = last;
    last += Math.floor(random() * 401) - 200;
    const high = Math.max(open, last) + Math.floor(random() * 50);
    const low = Math.min(open, last) - Math.floor(random() * 50);
    const ms = Date.UTC(2026, 10, 20) + at * stepMs;
    return [ms, text(open), text(high), text(low), text(last), (random() * 100).toFixed(2)] as const;
  });
}

export const csvOf = (rows: readonly WrittenRow[]): string =>
  `time,open,high,low,close,traded\n${rows.map(([ms, ...rest]) => `${new Date(ms).toISOString().replace('.000', '')},${rest.join(',')}\n`).join('')}`;

/** The sum of all of them. */
export const digestOf = (candles: Candles): string => candlesDigest([candles]);
