/** What a flatten waits for, until when, and what a person can do meanwhile. */
import type { KnownOrder } from '../../journal/records/state.ts';
import { someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { settleWords } from '../close/earlier-closes.ts';
import { positionName, type HeldNow } from './look-at-all.ts';
import type { LateCloses } from './own-closes.ts';
import { lateWords, type LateFill } from './shown-fills.ts';
import { timeOfDay } from '../../model/time-words.ts';

/** `open`: closes of it that keep `ordo close` from sending another one, until a person says how they ended. */
export function lagWords(told: HeldNow, late: LateCloses, open: readonly KnownOrder[]): string {
  const { size, symbol, side } = told;
  const close = `ordo close ${shellWord(safeText(symbol))} ${side} --execute`;
  return [
    `${positionName(told)}: the exchange reports ${size.canonical()} as held`,
    `. ${closedWords(late)}, and the report may be from before that`,
    `. ordo looks again until ${timeOfDay(late.untilMs)}, then closes what is held`,
    `. If the exchange itself shows it to you as held, press Ctrl-C`,
    open.length === 0
      ? ` and close it: ${close}`
      : `, end the earlier close: ${settleWords(open)}; then close it: ${close}`,
  ].join('');
}

function closedWords({ closed, unsure, unsureIds }: LateCloses): string {
  const sure = `ordo closed ${closed.canonical()} of it less than a minute ago`;
  if (unsureIds.length === 0) return sure;
  const unknown = `as how ${someOf(unsureIds)} ended is not known`;
  return closed.isZero
    ? `ordo may have closed ${unsure.canonical()} of it less than a minute ago, ${unknown}`
    : `${sure} and may have closed ${unsure.canonical()} more, ${unknown}`;
}

export const lateNote = (late: readonly LateFill[]): string =>
  `${late.map(lateWords).join('; ')}. ordo looks again until ${timeOfDay(Math.max(...late.map(({ untilMs }) => untilMs)))}, and closes what shows by then; the stops stay on meanwhile`;
