/** One order on one line: sign, id, side, size, price with what the newest save changed, and how it stands. */
import type { OrderHeadline } from '../../model/event.ts';
import { partOf, safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { priceOfOrder, widthsOf, type ColumnWidths } from '../../report/run/column-widths.ts';
import { cut, cutMiddle, padEnd, padStart, widthOf, type NumberColumn } from '../../report/text/columns.ts';
import { GAP, widthOfPieces, type Piece } from '../../report/text/page.ts';
import { latency } from '../../report/text/phrases.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { SaveChange, WatchView } from '../../report/view/watch-view.ts';
import { besidePrice, changeWidth, priceChange, type PriceChange } from './row-change.ts';
import { lookOf, standingContent, standingOf, type RowState } from './standing.ts';
import { standingParts } from './standing-words.ts';

type PlanColumns = Readonly<Record<'symbol' | 'side' | 'size' | 'price', number>>;

/** How wide each column is; 0 where it has no room. Neither an outcome nor a key moves one. */
export interface RowShape extends PlanColumns {
  readonly id: number;
  /** What a price was changed to, and by how much. */
  readonly after: number;
  readonly share: number;
  readonly whole: number;
  readonly widths: ColumnWidths;
}

/** Columns that order ids have, which are up to 19 digits. */
const TAIL = 19;
/** Lines of this width or more have room for the symbol, where a plan has several. */
const WIDE = 100;
const LEAST_ID = 8;
const SHARE = widthOf(safe`+00.00 %`);
/** Most columns of a number, a symbol and an id. */
const [NUMBER_ROOM, SYMBOL_ROOM, MOST_ID] = [24, 16, 40];

/** The columns of a plan that nothing but its orders and the width decide. */
const columnsOf = (widths: ColumnWidths, whole: number): PlanColumns => ({
  symbol: whole >= WIDE && widths.symbols > 1 ? Math.min(SYMBOL_ROOM, widths.symbol) : 0,
  side: widths.side,
  size: Math.max(4, Math.min(NUMBER_ROOM, widths.size.width)),
  price: Math.max(5, Math.min(NUMBER_ROOM, widths.price.width)),
});

export function shapeOf({ run, save }: WatchView, whole: number): RowShape {
  const widths = widthsOf(run.orders);
  const columns = {
    ...columnsOf(widths, whole),
    ...afterColumns(save),
  };
  // What is gone from the plan and stands has its name too.
  const ids = run.orders.removed.reduce((most, { id }) => Math.max(most, widthOf(safeText(id))), widths.id);
  const wanted = Math.min(ids, MOST_ID);
  const roomOf = (): number =>
    whole - 2 - TAIL - sum(Object.values(columns).map((width) => (width === 0 ? 0 : width + 2)));
  // What a narrow terminal does without, the first first; the detail of an order has it.
  for (const name of ['share', 'size', 'side', 'after'] as const)
    if (roomOf() - 2 < Math.min(wanted, LEAST_ID)) columns[name] = 0;
  const id = Math.min(wanted, Math.max(LEAST_ID, roomOf() - 2));
  return { ...columns, id, whole, widths };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function afterColumns(save: SaveChange | undefined): { after: number; share: number } {
  const after = changeWidth(save);
  return after === 0 ? { after, share: 0 } : { after: Math.min(NUMBER_ROOM, after + 2), share: SHARE };
}

export function screenRow(order: OrderView, watch: WatchView, shape: RowShape): Piece[] {
  const standing = standingOf(order, watch.run);
  const { sign, tone } = lookOf(standing);
  const headline = order.headline ?? sentHeadline(order, watch.run);
  const id = padEnd(cutMiddle(safeText(order.id), shape.id), shape.id);
  const change = priceChange(watch.save, order.id);
  const price = headline && (change === undefined ? priceOfOrder(order, headline) : change.before);
  const cells = headline === undefined ? [] : cellsOf({ ...headline, price: price ?? safe`` }, order, change, shape);
  const before: Piece[] = [[tone, sign], safe` `, standing === 'waiting' ? ['quiet', id] : id, GAP, ...cells];
  return [...before, ...tail(order, watch, shape.whole - widthOfPieces(before))];
}

function cellsOf(
  { symbol, side, size, price }: Omit<Headline, 'price'> & { readonly price: Safe },
  { followed }: OrderView,
  change: PriceChange | undefined,
  shape: RowShape,
): Piece[] {
  const to = change === undefined ? safe`` : safe`→ ${change.after}`;
  const priceCell =
    followed === undefined
      ? numberCell(shape.widths.price, price, shape.price)
      : padEnd(cut(price, shape.price), shape.price);
  return [
    ...cell(shape.symbol, () => padEnd(cut(safeText(symbol), shape.symbol), shape.symbol)),
    ...cell(shape.side, () => padEnd(safeText(side), shape.side)),
    ...cell(shape.size, () => numberCell(shape.widths.size, safeText(size), shape.size)),
    safe`${priceCell}${shape.after === 0 ? GAP : ' '}`,
    ...toned('notice', shape.after, padEnd(cut(to, shape.after), shape.after)),
    ...toned('quiet', shape.share, padStart(change?.share ?? safe``, shape.share)),
  ];
}

/** Blanks have no tone. */
const toned = (tone: Tone, width: number, text: Safe): Piece[] =>
  width === 0 ? [] : [text.trim() === '' ? text : [tone, text], GAP];

const cell = (width: number, text: () => Safe): Safe[] => (width === 0 ? [] : [safe`${text()}  `]);

type Headline = Pick<OrderHeadline, 'id' | 'symbol' | 'side' | 'size' | 'price' | 'trigger'>;

/** Points below each other, unless some number is so long that this would push others out of view. */
const numberCell = (column: NumberColumn, text: Safe, width: number): Safe =>
  padStart(column.width <= width ? column.cell(text) : cut(text, width), width);

/** What was changed besides the price, how it stands, and where it fits whole how long the answer took. */
function tail(order: OrderView, watch: WatchView, room: number): Piece[] {
  const standing = standingOf(order, watch.run);
  const [first = safe``, ...more] = standingParts(order, watch);
  // The end of an order id distinguishes it from its neighbours.
  let words = standing === 'accepted' ? cutMiddle(first, Math.max(LEAST_ID, room)) : first;
  for (const part of more) if (widthOf(words) + GAP.length + widthOf(part) <= room) words = safe`${words}${GAP}${part}`;
  const changed = besidePrice(watch.save, order.id);
  const took =
    order.latencyMs === undefined || order.followed !== undefined
      ? safe``
      : safe`  ${padStart(latency(order.latencyMs), 6)}`;
  const all = changed === '' ? words : safe`${words}  ${changed}`;
  return [
    ...wordPieces(words, standing),
    ...(changed === '' ? [] : [GAP, ['notice', changed] as const]),
    ['quiet', widthOf(all) + widthOf(took) <= room ? took : spaces(0)],
  ];
}

/** What is unknown is the loudest word of a row. */
function wordPieces(words: Safe, standing: RowState): Piece[] {
  const { word, tone } = lookOf(standing);
  if (standing === 'waiting') return [['quiet', words]];
  if (standing === 'rejected') return [[tone, words]];
  if (standing !== 'unknown') return [words];
  return [
    [tone, word],
    ['rejected', partOf(words, word.length)],
  ];
}

/** For an order that the plan no longer has, what was sent. */
function sentHeadline({ id }: OrderView, run: RunView): Headline | undefined {
  const content = standingContent(id, run);
  if (content === undefined) return undefined;
  const { symbol = '', side = '', size = '', price = '', trigger } = content;
  return { id, symbol, side, size, price, ...(trigger !== undefined && { trigger }) };
}
