/** Whether candles are those of the plan's symbol, as far as their prices say. */
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { CandleFile } from './reader.ts';
import type { JoinedCandles } from './joined.ts';
import { priceText } from './ticks.ts';

/** `middle`: the middle price of the plan's orders of the symbol, in ticks. */
export function farWarning({ candles, files }: JoinedCandles, middle: number): Diagnostic | undefined {
  const first = candles.open[0] as number;
  if (2 * first >= middle && first <= 2 * middle) return undefined;
  const [file] = files as readonly [CandleFile];
  const { symbol, tick } = candles;
  return file.atFirst({
    code: 'candles/far',
    message: `the candles begin at ${priceText(first, tick)}, and the orders are around ${priceText(Math.round(middle), tick)}: are these candles of ${symbol}?`,
    hint: 'check the symbol of the file, and its unit of price',
  });
}
