import type { OrderHeadline } from '../model/event.ts';
import { cut, cutMiddle, padEnd, padStart, widthOf, type NumberColumn } from '../report/text/columns.ts';
import { priceOf, type OrderView, type RowWidths } from '../report/view/order-list.ts';
import type { Piece } from '../report/text/tones.ts';
import { latency, reasonOf, standing, STATE_LABELS, STATE_WIDTH } from '../report/text/phrases.ts';

/** How wide each column of the list is; it depends on the plan and the terminal only, so no outcome moves a column. */
export interface Columns {
  readonly id: number;
  /** 0 where the list has no such column. */
  readonly symbol: number;
  readonly side: number;
  readonly size: number;
  readonly price: number;
}

/** Columns that ids leave to order ids, which have up to 19 digits and are never cut before an id is. */
const TAIL = 19;
/** From here on there is room to say the symbol too, where a plan has several. */
const WIDE = 100;
/** Most columns of a number and of a symbol. */
const NUMBER_ROOM = 24;
const SYMBOL_ROOM = 16;

export function columnsOf(widths: RowWidths, columns: number): Columns {
  const [size, price] = [
    Math.max(4, Math.min(NUMBER_ROOM, widths.size.width)),
    Math.max(5, Math.min(NUMBER_ROOM, widths.price.width)),
  ];
  const symbol = columns >= WIDE && widths.symbols > 1 ? Math.min(SYMBOL_ROOM, widths.symbol) : 0;
  const fixed = STATE_WIDTH + 2 + 2 + (symbol === 0 ? 0 : symbol + 2) + widths.side + 2 + size + 2 + price + 2;
  return {
    id: Math.min(widths.id, 40, Math.max(8, columns - fixed - TAIL)),
    symbol,
    side: widths.side,
    size,
    price,
  };
}

const symbolCell = (columns: Columns, text: string): string =>
  columns.symbol === 0 ? '' : `${padEnd(cut(text, columns.symbol), columns.symbol)}  `;

export const titleRow = (columns: Columns): string =>
  `${'state'.padEnd(STATE_WIDTH)}  ${padEnd('id', columns.id)}  ${symbolCell(columns, 'symbol')}${padEnd('side', columns.side)}  ` +
  `${padStart('size', columns.size)}  ${padStart('price', columns.price)}  order id, or why not`;

/** One order on one line of `columns`; what is wider is cut by whoever draws it, the end first. */
export function orderRow(order: OrderView, shape: Columns, widths: RowWidths, columns: number): Piece[] {
  const { state, headline } = order;
  const label: Piece = [state, STATE_LABELS[state]];
  const gap = ' '.repeat(STATE_WIDTH + 2 - STATE_LABELS[state].length);
  const cells = headline === undefined ? '' : cellsOf(shape, widths, headline);
  const what = `${padEnd(cutMiddle(order.id, shape.id), shape.id)}  ${cells}`;
  const room = columns - STATE_WIDTH - 2 - widthOf(what);
  return [label, gap, state === 'waiting' ? ['quiet', what] : what, ...tail(order, room)];
}

function cellsOf(shape: Columns, widths: RowWidths, headline: OrderHeadline): string {
  const size = numberCell(widths.size, headline.size, shape.size);
  const price = numberCell(widths.price, priceOf(headline), shape.price);
  return `${symbolCell(shape, headline.symbol)}${padEnd(headline.side, shape.side)}  ${size}  ${price}  `;
}

/** Points below each other, unless some number is so long that this would push others out of view. */
const numberCell = (column: NumberColumn, text: string, width: number): string =>
  padStart(column.width <= width ? column.cell(text) : cut(text, width), width);

/** The part of an order's words that is never cut once a run has ended: the order id, and why it was withheld. */
export function leastWords({ state, orderId, reason }: OrderView): string {
  if (orderId === undefined) return '';
  return state === 'withheld' && reason !== undefined ? standing(reason, orderId) : orderId;
}

/** Whether a row shows both id and order id uncut. */
export function saysAll(order: OrderView, shape: Columns, widths: RowWidths, columns: number): boolean {
  const cells = order.headline === undefined ? '' : cellsOf(shape, widths, order.headline);
  const before = STATE_WIDTH + 2 + shape.id + 2 + widthOf(cells);
  return widthOf(order.id) <= shape.id && before + widthOf(leastWords(order)) <= columns;
}

/** Order id, or why there is none; how long the answer took only where it fits whole. */
function tail(order: OrderView, room: number): Piece[] {
  const took = order.latencyMs === undefined ? '' : `  ${padStart(latency(order.latencyMs), 6)}`;
  const words = order.state === 'accepted' ? (order.orderId ?? '') : reasonOf(order);
  const tone = order.state === 'rejected' || order.state === 'unknown' ? 'rejected' : undefined;
  return [tone === undefined ? words : [tone, words], ['quiet', widthOf(words) + widthOf(took) <= room ? took : '']];
}
