import type { OrderHeadline } from '../model/event.ts';
import { safe, safeText, spaces, type Safe } from '../model/safe-text.ts';
import { priceOf, widthsOf, type ColumnWidths } from '../report/run/column-widths.ts';
import { standing, wordsOf } from '../report/run/outcome-lines.ts';
import { cut, cutMiddle, padEnd, padStart, widthOf, type NumberColumn } from '../report/text/columns.ts';
import type { Piece } from '../report/text/page.ts';
import { latency } from '../report/text/phrases.ts';
import { STATE_WIDTH, STATES } from '../report/text/states.ts';
import type { OrderRows, OrderView } from '../report/view/order-list.ts';

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

/** Columns that ids leave to order ids, which have up to 19 digits and are never cut before an id is. */
const TAIL = 19;
/** Lines of this width or more have room for the symbol, where a plan has several. */
const WIDE = 100;
/** Most columns of a number and of a symbol. */
const NUMBER_ROOM = 24;
const SYMBOL_ROOM = 16;

/** `whole`: columns of a line. */
export function rowShape(orders: OrderRows, whole: number): RowShape {
  const widths = widthsOf(orders);
  const { side } = widths;
  const size = Math.max(4, Math.min(NUMBER_ROOM, widths.size.width));
  const price = Math.max(5, Math.min(NUMBER_ROOM, widths.price.width));
  const symbol = whole >= WIDE && widths.symbols > 1 ? Math.min(SYMBOL_ROOM, widths.symbol) : 0;
  const fixed = STATE_WIDTH + 2 + 2 + (symbol === 0 ? 0 : symbol + 2) + side + 2 + size + 2 + price + 2;
  const id = Math.min(widths.id, 40, Math.max(8, whole - fixed - TAIL));
  return { id, symbol, side, size, price, whole, widths };
}

const symbolCell = ({ symbol }: RowShape, text: Safe): Safe =>
  symbol === 0 ? safe`` : safe`${padEnd(cut(text, symbol), symbol)}  `;

export function titleRow(shape: RowShape): Safe {
  const start = safe`${padEnd(safe`state`, STATE_WIDTH)}  ${padEnd(safe`id`, shape.id)}  `;
  const what = safe`${symbolCell(shape, safe`symbol`)}${padEnd(safe`side`, shape.side)}  `;
  const numbers = safe`${padStart(safe`size`, shape.size)}  ${padStart(safe`price`, shape.price)}  `;
  return safe`${start}${what}${numbers}order id, or why not`;
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
  return safe`${symbolCell(shape, safeText(headline.symbol))}${side}  ${size}  ${price}  `;
}

/** Points below each other, unless some number is so long that this would push others out of view. */
const numberCell = (column: NumberColumn, text: Safe, width: number): Safe =>
  padStart(column.width <= width ? column.cell(text) : cut(text, width), width);

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
