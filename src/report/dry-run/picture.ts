import { bySymbol, type DrawnSymbol } from './drawn-order.ts';
import { exposure } from './exposure.ts';
import { exposureLines } from './exposure-lines.ts';
import { stack, wrap } from '../text/columns.ts';
import { priceLadder } from './price-axis.ts';
import { priceLadderLines } from './price-axis-lines.ts';
import type { RunView } from '../view/run-view.ts';
import { flow, type Paint } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

/** More symbols than these are named, not drawn. */
const MOST_SYMBOLS = 6;

/** Symbol by symbol what the orders of a dry run come to, and where they stand. Nothing where no order would be sent. */
export function pictureLines(view: RunView, paint: Paint, width: number): string[] {
  const headlines = [...view.orders].flatMap(({ call, headline }) =>
    call === undefined || headline === undefined ? [] : [headline],
  );
  const symbols = bySymbol(headlines);
  if (symbols.length === 0) return [];
  const read = symbols.reduce((sum, { orders }) => sum + orders.length, 0);
  const left = [
    ...moreSymbols(symbols.slice(MOST_SYMBOLS)),
    ...notDrawn(view.orders.length - headlines.length, 'in no call'),
    ...notDrawn(headlines.length - read, 'with a number that is none'),
  ];
  return stack([
    ...symbols.slice(0, MOST_SYMBOLS).flatMap((drawn) => symbolBlocks(drawn, paint, width)),
    left.flatMap((text) => wrap(text, width).map((part) => paint('withheld', part))),
  ]);
}

function symbolBlocks({ symbol, marginModes, orders }: DrawnSymbol, paint: Paint, width: number): string[][] {
  const head = flow(paint, [['heading', symbol], marginModes.join(' and '), count(orders.length, 'order')], width);
  return [
    [...head, ...exposureLines(exposure(orders), paint, width)],
    priceLadderLines(priceLadder(orders), paint, width),
  ];
}

function moreSymbols(left: readonly DrawnSymbol[]): string[] {
  if (left.length === 0) return [];
  const orders = left.reduce((sum, one) => sum + one.orders.length, 0);
  return [
    `Not drawn: ${count(left.length, 'symbol')} more with ${count(orders, 'order')}: ${left.map(({ symbol }) => symbol).join(', ')}`,
  ];
}

const notDrawn = (orders: number, why: string): string[] =>
  orders === 0 ? [] : [`Not drawn: ${count(orders, 'order')} ${why}`];
