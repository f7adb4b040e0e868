import { count } from '../../model/count.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { flow, paragraph, stack, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';
import { bySymbol, type DrawnSymbol } from './drawn-order.ts';
import { exposureLines } from './exposure-lines.ts';
import { exposure } from './exposure.ts';
import { priceAxisLines } from './price-axis-lines.ts';
import { priceAxis } from './price-axis.ts';

/** More symbols than these are named, not drawn. */
const MOST_SYMBOLS = 6;

/** Symbol by symbol what the orders of a dry run come to, and at which prices. Nothing where no order would be sent. */
export function pictureLines(page: Page, view: RunView): Drawn[] {
  const headlines = [...view.orders].flatMap(({ call, headline }) =>
    call === undefined || headline === undefined ? [] : [headline],
  );
  const symbols = bySymbol(headlines);
  if (symbols.length === 0) return [];
  const read = symbols.reduce((sum, { orders }) => sum + orders.length, 0);
  const left = [
    ...moreSymbols(symbols.slice(MOST_SYMBOLS)),
    ...notDrawn(view.orders.length - headlines.length, safe`in no call`),
    ...notDrawn(headlines.length - read, safe`with a number that is none`),
  ];
  return stack([
    ...symbols.slice(0, MOST_SYMBOLS).flatMap((drawn) => symbolBlocks(page, drawn)),
    left.flatMap((text) => paragraph(page, text, 0, 'withheld')),
  ]);
}

function symbolBlocks(page: Page, { symbol, marginModes, orders }: DrawnSymbol): Drawn[][] {
  const modes = joined(safeTexts(marginModes), safe` and `);
  const head = flow(page, [['heading', safeText(symbol)], modes, count(orders.length, 'order')]);
  return [[...head, ...exposureLines(page, exposure(orders))], priceAxisLines(page, priceAxis(orders))];
}

function moreSymbols(left: readonly DrawnSymbol[]): Safe[] {
  if (left.length === 0) return [];
  const orders = left.reduce((sum, one) => sum + one.orders.length, 0);
  const names = joined(safeTexts(left.map(({ symbol }) => symbol)), safe`, `);
  return [safe`Not drawn: ${count(left.length, 'symbol')} more with ${count(orders, 'order')}: ${names}`];
}

const notDrawn = (orders: number, why: Safe): Safe[] =>
  orders === 0 ? [] : [safe`Not drawn: ${count(orders, 'order')} ${why}`];
