import type { OrderHeadline } from '../../model/event.ts';
import { safe, safeText } from '../../model/safe-text.ts';
import { flow, GAP, type Page } from '../text/page.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';

const COLUMNS: readonly Column<OrderHeadline>[] = [
  { name: safe`id`, of: ({ id }) => safeText(id) },
  { name: safe`side`, of: ({ side }) => safeText(side) },
  { name: safe`size`, of: ({ size }) => safeText(size), isNumber: true },
  { name: safe`price`, of: ({ price }) => safeText(price), isNumber: true },
  { name: safe`trigger`, of: ({ trigger = '' }) => safeText(trigger), isNumber: true },
  { name: safe`takeProfit`, of: ({ takeProfit = '' }) => safeText(takeProfit), isNumber: true },
  { name: safe`stopLoss`, of: ({ stopLoss = '' }) => safeText(stopLoss), isNumber: true },
  {
    name: safe`timeInForce`,
    of: ({ timeInForce, trigger }) =>
      timeInForce === 'normal' || trigger !== undefined ? safe`` : safeText(timeInForce),
  },
];

/**
 * Orders, with a column for each field that at least one of them has. If the table is wider than the page, each number has
 * its name beside it instead: a number without its column must not be taken for another.
 */
export function orderTable(page: Page, orders: readonly OrderView[]): Drawn[] {
  const headlines = orders.map(({ headline }) => headline).filter((headline) => headline !== undefined);
  if (headlines.length === 0) return orders.map(({ id }) => safe`  ${safeText(id)}`);
  const columns = cellsOf(COLUMNS, headlines);
  const { titles, rows, width } = tableOf(columns, headlines.length);
  if (width <= page.width) return [page.paint('quiet', titles), ...rows];
  return headlines.flatMap((headline) => {
    const words = columns.flatMap(({ column: { name, of, isNumber } }) => {
      const text = of(headline);
      if (text === '') return [];
      return isNumber ? [safe`${name} ${text}`] : [text];
    });
    return flow(page, words, GAP, 2);
  });
}
