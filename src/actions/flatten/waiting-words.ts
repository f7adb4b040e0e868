/** What a flatten waits for, until when, and what a person can do meanwhile. */
import type { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { positionName, type HeldNow } from './look-at-all.ts';
import { lateWords, type LateFill } from './shown-fills.ts';

/** `untilMs`: since 1970, as are all times here. */
export function lagWords(
  told: HeldNow,
  { closed, untilMs }: { readonly closed: Decimal; readonly untilMs: number },
): string {
  const { size, symbol, side } = told;
  return [
    `${positionName(told)}: the exchange reports ${size.canonical()} as held`,
    `. ordo closed ${closed.canonical()} of it less than a minute ago, and the report may be from before that`,
    `: looking again until ${timeOf(untilMs)}, then what is held is closed`,
    `. If the exchange itself shows it to you as held, press Ctrl-C and close it: `,
    `ordo close ${shellWord(safeText(symbol))} ${side} --execute`,
  ].join('');
}

export const lateNote = (late: readonly LateFill[]): string =>
  `${late.map(lateWords).join('; ')}: looking again until ${timeOf(Math.max(...late.map(({ untilMs }) => untilMs)))}. What shows by then is closed, and its stops stay on meanwhile`;

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)}Z`;
