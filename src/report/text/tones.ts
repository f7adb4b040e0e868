import { styleText } from 'node:util';
import { head, widthOf } from './columns.ts';
import type { ShownState } from '../view/order-list.ts';

/** What a piece of text is, for its colour. Colour is never the only carrier: the words say it too. */
export type Tone =
  | ShownState
  | 'plan'
  | 'heading'
  | 'quiet'
  | 'command'
  | 'live'
  | 'paper'
  | 'notice'
  | 'gauge'
  | 'buy'
  | 'sell';

/** Unknown is the loudest, and beside it the word that real money moves. */
const FORMATS: Readonly<Record<Tone, Parameters<typeof styleText>[0]>> = {
  accepted: 'green',
  rejected: 'red',
  unknown: ['bold', 'inverse', 'red'],
  withheld: 'yellow',
  sending: 'cyan',
  waiting: 'dim',
  plan: 'bold',
  heading: 'bold',
  quiet: 'dim',
  command: 'cyan',
  live: ['bold', 'inverse', 'magenta'],
  paper: ['bold', 'blue'],
  notice: ['bold', 'yellow'],
  gauge: 'cyan',
  buy: 'green',
  sell: 'red',
};

export type Paint = (tone: Tone, text: string) => string;

/** The caller knows whether there is colour (a terminal, NO_COLOR); no stream or environment is asked here. */
export function painter(color: boolean): Paint {
  if (!color) return (_tone, text) => text;
  return (tone, text) => (text === '' ? '' : styleText(FORMATS[tone], text, { validateStream: false }));
}

/** Plain text, or text with a tone. */
export type Piece = string | readonly [tone: Tone, text: string];

const plain = (piece: Piece): string => (typeof piece === 'string' ? piece : piece[1]);

export const widthOfPieces = (pieces: readonly Piece[]): number =>
  pieces.reduce((width, piece) => width + widthOf(plain(piece)), 0);

/** One line of pieces, without blanks at its end, cut with `…` where it is wider than `width`. */
export function line(paint: Paint, pieces: readonly Piece[], width = Number.POSITIVE_INFINITY): string {
  const last = pieces.findLastIndex((piece) => plain(piece).trim() !== '');
  const shown = pieces.slice(0, last + 1);
  let room = widthOfPieces(shown) <= width ? Number.POSITIVE_INFINITY : width - 1;
  let text = '';
  for (const [at, piece] of shown.entries()) {
    const whole = at === last ? plain(piece).trimEnd() : plain(piece);
    const kept = head(whole, room);
    room -= widthOf(kept);
    const written = kept === whole ? kept : `${kept}…`;
    text += typeof piece === 'string' ? written : paint(piece[0], written);
    if (kept !== whole) break;
  }
  return text;
}

/** Pieces one after the other with `gap` between, in as many lines as they need; every line after the first is indented. */
export function flow(paint: Paint, pieces: readonly Piece[], width: number, gap = '  '): string[] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    const current = lines.at(-1) as Piece[];
    if (current.length === 0) current.push(piece);
    else if (widthOfPieces(current) + gap.length + widthOf(plain(piece)) <= width) current.push(gap, piece);
    else lines.push(['  ', piece]);
  }
  return lines.map((one) => line(paint, one));
}
