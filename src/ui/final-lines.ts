import { isQuiet } from '../model/outcome.ts';
import { safe, safeText } from '../model/safe-text.ts';
import { headLines } from '../report/dry-run/head-lines.ts';
import { diagnosticLines } from '../report/run/diagnostic-lines.ts';
import { wordsOf } from '../report/run/outcome-lines.ts';
import { summaryLines } from '../report/run/summary.ts';
import { cut, widthOf } from '../report/text/columns.ts';
import { ID_ROOM, labelledLines } from '../report/text/labelled-lines.ts';
import { LEAST_ROOM, line, paragraph, stack, type Page } from '../report/text/page.ts';
import { STATE_WIDTH, STATES } from '../report/text/states.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { OrderView } from '../report/view/order-list.ts';
import type { RunView } from '../report/view/run-view.ts';
import { leastWords, orderRow, rowShape, showsAll } from './order-row.ts';

/** Most problem orders that the end of a screen lists; the rest is counted. */
const MOST = 20;

/**
 * What stays in the scrollback: head, every order with its outcome and its order id, warnings, notes, and the summary. It is
 * as long as the orders need, as nothing else keeps those of a paper run.
 */
export const finalLines = (page: Page, view: RunView): Drawn[] =>
  stack([
    headLines(page, view),
    outcomeLines(page, view),
    view.diagnostics.flatMap((found) => diagnosticLines(page, found)),
    view.notes.flatMap((note) => paragraph(page, safe`» ${safeText(note)}`, 0, 'notice')),
    summaryLines(page, view, MOST),
  ]);

/** Rows as on the screen; if one has no room for its id or order id, all go without side, size and price. */
function outcomeLines(page: Page, { orders }: RunView): Drawn[] {
  // What was accepted before, or is not selected, is a count of the summary.
  const all = [...orders].filter(({ reason }) => reason === undefined || !isQuiet(reason));
  const shape = rowShape(orders, page.width);
  if (all.every((order) => showsAll(order, shape)))
    return all.map((order) => line(page.paint, orderRow(order, shape), page.width));
  const idWidth = Math.min(ID_ROOM, shape.widths.id);
  return all.flatMap((order) => briefLines(page, order, idWidth));
}

/** One line; a second one only where id and order id do not fit on one. The summary says the rest about problems. */
function briefLines(page: Page, order: OrderView, idWidth: number): Drawn[] {
  const { label, tone } = STATES[order.state];
  const least = leastWords(order);
  const room = Math.max(LEAST_ROOM, page.width - STATE_WIDTH - 4 - idWidth);
  const words = widthOf(least) <= room ? cut(wordsOf(order), room) : least;
  return labelledLines(page, { label, tone, id: safeText(order.id), words }, idWidth);
}
