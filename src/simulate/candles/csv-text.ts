/** Candles as `ordo candles` writes them: the digits as they came. */
import type { ToldCandle } from '../../model/candle-question.ts';
import { COLUMNS } from './names.ts';
import { timeText } from './times.ts';

export const HEADING = COLUMNS.join(',');

export const candlesCsv = (candles: readonly ToldCandle[]): string =>
  `${HEADING}\n${candles
    .map(
      ({ openMs, open, high, low, close, traded }) =>
        `${[timeText(openMs), open, high, low, close, traded].join(',')}\n`,
    )
    .join('')}`;
