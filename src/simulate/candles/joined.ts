/** The files of one symbol as one course of candles: joined by time, shorter candles in the place of a longer one that they cover. */
import { count } from '../../model/count.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Candles } from './candles.ts';
import { Merge, type Leaving } from './merge.ts';
import { MOST_CANDLES } from './reading.ts';
import type { CandleFile, UnreadCandles } from './reader.ts';
import { lengthText, timeText } from './times.ts';
import type { MistakeWords } from './file-mistakes.ts';
import { priceText } from './ticks.ts';

export interface JoinedCandles {
  readonly candles: Candles;
  /** As they were given. */
  readonly files: readonly CandleFile[];
  readonly gaps: Gaps;
  /** Shorter candles that do not cover a longer one whole, and were left out. */
  readonly leftOut: number;
  readonly warnings: readonly Diagnostic[];
}

/** The files of one symbol, at least one, in any order: the result is the same. */
export function joinCandles(files: readonly [CandleFile, ...CandleFile[]]): Result<JoinedCandles, UnreadCandles> {
  const [longest, ...others] = files.toSorted(longestFirst) as [CandleFile, ...CandleFile[]];
  const warnings: Diagnostic[] = [];
  let [candles, leftOut] = [longest.candles, 0];
  for (const [at, file] of others.entries()) {
    const words = unfit([longest, ...others.slice(0, at)], file);
    if (words !== undefined) return mistakeIn(file, words);
    const merge = new Merge(candles, file.candles);
    const odd = merge.run();
    if (odd !== undefined) return mistakeIn(file, odd);
    candles = merge.candles();
    leftOut += merge.leftOut;
    if (merge.leaving !== undefined) warnings.push(file.atFirst(overlapWords(merge.leaving)));
  }
  if (candles.openMs.length > MOST_CANDLES)
    return mistakeIn(longest, { code: 'candles/format', message: 'the files have more than 5,000,000 candles in all' });
  const gaps = gapsOf(candles);
  const warning = gapWarning(files, gaps);
  return ok({ candles, files, gaps, leftOut, warnings: warning === undefined ? warnings : [...warnings, warning] });
}

/** By length, then by time: the order in which they were given says nothing. */
const longestFirst = (a: CandleFile, b: CandleFile): number =>
  b.lengthMs - a.lengthMs || (a.candles.openMs[0] as number) - (b.candles.openMs[0] as number);

const mistakeIn = (file: CandleFile, words: MistakeWords): Result<never, UnreadCandles> =>
  err({ file: file.file, diagnostics: [{ ...file.atFirst(words), severity: 'error' }], more: 0 });

/** A length that does not divide a longer one. */
function unfit(longer: readonly CandleFile[], file: CandleFile): MistakeWords | undefined {
  const other = longer.find(({ lengthMs }) => lengthMs % file.lengthMs !== 0);
  if (other === undefined) return undefined;
  return {
    code: 'candles/length',
    message: `these candles are ${lengthText(file.lengthMs)} long, and those of ${other.file} ${lengthText(other.lengthMs)}`,
    hint: 'where files are joined, one length divides the other',
  };
}

const overlapWords = ({ times, firstMs, lengthMs }: Leaving): MistakeWords => ({
  code: 'candles/overlap',
  message: `${count(times, 'candle')} of ${lengthText(lengthMs)} ${times === 1 ? 'leaves' : 'leave'} the longer candle by more than a tick, the first at ${timeText(firstMs)}`,
  hint: 'take both files from one source; the shorter candles count',
});

interface Gaps {
  /** How many times candles are missing. */
  readonly count: number;
  readonly missingMs: number;
  /** From the first open to the last close. */
  readonly spanMs: number;
  readonly longest?: { readonly fromMs: number; readonly lengthMs: number };
}

/** One candle in so many may be missing without a warning. */
const ONE_IN = 100;

function gapsOf({ openMs, lengthMs }: Candles): Gaps {
  let [gaps, missingMs, longestMs, fromMs] = [0, 0, 0, 0];
  let closeMs = openMs[0] as number;
  for (let at = 0; at < openMs.length; at++) {
    const gapMs = (openMs[at] as number) - closeMs;
    if (gapMs > 0) {
      gaps += 1;
      missingMs += gapMs;
      if (gapMs > longestMs) [longestMs, fromMs] = [gapMs, closeMs];
    }
    closeMs = (openMs[at] as number) + (lengthMs[at] as number);
  }
  const spanMs = closeMs - (openMs[0] as number);
  return { count: gaps, missingMs, spanMs, ...(gaps > 0 && { longest: { fromMs, lengthMs: longestMs } }) };
}

/** Gaps over one per cent of the span, at the longest of the file that has it. */
function gapWarning(files: readonly CandleFile[], gaps: Gaps): Diagnostic | undefined {
  const { longest, missingMs, spanMs } = gaps;
  if (longest === undefined || missingMs * ONE_IN <= spanMs) return undefined;
  const [only] = files as [CandleFile];
  const at = files.length === 1 ? only.atGap : only.atFirst;
  const share = Math.floor((missingMs * 100) / spanMs);
  return at({
    code: 'candles/gaps',
    message: `${count(gaps.count, 'gap')} of ${lengthText(missingMs)} in all, ${share} % of the span; the longest, ${lengthText(longest.lengthMs)}, begins ${timeText(longest.fromMs)}`,
    hint: 'no price in a gap was traded: what lies in it acts at the first price after it',
  });
}

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
