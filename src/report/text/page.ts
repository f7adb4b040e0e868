/** Lines of a page, from pieces of safe text to what is written. */
import { safe, spaces, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { head, widthOf, wrap } from './columns.ts';
import { painter, type Drawn, type Paint, type Tone } from './tones.ts';

/** What lines are drawn on: its colours, and its columns. */
export interface Page {
  readonly paint: Paint;
  readonly width: number;
}

export const pageOf = ({ color, width }: { readonly color: boolean; readonly width: number }): Page => ({
  paint: painter(color),
  width,
});

export type Piece = Safe | readonly [tone: Tone, text: Safe];

const plain = (piece: Piece): Safe => (typeof piece === 'string' ? piece : piece[1]);

export const widthOfPieces = (pieces: readonly Piece[]): number =>
  pieces.reduce((width, piece) => width + widthOf(plain(piece)), 0);

/** One line of pieces, without blanks at its end, cut with `…` where it is wider than `width`. */
export function line(paint: Paint, pieces: readonly Piece[], width = Number.POSITIVE_INFINITY): Drawn {
  const whole = withoutEnd(pieces);
  const isCut = width < Number.POSITIVE_INFINITY && widthOfPieces(whole) > width;
  let text = '';
  for (const piece of isCut ? headOf(whole, width) : whole)
    text += typeof piece === 'string' ? piece : paint(piece[0], piece[1]);
  return text as Drawn;
}

function withoutEnd(pieces: readonly Piece[]): Piece[] {
  const last = pieces.findLastIndex((piece) => plain(piece).trim() !== '');
  return pieces
    .slice(0, last + 1)
    .map((piece, at) => (at === last ? withText(piece, trimmedEnd(plain(piece))) : piece));
}

const withText = (piece: Piece, text: Safe): Piece => (typeof piece === 'string' ? text : [piece[0], text]);

/** As much of pieces that are too wide as fits with a `…` at its end. */
function headOf(pieces: readonly Piece[], width: number): Piece[] {
  const shown: Piece[] = [];
  let room = width - 1;
  for (const piece of pieces) {
    const whole = plain(piece);
    const kept = head(whole, room);
    if (kept !== whole) return [...shown, withText(piece, safe`${kept}…`)];
    shown.push(piece);
    room -= widthOf(kept);
  }
  return shown;
}

export const beside = (...parts: readonly Drawn[]): Drawn => parts.join('') as Drawn;

/** Two blanks, as between columns. */
export const GAP = safe`  `;

/** Words get no fewer columns than this, however narrow the page is. */
export const LEAST_ROOM = 20;

/** A text in as many lines as it needs, each behind `indent` blanks. */
export function paragraph({ paint, width }: Page, text: Safe, indent = 0, tone?: Tone): Drawn[] {
  const lines = wrap(text, Math.max(LEAST_ROOM, width - indent));
  return lines.map((part) => line(paint, [spaces(indent), tone === undefined ? part : [tone, part]]));
}

/** A title above its lines; nothing without lines. */
export const section = ({ paint }: Page, title: Safe, lines: readonly Drawn[]): Drawn[] =>
  lines.length === 0 ? [] : [paint('heading', title), ...lines];

/** Blocks of lines below each other with a blank line between; empty ones leave none. */
export function stack(blocks: readonly (readonly Drawn[])[]): Drawn[] {
  const lines: Drawn[] = [];
  for (const block of blocks) {
    if (block.length === 0) continue;
    if (lines.length > 0) lines.push(safe``);
    lines.push(...block);
  }
  return lines;
}
