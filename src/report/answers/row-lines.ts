import { joined, safe, spaces, type Safe } from '../../model/safe-text.ts';
import type { OrderState } from '../../model/outcome.ts';
import { padEnd, widest, widthOf } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { GAP, line, paragraph, type Page, type Piece } from '../text/page.ts';
import { STATES } from '../text/states.ts';
import { cellsOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { Folded } from './fold-rows.ts';
import { stateWords, type OrderRow } from './order-row.ts';

const LABEL_WIDTH = widthOf(STATES['never-sent'].label);

const SYMBOL: Column<OrderRow> = { name: safe``, of: ({ symbol }) => symbol };
const COLUMNS: readonly Column<OrderRow>[] = [
  { name: safe``, of: ({ side }) => side },
  { name: safe``, of: ({ size }) => size, isNumber: true },
  { name: safe``, of: ({ price }) => price, isNumber: true },
];

/** A line for each row, and how many orders have none. */
export function rowLines(page: Page, { rows, left }: Folded, has: { readonly symbols: boolean }): Drawn[] {
  const columns = cellsOf(has.symbols ? [SYMBOL, ...COLUMNS] : COLUMNS, rows);
  const idWidth = widest(rows.map(({ id }) => id).filter((id) => widthOf(id) <= ID_ROOM));
  const lines = rows.flatMap((row, at) => {
    const cells = joined(
      columns.map((column) => column.cells[at] as Safe),
      GAP,
    );
    return linesOf(page, row, cells, idWidth);
  });
  return left === 0
    ? lines
    : [...lines, ...paragraph(page, safe`… and ${left} more, by --output ndjson`, LABEL_WIDTH + 2)];
}

/** An id that is too wide is above its row; words that are too wide are below. */
function linesOf(page: Page, { id, state, words, remark }: OrderRow, cells: Safe, idWidth: number): Drawn[] {
  const { paint, width } = page;
  const { label, tone } = stateWords(state);
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
  'filled',
  'cancelled',
  'closed',
  'rejected',
  'unknown',
  'cancel-unknown',
  'cancelling',
  'in-flight',
  'absent',
  'never-sent',
] as const satisfies readonly OrderState[];

/** `3 orders: 2 accepted, 1 UNKNOWN`; of rows that are not folded. */
export function countLine({ paint }: Page, heading: Safe, rows: readonly OrderRow[]): Drawn {
  const amounts = Map.groupBy(rows, ({ state }) => state);
  const parts = COUNTED.flatMap((state): Piece[] => {
    const amount = amounts.get(state)?.length ?? 0;
    const { tone, word } = stateWords(state);
    return amount === 0 ? [] : [safe`, `, [tone, safe`${amount} ${word}`]];
  });
  return line(paint, [['heading', safe`${heading}${parts.length === 0 ? '' : ': '}`], ...parts.slice(1)]);
}
