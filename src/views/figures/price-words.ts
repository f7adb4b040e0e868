import { count } from '../../model/count.ts';
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { cut, cutMiddle, widest, widthOf } from '../../report/text/columns.ts';
import { MARKS, type MarkKind } from '../../show/drawing.ts';
import type { AxisRow } from './axis-row.ts';

/** What one side has at a price, in a range of prices, or at market. */
export interface AxisLine {
  readonly row: AxisRow;
  readonly at: 'price' | 'range' | 'market';
}

/** Said of orders that come to rest at their price only by a trigger. */
const WAITS = safe`once triggered`;

/** Fewest columns in which an id still differs from others. */
const LEAST_ID = 5;

/** Texts for a row's orders and marks, the fullest first: where room is scarce the ids go, never a mark. */
function* wordings(one: AxisLine): Generator<Safe> {
  const { ids, marks, waiting } = one.row;
  const kinds = MARKS.filter((kind) => marks[kind] !== undefined);
  const longest = Math.max(LEAST_ID, widest(safeTexts([...ids, ...kinds.flatMap((kind) => marks[kind]?.id ?? [])])));
  for (let room = longest; room >= LEAST_ID; room--) yield fullWords(one, room);
  if (kinds.length === 0) {
    if (waiting > 0) yield WAITS;
    return;
  }
  for (let room = longest; room >= LEAST_ID; room--) yield joined(marksOf(one.row, room), COMMA);
  yield joined(marksOf(one.row, 0), COMMA);
  // What has no room even so is cut at its end.
  yield joined([...new Set(STOPS_FIRST.filter((kind) => kinds.includes(kind)).map((kind) => NAMES[kind]))], COMMA);
}

const STOPS_FIRST = ['stop', 'market-trigger', 'trigger', 'target'] as const satisfies readonly MarkKind[];

const COMMA = safe`, `;

/** The fullest text, each id in at most `room` columns. */
const fullWords = (one: AxisLine, room: number): Safe =>
  joined([...named(one, room), ...marksOf(one.row, room)], COMMA);

const NAMES: Readonly<Record<MarkKind, Safe>> = {
  'market-trigger': safe`trigger`,
  trigger: safe`trigger`,
  stop: safe`stop`,
  target: safe`target`,
};

const shortened = (id: string, room: number): Safe => cutMiddle(safeText(id), room);

/** The marks with their ids in `room` columns, or without ids where that is 0. */
const marksOf = ({ side, marks }: AxisRow, room: number): Safe[] =>
  MARKS.flatMap((kind) => {
    const mark = marks[kind];
    if (mark === undefined) return [];
    const { orders, id, size, into } = mark;
    const whose = orders > 1 ? count(orders, 'order') : shortened(id, room);
    const of = room === 0 ? NAMES[kind] : safe`${NAMES[kind]} of ${whose}`;
    if (kind === 'market-trigger') return safe`${of}, then market: ${size} ${side}`;
    return into === undefined ? of : safe`${of}, then ${into}`;
  });

/** The orders of a row: their ids, unless these are not all known, or the row is of a range: how many there are its size says. */
function named({ row, at }: AxisLine, room: number): Safe[] {
  const { orders, ids, waiting } = row;
  const areAlike = waiting === 0 || waiting === orders;
  const isNamed =
    at !== 'range' && areAlike && ids.length === orders && ids.every((id) => widthOf(safeText(id)) <= room);
  if (orders < 2 || isNamed)
    return ids.map((id) => (waiting === 0 ? shortened(id, room) : safe`${shortened(id, room)} ${WAITS}`));
  // At market the size is of all.
  const amount = at === 'market' ? [count(orders, 'order')] : [];
  if (waiting === 0) return amount;
  return [...amount, waiting === orders ? WAITS : safe`${waiting} ${WAITS}`];
}

/** The fullest text that `room` columns hold. */
export function fitting(one: AxisLine, room: number): Safe {
  let last = safe``;
  for (const words of wordings(one)) {
    if (widthOf(words) <= room) return words;
    last = words;
  }
  return cut(last, room);
}
