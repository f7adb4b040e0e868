import { mayStand, removedAfterSend, type JournalState, type KnownOrder } from '../../ledger/state.ts';
import { count } from '../../model/count.ts';
import { changeWords, orderChanges, type OrderContent } from '../../model/order-changes.ts';
import { NO_ANSWER, type OrderState } from '../../model/outcome.ts';
import { joined, safe, safeText, safeTexts, spaces, type Safe } from '../../model/safe-text.ts';
import { padEnd, widest, widthOf } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { GAP, line, pageOf, paragraph, textOf, type Page, type Piece } from '../text/page.ts';
import { STATES } from '../text/states.ts';
import { cellsOf, type Cells, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';

export interface StatusOptions {
  readonly color: boolean;
  readonly width: number;
}

/** An order of the plan with its present content. */
export interface StatusOrder {
  readonly id: string;
  readonly content: OrderContent;
}

interface Row {
  readonly id: Safe;
  readonly state: OrderState;
  /** What was sent, or what the plan says where nothing was. */
  readonly content: OrderContent;
  /** Order id, or what the exchange said. */
  readonly words: Safe;
  /** Where plan and exchange no longer agree. */
  readonly remark: Safe;
}

const LABEL_WIDTH = widthOf(STATES['never-sent'].label);

/**
 * What the journal knows of each order of a plan, in the plan's order, then what it knows of orders that the plan no
 * longer has and that may be on the exchange, then the counts. Size and price are those that were sent. Ends in a newline.
 */
export function renderStatus(known: JournalState, planOrders: readonly StatusOrder[], options: StatusOptions): string {
  const page = pageOf(options);
  const rows = planOrders.map((order) => statusRow(order, known.get(order.id)));
  const ids = planOrders.map(({ id }) => id);
  const removed = removedAfterSend(known, ids).map(removedRow);
  return textOf([
    tableLines(page, [...rows, ...removed]),
    [line(page.paint, countPieces(rows))],
    removedLines(page, removed),
  ]);
}

function statusRow({ id, content }: StatusOrder, known: KnownOrder | undefined): Row {
  if (known === undefined || known.state === 'never-sent')
    return { id: safeText(id), state: 'never-sent', content, words: safe``, remark: safe`` };
  const changes = mayStand(known) ? orderChanges(known.content, content) : [];
  const remark = changes.length === 0 ? safe`` : safe`edited after send: ${safeText(changeWords(changes))}`;
  return knownRow(known, remark);
}

const removedRow = (known: KnownOrder): Row =>
  knownRow(known, safe`removed after send: ${known.state === 'accepted' ? 'still live' : 'may be live'}`);

const knownRow = (known: KnownOrder, remark: Safe): Row => ({
  id: safeText(known.id),
  state: known.state,
  content: known.content,
  words: knownWords(known),
  remark,
});

function knownWords({ state, orderId, code, message }: KnownOrder): Safe {
  if (state === 'in-flight') return safe`${NO_ANSWER}`;
  // An accepted order has words only if it was settled: where it was found, or who decided it.
  const said = (state === 'accepted' ? [orderId, message] : [code, message]).filter((text) => (text ?? '') !== '');
  return joined(safeTexts(said as string[]), state === 'accepted' ? safe`, ` : safe` `);
}

function priceOf({ trigger, price = '' }: OrderContent): Safe {
  const at = safeText(price);
  return trigger === undefined ? at : safe`${safeText(trigger)}→${at}`;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: safe``, of: ({ content: { side = '' } }) => safeText(side) },
  { name: safe``, of: ({ content: { size = '' } }) => safeText(size), isNumber: true },
  { name: safe``, of: ({ content }) => priceOf(content), isNumber: true },
];

function tableLines(page: Page, rows: readonly Row[]): Drawn[] {
  const columns = cellsOf(COLUMNS, rows);
  const idWidth = widest(rows.map(({ id }) => id).filter((id) => widthOf(id) <= ID_ROOM));
  return rows.flatMap((row, at) => rowLines(page, row, cellsAt(columns, at), idWidth));
}

const cellsAt = (columns: readonly Cells<Row>[], at: number): Safe =>
  joined(
    columns.map(({ cells }) => cells[at] as Safe),
    GAP,
  );

/** An id that is too wide is above its row; words that are too wide are below. */
function rowLines(page: Page, { id, state, words, remark }: Row, cells: Safe, idWidth: number): Drawn[] {
  const { paint, width } = page;
  const { label, tone } = STATES[state];
  const before = LABEL_WIDTH + 2;
  const start: Piece[] = [[tone, label], spaces(before - widthOf(label))];
  const isLong = widthOf(id) > idWidth;
  const lead: Piece[] = isLong ? [spaces(before + idWidth)] : [...start, padEnd(id, idWidth)];
  const isBeside = before + idWidth + 2 + widthOf(cells) + 2 + widthOf(words) <= width;
  return [
    ...(isLong ? [line(paint, [...start, id])] : []),
    line(paint, [...lead, GAP, cells, GAP, isBeside ? words : safe``]),
    ...(isBeside ? [] : paragraph(page, words, before)),
    ...(remark === '' ? [] : paragraph(page, remark, before, 'notice')),
  ];
}

const COUNTED = [
  'accepted',
  'closed',
  'rejected',
  'unknown',
  'absent',
  'never-sent',
] as const satisfies readonly OrderState[];

/** `3 orders: 2 accepted, 1 UNKNOWN`. */
function countPieces(rows: readonly Row[]): Piece[] {
  const amounts = Map.groupBy(rows, ({ state }) => (state === 'in-flight' ? 'unknown' : state));
  const parts = COUNTED.flatMap((state): Piece[] => {
    const amount = amounts.get(state)?.length ?? 0;
    return amount === 0 ? [] : [safe`, `, [STATES[state].tone, safe`${amount} ${STATES[state].word}`]];
  });
  return [['heading', safe`${count(rows.length, 'order')}: `], ...parts.slice(1)];
}

function removedLines(page: Page, removed: readonly Row[]): Drawn[] {
  if (removed.length === 0) return [];
  const live = removed.filter(({ state }) => state === 'accepted').length;
  const words = [
    ...(live === 0 ? [] : [safe`${count(live, 'order')} removed after send: still live.`]),
    ...(live === removed.length
      ? []
      : [safe`${count(removed.length - live, 'order')} removed after send: may be live.`]),
    safe`The plan and the exchange no longer agree, and ordo cannot change an order that stands.`,
  ];
  return paragraph(page, joined(words, safe` `), 0, 'notice');
}
