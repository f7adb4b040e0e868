import { count } from '../../model/count.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { padEnd, wrap } from '../text/columns.ts';
import { flow, LEAST_ROOM, line, paragraph, widthOfPieces, type Page, type Piece } from '../text/page.ts';
import { digestShown } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';

/** Columns of the names in the head. */
const NAMES = 12;

/** Plan, generation, target and digest: what the run is, before its calls. */
export function headLines(page: Page, { plan, run, orders }: RunView): Drawn[] {
  const lines: Drawn[] = [];
  if (plan !== undefined) {
    const generation = safe`generation ${plan.generation}`;
    lines.push(...flow(page, [['plan', safeText(plan.name)], generation, count(orders.length, 'order')]));
  }
  if (run !== undefined) lines.push(...runLines(page, run));
  if (plan !== undefined) lines.push(...about(page, safe`digest`, digestShown(plan.digest)));
  if (plan?.approval !== undefined) lines.push(...about(page, safe`approval`, digestShown(plan.approval)));
  return lines;
}

function runLines(page: Page, run: NonNullable<RunView['run']>): Drawn[] {
  const { description, mode, target, exchange, live, planFile } = run;
  const place: Piece = target === 'live' ? ['live', safe`LIVE`] : ['paper', safe`PAPER`];
  return [
    ...(description === undefined ? [] : paragraph(page, safeText(description), 0, 'quiet')),
    ...(mode === 'dry-run' ? about(page, safe`mode`, safe`dry run: nothing is sent`) : []),
    ...about(page, safe`target`, safeText(exchange), [place, safe`  `]),
    ...(live === undefined
      ? []
      : (['account', 'config', 'journal'] as const).flatMap((name) =>
          about(page, safe`${name}`, safeText(live[name])),
        )),
    ...about(page, safe`file`, safeText(planFile)),
  ];
}

/** A name, and what it is in as many lines as it needs; `lead` comes before it. */
function about({ paint, width }: Page, name: Safe, text: Safe, lead: readonly Piece[] = []): Drawn[] {
  const room = Math.max(LEAST_ROOM, width - NAMES - widthOfPieces(lead));
  return wrap(text, room).map((part, at) =>
    line(paint, at === 0 ? [['quiet', padEnd(safe`  ${name}`, NAMES)], ...lead, part] : [spaces(NAMES), part]),
  );
}
