/** The orders of a simulation: a line each, neighbouring rungs of a ladder that fared alike in one. */
import { Decimal } from '../../model/decimal.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { grouped } from '../../report/text/phrases.ts';
import { own, table, type Block } from '../../show/sheet.ts';
import type { SimulatedOrder } from '../../model/simulated.ts';
import { fateWords } from './fate-words.ts';
import type { SimulationWords } from './words.ts';

/** Most lines before the rest is counted. */
const MOST_ROWS = 40;

/** With up to so many rows each has the lines that it needs; with more each has one line, cut where it has no room. */
const ROOMY = 12;

interface Row {
  readonly orders: readonly [SimulatedOrder, ...SimulatedOrder[]];
  readonly fate: Safe;
}

export function orderRows(orders: readonly SimulatedOrder[], words: SimulationWords): Block[] {
  const all = rowsOf(orders, words);
  const more = all.slice(MOST_ROWS).reduce((sum, row) => sum + row.orders.length, 0);
  const isOne = new Set(orders.map(({ symbol }) => symbol)).size < 2;
  return table<Row>(
    [
      { title: safe`order`, kind: 'name', of: nameOf },
      { title: safe`symbol`, of: ({ orders: [first] }) => (isOne ? safe`` : safeText(first.symbol)) },
      { title: safe`side`, of: ({ orders: [first] }) => own(safe`${first.side}`) },
      { title: safe`size`, kind: 'number', of: sizeOf },
      { title: safe`price`, of: (row) => own(priceOf(row)) },
      // The blank sets what happened apart from what was planned.
      { title: safe`what became of it`, kind: 'words', of: ({ fate }) => [own(safe` `), fate] },
    ],
    all.slice(0, MOST_ROWS),
    {
      title: own(safe`Orders`),
      isPlain: true,
      ...(all.length > ROOMY && { isBrief: true }),
      ...(more > 0 && { more: safe`… and ${grouped(more)} more, by --output json` }),
    },
  );
}

function rowsOf(orders: readonly SimulatedOrder[], words: SimulationWords): Row[] {
  const rows: Row[] = [];
  for (const order of orders) {
    const fate = fateWords(order, words);
    const last = rows.at(-1);
    const isAlike = order.ladder !== undefined && last?.orders[0].ladder === order.ladder && last.fate === fate;
    if (isAlike) rows[rows.length - 1] = { fate, orders: [...last.orders, order] };
    else rows.push({ fate, orders: [order] });
  }
  return rows;
}

const ends = ({ orders }: Row): readonly [SimulatedOrder, SimulatedOrder] => [
  orders[0],
  orders.at(-1) as SimulatedOrder,
];

function nameOf(row: Row): Safe {
  const [first, last] = ends(row);
  return first === last ? safeText(first.id) : safe`${safeText(first.id)} to ${safeText(last.id)}`;
}

/** The sum of several. */
const sizeOf = ({ orders }: Row): Safe =>
  orders.length === 1
    ? safeText(orders[0].size)
    : grouped(orders.reduce((sum, { size }) => sum.plus(Decimal.of(size)), Decimal.zero));

function priceOf(row: Row): Safe {
  const [first, last] = ends(row);
  const price = range(first.price, last.price);
  if (first.trigger === undefined) return price;
  return safe`${price} at ${range(first.trigger, last.trigger ?? first.trigger)}`;
}

const range = (from: string, to: string): Safe =>
  from === to ? safeText(from) : safe`${safeText(from)} to ${safeText(to)}`;
