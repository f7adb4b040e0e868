/** What a dry run would place: one line an order, one line a ladder. */
import { Decimal } from '../../model/decimal.ts';
import type { OrderHeadline } from '../../model/event.ts';
import { joined, safe, safeText, safeTexts, spaces, type Safe } from '../../model/safe-text.ts';
import { cut, cutMiddle, packed, padEnd, widest, wrap } from '../text/columns.ts';
import { detailWords, fieldRange } from '../text/field-words.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { GAP, section, type Page } from '../text/page.ts';
import { amountOf, grouped } from '../text/phrases.ts';
import { cellsOf, tableOf, type Column, type Table } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { RunView } from '../view/run-view.ts';

/** Most lines before the rest is counted. */
const MOST_LINES = 40;

/** Up to as many lines, words that have no room go on below; of more each has one line, cut. */
const ROOMY = 12;

/** Fewest columns in which an id still differs from others. */
const LEAST_ID = 8;

/** Fewest columns for the words of a line. */
const LEAST_WORDS = 10;

/** A line: one order, or those rungs of a ladder that would be placed. */
interface Row {
  readonly name: string;
  readonly orders: readonly [OrderHeadline, ...OrderHeadline[]];
  readonly shape?: string;
  /** How many rungs the ladder has. */
  readonly rungs?: number;
}

const firstOf = ({ orders }: Row): OrderHeadline => orders[0];
const lastOf = ({ orders }: Row): OrderHeadline => orders.at(-1) as OrderHeadline;

export function orderLines(page: Page, view: RunView, sent: readonly OrderHeadline[]): Drawn[] {
  const rows = rowsOf(view, sent);
  const shown = rows.slice(0, MOST_LINES);
  const more = rows.slice(MOST_LINES).reduce((sum, { orders }) => sum + orders.length, 0);
  return section(page, safe`Orders`, [
    ...tableLines(page, view, shown),
    ...(more > 0 ? [page.paint('quiet', safe`  … and ${grouped(more)} more, by --bytes`)] : []),
  ]);
}

function rowsOf({ run }: RunView, sent: readonly OrderHeadline[]): Row[] {
  const ladders = new Map((run?.ladders ?? []).map((ladder) => [ladder.name, ladder]));
  const rows = Map.groupBy(sent, ({ ladder, id }) => (ladder === undefined ? `order ${id}` : `ladder ${ladder}`));
  return [...rows.values()].map((group): Row => {
    const orders = group as [OrderHeadline, ...OrderHeadline[]];
    const [{ ladder: name, id }] = orders;
    const ladder = name === undefined ? undefined : ladders.get(name);
    return ladder === undefined
      ? { name: id, orders }
      : { name: ladder.name, orders, shape: ladder.shape, rungs: ladder.orders.length };
  });
}

/** The words of an order say themselves what they are. */
const UNTITLED = safe``;

function tableLines(page: Page, view: RunView, rows: readonly Row[]): Drawn[] {
  const isOne = new Set(rows.map((row) => firstOf(row).symbol)).size < 2;
  const others: readonly Column<Row>[] = [
    { name: UNTITLED, of: (row) => (isOne ? safe`` : safeText(firstOf(row).symbol)) },
    { name: UNTITLED, of: (row) => safeText(firstOf(row).side) },
    { name: UNTITLED, of: sizeOf, isNumber: true },
    { name: UNTITLED, of: priceWords },
  ];
  const words = rows.map((row) => joined(wordsOf(view, row), safe`, `));
  const areBare = words.every((text) => text === '');
  const widestId = widest(rows.map(({ name }) => safeText(name)));
  for (const room of [ID_ROOM, 12, LEAST_ID]) {
    const width = Math.min(room, widestId);
    const ids: Column<Row> = { name: UNTITLED, of: ({ name }) => cutMiddle(safeText(name), width) };
    const table = tableOf(cellsOf([ids, ...others], rows), rows.length);
    const needed = room === LEAST_ID || areBare ? table.width : table.width + 2 + LEAST_WORDS;
    if (needed <= page.width) return withWords(page, table, words);
  }
  return rows.flatMap((row, at) => spread(page, row, words[at] as Safe));
}

/** The words behind each row, in a column of their own, or below it. */
function withWords(page: Page, { rows, width }: Table, words: readonly Safe[]): Safe[] {
  const room = page.width - width - 2;
  const isRoomy = rows.length <= ROOMY;
  return rows.flatMap((row, at) => {
    const text = words[at] as Safe;
    if (text === '') return [row];
    if (room < LEAST_WORDS) return isRoomy ? [row, ...indented(wrap(text, page.width - 6), 6)] : [row];
    const [first = safe``, ...more] = isRoomy ? wrap(text, room) : [cut(text, room)];
    return [safe`${padEnd(row, width)}  ${first}`].concat(indented(more, width + 2));
  });
}

const indented = (texts: readonly Safe[], indent: number): Safe[] =>
  texts.map((text) => safe`${spaces(indent)}${text}`);

/** Where the numbers leave no room for a table: no number is cut. */
function spread(page: Page, row: Row, words: Safe): Safe[] {
  const { side, symbol } = firstOf(row);
  const numbers = [safe`size ${sizeOf(row)}`, safe`price ${priceWords(row)}`];
  const parts = [safeText(row.name), safeText(symbol), safeText(side), ...numbers, ...(words === '' ? [] : [words])];
  return packed(parts, GAP, page.width - 4, 0)
    .flatMap((text) => wrap(text, page.width - 4))
    .map((text, at) => safe`${spaces(at === 0 ? 2 : 4)}${text}`);
}

/** A ladder's sizes add up; one order's is as it is written. */
function sizeOf({ orders }: Row): Safe {
  const [first, ...more] = orders;
  if (more.length === 0) return safeText(first.size);
  const sizes = orders.map(({ size }) => Decimal.parse(size));
  if (sizes.some((size) => size === undefined)) return safe``;
  return grouped((sizes as Decimal[]).reduce((sum, size) => sum.plus(size), Decimal.zero));
}

function priceWords(row: Row): Safe {
  const [first, last] = [firstOf(row), lastOf(row)];
  const price = fieldRange('price', first, last);
  return first.trigger === undefined ? price : safe`${price} at ${fieldRange('trigger', first, last)}`;
}

function wordsOf({ run }: RunView, row: Row): Safe[] {
  const { orders, shape, rungs } = row;
  const first = firstOf(row);
  const { after = [] } = first;
  const of = rungs === undefined || rungs === orders.length ? safe`` : safe`${orders.length} of `;
  const named = run?.named(after) ?? { orders: after, ladders: [] };
  const waits = [...named.orders, ...named.ladders.map(({ name }) => name)];
  const words: (Safe | false)[] = [
    rungs !== undefined && safe`${of}${amountOf(rungs, 'rung')}`,
    shape !== undefined && safeText(shape),
    ...detailWords(first, lastOf(row)),
    waits.length > 0 && safe`after ${afterWords(waits)}`,
  ];
  return words.filter((text) => text !== false);
}

/** The names of a few, the number of many. */
const afterWords = (names: readonly string[]): Safe =>
  names.length > 3 ? amountOf(names.length, 'order') : joined(safeTexts(names), safe`, `);
