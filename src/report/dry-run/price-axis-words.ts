import { cut, cutMiddle, widthOf } from '../text/columns.ts';
import { MARKS, type LadderRow, type MarkKind } from './price-axis.ts';
import { count } from '../text/phrases.ts';

/** One line of the ladder before it is laid out. */
export interface LadderLine {
  /** Empty in a second row of one price. */
  readonly price: string;
  readonly row: LadderRow;
  /** Of several prices. */
  readonly range: boolean;
}

/** Of an order that comes to rest at its price by a trigger. */
const WAITS = 'once triggered';

/** The least of an id that still tells it from others. */
const LEAST_ID = 5;

/** What a row says of its orders and marks, the most first: where room is scarce the ids go, never a mark. */
function* wordings(one: LadderLine): Generator<string> {
  const { row } = one;
  const marks = MARKS.flatMap((kind) => row.marks[kind] ?? []);
  const ids = [...row.ids, ...marks.map(({ id }) => id)];
  const longest = ids.reduce((most, id) => Math.max(most, widthOf(id)), LEAST_ID);
  for (let room = longest; room >= LEAST_ID; room--) yield fullWords(one, room);
  if (marks.length === 0) {
    if (row.waiting > 0) yield WAITS;
    return;
  }
  for (let room = longest; room >= LEAST_ID; room--) yield marksOf(row, room).join(', ');
  yield marksOf(row, 0).join(', ');
  yield MARKS.filter((kind) => row.marks[kind] !== undefined)
    .map((kind) => NAMES[kind])
    .join(', ');
}

/** All there is to say, each id in `room` columns. */
export const fullWords = (one: LadderLine, room: number): string =>
  [...named(one, room), ...marksOf(one.row, room)].join(', ');

const NAMES: Readonly<Record<MarkKind, string>> = {
  'market-trigger': 'trigger',
  trigger: 'trigger',
  stop: 'stop',
  target: 'target',
};

/** The marks with their ids in `room` columns, or without ids where that is 0. */
const marksOf = ({ side, marks }: LadderRow, room: number): string[] =>
  MARKS.flatMap((kind) => {
    const mark = marks[kind];
    if (mark === undefined) return [];
    const { orders, id, size, into } = mark;
    const whose = orders > 1 ? count(orders, 'order') : cutMiddle(id, room);
    const of = room === 0 ? NAMES[kind] : `${NAMES[kind]} of ${whose}`;
    if (kind === 'market-trigger') return `${of}, then market: ${size.toString()} ${side}`;
    return into === undefined ? of : `${of}, then ${into}`;
  });

/** The orders of a row by their ids, or how many they are: those of a range, and where the ids do not say it all. */
function named({ row, range }: LadderLine, room: number): string[] {
  const { orders, ids, waiting } = row;
  const alike = waiting === 0 || waiting === orders;
  if (orders < 2 || (!range && alike && ids.length === orders && ids.every((id) => widthOf(id) <= room)))
    return ids.map((id) => cutMiddle(id, room) + (waiting === 0 ? '' : ` ${WAITS}`));
  const which = waiting === orders ? '' : `${waiting} `;
  return [count(orders, 'order') + (waiting === 0 ? '' : `, ${which}${WAITS}`)];
}

/** The most that `room` columns hold. */
export function fitting(one: LadderLine, room: number): string {
  let last = '';
  for (const words of wordings(one)) {
    if (widthOf(words) <= room) return words;
    last = words;
  }
  return cut(last, room);
}
