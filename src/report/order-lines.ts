import { padEnd, widthOf, wrap } from './layout.ts';
import type { OrderView } from './order-rows.ts';
import { line, widthOfPieces, type Paint, type Piece, type Tone } from './style.ts';
import { reasonOf, STATE_LABELS, STATE_WIDTH } from './words.ts';

/** What is told of an order, whatever it came to. */
export interface Labelled {
  readonly label: string;
  readonly tone: Tone;
  readonly id: string;
  readonly words: string;
}

export interface OrderLinesOptions {
  readonly idWidth: number;
  /** How long the answer took, as a cell of its own. */
  readonly took?: string;
  readonly paint: Paint;
  readonly width: number;
}

/** Widest id that a column of ids makes room for; a wider one stands on a line of its own, uncut. */
export const ID_ROOM = 24;

/** What became of one order: state, id, and order id or reason in lines of their own column. Nothing is cut. */
export function orderLines(order: OrderView, options: OrderLinesOptions): string[] {
  const words = order.state === 'accepted' ? (order.orderId ?? '') : reasonOf(order);
  return labelledLines({ label: STATE_LABELS[order.state], tone: order.state, id: order.id, words }, options);
}

export function labelledLines(order: Labelled, { idWidth, took, paint, width }: OrderLinesOptions): string[] {
  const { label, tone } = order;
  const start: Piece[] = [[tone, label], ' '.repeat(STATE_WIDTH + 2 - widthOf(label))];
  const between: Piece[] = took === undefined ? ['  '] : ['  ', ['quiet', took], '  '];
  const indent = STATE_WIDTH + 2 + idWidth + widthOfPieces(between);
  const words = wrap(order.words, Math.max(20, width - indent));
  const more = words.slice(1).map((text) => ' '.repeat(indent) + text);
  const first = words[0] ?? '';
  if (widthOf(order.id) <= idWidth)
    return [line(paint, [...start, padEnd(order.id, idWidth), ...between, first]), ...more];
  const own = wrap(order.id, Math.max(20, width - STATE_WIDTH - 2));
  const ids = own.map((text, at) => line(paint, at === 0 ? [...start, text] : [' '.repeat(STATE_WIDTH + 2), text]));
  return [...ids, line(paint, [' '.repeat(STATE_WIDTH + 2 + idWidth), ...between, first]), ...more];
}
