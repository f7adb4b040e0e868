/** Candles as version 2 tells them: lists of texts, the newest first (docs/exchange.md#candles). */
import { err, ok, type Result } from '../../model/result.ts';
import { CANDLE_LENGTH, paperCandles, type PaperCandle } from '../candles.ts';
import type { Contract } from './order/instruments.ts';
import { parameterBad, type Refusal } from './order/refusals.ts';
import { MILLISECONDS, spanOf, SYMBOL, UP_TO_100, type Asked, type Query } from './query.ts';

/** Without a limit. */
const [NEWEST, HISTORY] = [100, 100] as const;

const UP_TO_1000 = /^(?:[1-9][0-9]{0,2}|1000)$/;
const PRICES = /^(?:LAST|MARK|INDEX)$/;

/** Open, high, low, close, what was traded of the base coin and of the quote coin. */
export function textsOf({ prices, traded }: PaperCandle, { tick, step }: Contract): string[] {
  const size = step.multiplied(BigInt(traded));
  const close = tick.multiplied(BigInt(prices[3]));
  return [
    ...prices.map((ticks) => tick.multiplied(BigInt(ticks)).toString()),
    size.toString(),
    size.times(close).canonical(),
  ];
}

const told = ({ params, book, wallMs, seed }: Asked, isHistory: boolean): Result<unknown, Refusal> => {
  const contract = book.contracts.get(params.get('symbol') ?? '');
  if (contract === undefined) return err(parameterBad('symbol', 'is not a trading pair'));
  // With one of the times alone, the newest come.
  const hasBoth = isHistory && params.has('startTime') && params.has('endTime');
  const { from, to } = hasBoth ? spanOf(params) : { from: 0, to: wallMs };
  const candles = paperCandles({
    contract,
    seed,
    length: params.get('granularity') ?? '',
    limit: Number(params.get('limit') ?? (isHistory ? HISTORY : NEWEST)),
    fromMs: from,
    toMs: to,
    wallMs,
  });
  return ok(candles.map((candle) => [String(candle.openMs)].concat(textsOf(candle, contract))));
};

const COMMON = { symbol: SYMBOL, granularity: CANDLE_LENGTH, priceType: PRICES };

export const CANDLE_QUERIES: readonly (readonly [string, Query])[] = [
  [
    '/capi/v2/market/candles',
    {
      weight: { ip: 1, uid: 0 },
      private: false,
      params: { ...COMMON, limit: UP_TO_1000 },
      required: ['symbol', 'granularity'],
      answer: (asked) => told(asked, false),
    },
  ],
  [
    '/capi/v2/market/historyCandles',
    {
      weight: { ip: 5, uid: 0 },
      private: false,
      params: { ...COMMON, startTime: MILLISECONDS, endTime: MILLISECONDS, limit: UP_TO_100 },
      required: ['symbol', 'granularity'],
      answer: (asked) => told(asked, true),
    },
  ],
];
