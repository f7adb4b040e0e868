/** Where candles are missing. */
import { count } from '../../model/count.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Candles } from './candles.ts';
import type { CandleFile } from './reader.ts';
import { lengthText, timeText } from './times.ts';

export interface Gaps {
  /** How many times candles are missing. */
  readonly count: number;
  readonly missingMs: number;
  /** From the first open to the last close. */
  readonly spanMs: number;
  readonly longest?: { readonly fromMs: number; readonly lengthMs: number };
}

/** One candle in so many may be missing without a warning. */
const ONE_IN = 100;

export function gapsOf({ openMs, lengthMs }: Candles): Gaps {
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
export function gapWarning(files: readonly CandleFile[], gaps: Gaps): Diagnostic | undefined {
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
