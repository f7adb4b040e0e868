import type { OrderHeadline } from '../model/event.ts';
import { isQuiet } from '../model/outcome.ts';
import { safe, safeText, spaces, type Safe } from '../model/safe-text.ts';
import { headLines } from '../report/dry-run/head-lines.ts';
import { priceOf, widthsOf, type ColumnWidths } from '../report/run/column-widths.ts';
import { diagnosticLines } from '../report/run/diagnostic-lines.ts';
import { standing, wordsOf } from '../report/run/outcome-lines.ts';
import { summaryLines } from '../report/run/summary.ts';
import { cut, cutMiddle, padEnd, padStart, widthOf } from '../report/text/columns.ts';
import { ID_ROOM, labelledLines } from '../report/text/labelled-lines.ts';
import { LEAST_ROOM, line, paragraph, stack, type Page, type Piece } from '../report/text/page.ts';
import { latency } from '../report/text/phrases.ts';
import { STATE_WIDTH, STATES } from '../report/text/states.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { OrderRows, OrderView } from '../report/view/order-list.ts';
import type { RunView } from '../report/view/run-view.ts';
import { columnsOf, numberCell, TAIL, type PlanColumns } from './panes/order-cells.ts';

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

/** How wide each column of the list is. It depends only on the plan and the terminal, so no outcome moves a column. */
interface RowShape extends PlanColumns {
  readonly id: number;
  /** The whole line. */
  readonly whole: number;
  readonly widths: ColumnWidths;
}

/** `whole`: columns of a line. */
function rowShape(orders: OrderRows, whole: number): RowShape {
  const widths = widthsOf(orders);
  const { symbol, side, size, price } = columnsOf(widths, whole);
  const fixed = STATE_WIDTH + 2 + 2 + (symbol === 0 ? 0 : symbol + 2) + side + 2 + size + 2 + price + 2;
  const id = Math.min(widths.id, 40, Math.max(8, whole - fixed - TAIL));
  return { id, symbol, side, size, price, whole, widths };
}

/** One order on one line; whoever draws it cuts what is too wide, the end first. */
function orderRow(order: OrderView, shape: RowShape): Piece[] {
  const { state, headline } = order;
  const { label } = STATES[state];
  const cells = headline === undefined ? safe`` : cellsOf(shape, headline);
  const what = safe`${padEnd(cutMiddle(safeText(order.id), shape.id), shape.id)}  ${cells}`;
  const room = shape.whole - STATE_WIDTH - 2 - widthOf(what);
  return [
    [state, label],
    spaces(STATE_WIDTH + 2 - label.length),
    state === 'waiting' ? ['quiet', what] : what,
    ...tail(order, room),
  ];
}

function cellsOf(shape: RowShape, headline: OrderHeadline): Safe {
  const size = numberCell(shape.widths.size, safeText(headline.size), shape.size);
  const price = numberCell(shape.widths.price, priceOf(headline), shape.price);
  const side = padEnd(safeText(headline.side), shape.side);
  const symbol =
    shape.symbol === 0 ? safe`` : safe`${padEnd(cut(safeText(headline.symbol), shape.symbol), shape.symbol)}  `;
  return safe`${symbol}${side}  ${size}  ${price}  `;
}

/** The part of an order's words that is never cut once a run has ended: the order id, and why it was withheld. */
function leastWords({ state, orderId, reason }: OrderView): Safe {
  if (orderId === undefined) return safe``;
  return state === 'withheld' && reason !== undefined ? standing(reason, orderId) : safeText(orderId);
}

/** Whether a row shows both id and order id uncut. */
function showsAll(order: OrderView, shape: RowShape): boolean {
  const cells = order.headline === undefined ? safe`` : cellsOf(shape, order.headline);
  const before = STATE_WIDTH + 2 + shape.id + 2 + widthOf(cells);
  return widthOf(safeText(order.id)) <= shape.id && before + widthOf(leastWords(order)) <= shape.whole;
}

/** Order id, or why there is none; how long the answer took only where it fits whole. */
function tail(order: OrderView, room: number): Piece[] {
  const took = order.latencyMs === undefined ? safe`` : safe`  ${padStart(latency(order.latencyMs), 6)}`;
  const words = wordsOf(order);
  const isBad = order.state === 'rejected' || order.state === 'unknown';
  return [isBad ? ['rejected', words] : words, ['quiet', widthOf(words) + widthOf(took) <= room ? took : safe``]];
}
