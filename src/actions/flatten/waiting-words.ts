/** What a flatten waits for, until when, and what a person can do meanwhile. */
import type { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { positionName, type HeldNow } from './look-at-all.ts';
import { lateWords, type LateFill } from './shown-fills.ts';
import { timeOfDay } from '../../model/time-words.ts';

/** `untilMs`: since 1970, as are all times here. */
export function lagWords(
  told: HeldNow,
  { closed, untilMs }: { readonly closed: Decimal; readonly untilMs: number },
): string {
  const { size, symbol, side } = told;
  return [
    `${positionName(told)}: the exchange reports ${size.canonical()} as held`,
    `. ordo closed ${closed.canonical()} of it less than a minute ago, and the report may be from before that`,
    `. ordo looks again until ${timeOfDay(untilMs)}, then closes what is held`,
    `. If the exchange itself shows it to you as held, press Ctrl-C and close it: `,
    `ordo close ${shellWord(safeText(symbol))} ${side} --execute`,
  ].join('');
}

export const lateNote = (late: readonly LateFill[]): string =>
  `${late.map(lateWords).join('; ')}. ordo looks again until ${timeOfDay(Math.max(...late.map(({ untilMs }) => untilMs)))}, and closes what shows by then; the stops stay on meanwhile`;
