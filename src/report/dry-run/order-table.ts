import type { OrderHeadline } from '../../model/event.ts';
import { ORDER_FIELDS, withDetails, type OrderField } from '../../model/order-fields.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { flow, GAP, type Page } from '../text/page.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { OrderView } from '../view/order-list.ts';

/** Symbol and margin mode are said of the whole call. */
const FIELDS = withDetails('side', 'size', 'price', 'trigger', 'takeProfit', 'stopLoss').filter(
  (field) => field !== 'marginMode',
);

const COLUMNS: readonly Column<OrderHeadline>[] = [
  { name: safe`id`, of: ({ id }) => safeText(id) },
  ...FIELDS.map(columnOf),
];

function columnOf(field: OrderField): Column<OrderHeadline> {
  const { kind, standing } = ORDER_FIELDS[field];
  const of = ({ [field]: text = '' }: OrderHeadline): Safe => (text === standing ? safe`` : safeText(text));
  const column = { name: safe`${field}`, of };
  return kind === 'word' ? column : { ...column, isNumber: true };
}

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
