import { spaces, type Safe } from '../../model/safe-text.ts';
import { padEnd, widthOf, wrap } from './columns.ts';
import { GAP, LEAST_ROOM, line, widthOfPieces, type Page, type Piece } from './page.ts';
import { STATE_WIDTH } from './states.ts';
import type { Drawn, Tone } from './tones.ts';

/** An order's label and words, whatever its outcome. */
interface Labelled {
  readonly label: Safe;
  readonly tone: Tone;
  readonly id: Safe;
  readonly words: Safe;
  /** How long the answer took, as a cell of its own. */
  readonly took?: Safe;
}

/** Widest id that a column of ids makes room for; a wider one has a line of its own, uncut. */
export const ID_ROOM = 24;

/** State, id and words in columns, the words in as many lines as they need. A narrow page leaves out how long it took. */
export function labelledLines(page: Page, order: Labelled, wantedIdWidth: number): Drawn[] {
  const { paint, width } = page;
  const { label, tone, took } = order;
  const start: Piece[] = [[tone, label], spaces(STATE_WIDTH + 2 - widthOf(label))];
  const before = STATE_WIDTH + 2;
  const all: Piece[] = took === undefined ? [GAP] : [GAP, ['quiet', took], GAP];
  const between = before + wantedIdWidth + widthOfPieces(all) + LEAST_ROOM <= width ? all : [GAP];
  const idWidth = Math.max(0, Math.min(wantedIdWidth, width - before - widthOfPieces(between) - LEAST_ROOM));
  const indent = before + idWidth + widthOfPieces(between);
  const [first, ...rest] = wrap(order.words, Math.max(LEAST_ROOM, width - indent)) as [Safe, ...Safe[]];
  const more = rest.map((text) => line(paint, [spaces(indent), text]));
  if (widthOf(order.id) <= idWidth)
    return [line(paint, [...start, padEnd(order.id, idWidth), ...between, first]), ...more];
  const own = wrap(order.id, Math.max(LEAST_ROOM, width - before));
  const ids = own.map((text, at) => line(paint, at === 0 ? [...start, text] : [spaces(before), text]));
  if (first === '' && more.length === 0) return ids;
  return [...ids, line(paint, [spaces(before + idWidth), ...between, first]), ...more];
}
