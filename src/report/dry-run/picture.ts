import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { paragraph, stack, type Page } from '../text/page.ts';
import { amountOf } from '../text/phrases.ts';
import type { Drawn } from '../text/tones.ts';
import type { DrawnSymbol } from './drawn-order.ts';
import { priceAxisLines } from './price-axis-lines.ts';
import { LEAST_ROWS, MOST_ROWS, priceAxis } from './price-axis.ts';

/** Lines of a symbol besides its rows: the title, the legend, the blank line before. */
const BESIDE = 3;

/** At which prices the orders of each symbol stand, in at most `room` lines. Symbols that have no room are named. */
export function pictureLines(page: Page, symbols: readonly DrawnSymbol[], room: number): Drawn[] {
  const drawn = symbols.slice(0, Math.max(0, Math.floor(room / (LEAST_ROWS + BESIDE))));
  const rows = Math.min(MOST_ROWS, Math.floor(room / Math.max(1, drawn.length)) - BESIDE);
  return stack([
    ...drawn.map(({ symbol, orders }) => [
      ...(symbols.length === 1 ? [] : [page.paint('heading', safeText(symbol))]),
      ...priceAxisLines(page, priceAxis(orders, rows)),
    ]),
    notDrawn(symbols.slice(drawn.length)).flatMap((text) => paragraph(page, text, 2, 'quiet')),
  ]);
}

function notDrawn(left: readonly DrawnSymbol[]): Safe[] {
  if (left.length === 0) return [];
  const orders = left.reduce((sum, one) => sum + one.orders.length, 0);
  const names = joined(safeTexts(left.map(({ symbol }) => symbol)), safe`, `);
  return [safe`No picture of ${amountOf(orders, 'order')} of ${names}`];
}
