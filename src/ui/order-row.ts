import type { OrderHeadline } from '../model/event.ts';
import { safe, safeText, spaces, type Safe } from '../model/safe-text.ts';
import { priceOf, widthsOf, type ColumnWidths } from '../report/run/column-widths.ts';
import { standing, wordsOf } from '../report/run/outcome-lines.ts';
import { cut, cutMiddle, padEnd, padStart, widthOf } from '../report/text/columns.ts';
import type { Piece } from '../report/text/page.ts';
import { latency } from '../report/text/phrases.ts';
import { STATE_WIDTH, STATES } from '../report/text/states.ts';
import type { OrderRows, OrderView } from '../report/view/order-list.ts';
import { columnsOf, numberCell, TAIL } from './panes/order-cells.ts';

/** How wide each column of the list is. It depends only on the plan and the terminal, so no outcome moves a column. */
export interface RowShape {
  readonly id: number;
  /** 0 where the list has no such column. */
  readonly symbol: number;
  readonly side: number;
  readonly size: number;
  readonly price: number;
  /** The whole line. */
  readonly whole: number;
  readonly widths: ColumnWidths;
}

/** `whole`: columns of a line. */
export function rowShape(orders: OrderRows, whole: number): RowShape {
  const widths = widthsOf(orders);
  const { symbol, side, size, price } = columnsOf(widths, whole);
  const fixed = STATE_WIDTH + 2 + 2 + (symbol === 0 ? 0 : symbol + 2) + side + 2 + size + 2 + price + 2;
  const id = Math.min(widths.id, 40, Math.max(8, whole - fixed - TAIL));
  return { id, symbol, side, size, price, whole, widths };
}

/** One order on one line; whoever draws it cuts what is too wide, the end first. */
export function orderRow(order: OrderView, shape: RowShape): Piece[] {
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
export function leastWords({ state, orderId, reason }: OrderView): Safe {
  if (orderId === undefined) return safe``;
  return state === 'withheld' && reason !== undefined ? standing(reason, orderId) : safeText(orderId);
}

/** Whether a row shows both id and order id uncut. */
export function showsAll(order: OrderView, shape: RowShape): boolean {
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
