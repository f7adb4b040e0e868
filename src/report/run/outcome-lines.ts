import { padEnd, widthOf, wrap } from '../text/columns.ts';
import type { OrderView } from '../view/order-list.ts';
import { line, widthOfPieces, type Paint, type Piece, type Tone } from '../text/tones.ts';
import { reasonOf, STATE_LABELS, STATE_WIDTH } from '../text/phrases.ts';

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

/** Fewest columns for the words: enough for an order id. */
export const LEAST_WORDS = 20;

/** On a narrow line the words get their room first, then the ids, then how long it took. */
export function labelledLines(order: Labelled, { idWidth: wanted, took, paint, width }: OrderLinesOptions): string[] {
  const { label, tone } = order;
  const start: Piece[] = [[tone, label], ' '.repeat(STATE_WIDTH + 2 - widthOf(label))];
  const before = STATE_WIDTH + 2;
  const all: Piece[] = took === undefined ? ['  '] : ['  ', ['quiet', took], '  '];
  const between = before + wanted + widthOfPieces(all) + LEAST_WORDS <= width ? all : ['  '];
  const idWidth = Math.max(0, Math.min(wanted, width - before - widthOfPieces(between) - LEAST_WORDS));
  const indent = before + idWidth + widthOfPieces(between);
  const words = wrap(order.words, Math.max(LEAST_WORDS, width - indent));
  const more = words.slice(1).map((text) => ' '.repeat(indent) + text);
  const first = words[0] ?? '';
  if (widthOf(order.id) <= idWidth)
    return [line(paint, [...start, padEnd(order.id, idWidth), ...between, first]), ...more];
  const own = wrap(order.id, Math.max(LEAST_WORDS, width - before));
  const ids = own.map((text, at) => line(paint, at === 0 ? [...start, text] : [' '.repeat(before), text]));
  if (first === '' && more.length === 0) return ids;
  return [...ids, line(paint, [' '.repeat(before + idWidth), ...between, first]), ...more];
}
