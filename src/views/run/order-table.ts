/** What a dry run would place: one row an order, one row a ladder. */
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { detailWords, fieldRange } from '../../report/text/field-words.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { own, table, type Block } from '../../show/sheet.ts';
import { endWords } from './later-words.ts';

/** Most rows before the rest is counted. */
const MOST_ROWS = 40;

/** Up to this many rows each have the lines they need; more have one line each. */
const ROOMY = 12;

/** One order, or those rungs of a ladder that would be placed. */
interface Row {
  readonly name: string;
  readonly orders: readonly [OrderHeadline, ...OrderHeadline[]];
  readonly shape?: string;
  /** How many rungs the ladder has. */
  readonly rungs?: number;
}

const firstOf = ({ orders }: Row): OrderHeadline => orders[0];
const lastOf = ({ orders }: Row): OrderHeadline => orders.at(-1) as OrderHeadline;

export function orderBlocks(view: RunView, sent: readonly OrderHeadline[]): Block[] {
  const all = rowsOf(view, sent);
  const rows = all.slice(0, MOST_ROWS);
  const more = all.slice(MOST_ROWS).reduce((sum, { orders }) => sum + orders.length, 0);
  const isOne = new Set(rows.map((row) => firstOf(row).symbol)).size < 2;
  return table<Row>(
    [
      { title: safe`order`, kind: 'name', of: ({ name }) => safeText(name) },
      { title: safe`symbol`, of: (row) => (isOne ? safe`` : safeText(firstOf(row).symbol)) },
      { title: safe`side`, of: (row) => safeText(firstOf(row).side) },
      { title: safe`size`, kind: 'number', of: sizeOf },
      { title: safe`price`, of: priceWords },
      { title: safe`terms`, kind: 'words', of: (row) => joined(wordsOf(view, row), safe`, `) },
    ],
    rows,
    {
      title: own(safe`Orders`),
      isPlain: true,
      ...(rows.length > ROOMY && { isBrief: true }),
      ...(more > 0 && { more: safe`… and ${grouped(more)} more, by --bytes` }),
    },
  );
}

/** One of all rungs of a ladder, which no order has. */
export const rowKey = ({ ladder, id }: OrderHeadline): string =>
  ladder === undefined ? `order ${id}` : `ladder ${ladder}`;

function rowsOf({ run }: RunView, sent: readonly OrderHeadline[]): Row[] {
  const ladders = new Map((run?.ladders ?? []).map((ladder) => [ladder.name, ladder]));
  const rows = Map.groupBy(sent, rowKey);
  return [...rows.values()].map((group): Row => {
    const orders = group as [OrderHeadline, ...OrderHeadline[]];
    const [{ ladder: name, id }] = orders;
    const ladder = name === undefined ? undefined : ladders.get(name);
    return ladder === undefined
      ? { name: id, orders }
      : { name: ladder.name, orders, shape: ladder.shape, rungs: ladder.orders.length };
  });
}

const sizeOf = ({ orders }: Row): Safe => sumOfSizes(orders.map(({ size }) => size));

/** A ladder's sizes add up; one order's is as it is written. */
export function sumOfSizes(texts: readonly string[]): Safe {
  if (texts.length === 1) return safeText(texts[0] ?? '');
  const sizes = texts.map((text) => Decimal.parse(text));
  if (sizes.some((size) => size === undefined)) return safe``;
  return grouped((sizes as Decimal[]).reduce((sum, size) => sum.plus(size), Decimal.zero));
}

function priceWords(row: Row): Safe {
  const [first, last] = [firstOf(row), lastOf(row)];
  const price = fieldRange('price', first, last);
  return first.trigger === undefined ? price : safe`${price} at ${fieldRange('trigger', first, last)}`;
}

function wordsOf(view: RunView, row: Row): Safe[] {
  const { run } = view;
  const { orders, shape, rungs } = row;
  const first = firstOf(row);
  const { after = [] } = first;
  const of = rungs === undefined || rungs === orders.length ? safe`` : safe`${orders.length} of `;
  const named = run?.named(after) ?? { orders: after, ladders: [] };
  const waits = [...named.orders, ...named.ladders.map(({ name }) => name)];
  const end = view.steps.find(({ does, id }) => does === 'cancel' && id === first.id);
  const words: (Safe | false)[] = [
    rungs !== undefined && safe`${of}${amountOf(rungs, 'rung')}`,
    shape !== undefined && safeText(shape),
    ...detailWords(first, lastOf(row)),
    waits.length > 0 && safe`after ${afterWords(waits)}`,
    end !== undefined && endWords(view, end),
  ];
  return words.filter((text) => text !== false);
}

/** The names of a few, the number of many. */
const afterWords = (names: readonly string[]): Safe =>
  names.length > 3 ? amountOf(names.length, 'order') : joined(safeTexts(names), safe`, `);
