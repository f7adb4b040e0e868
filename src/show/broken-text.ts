/** A text in as many lines of a terminal as it needs. */
import { partOf, spaces } from '../model/safe-text.ts';
import { wrap } from '../report/text/columns.ts';
import { LEAST_ROOM, line, type Page, type Piece } from '../report/text/page.ts';
import type { Drawn, Tone } from '../report/text/tones.ts';
import { plainText, spansOf, type Text } from './sheet.ts';

export const piecesOf = (text: Text, tone?: Tone): Piece[] =>
  spansOf(text).map((span): Piece => {
    const words = typeof span === 'string' ? span : span.text;
    const shown = (typeof span === 'string' ? undefined : span.tone) ?? tone;
    return shown === undefined ? words : [shown, words];
  });

/** A text in as many lines as it needs, each behind `indent` blanks; what has no tone of its own has `tone`. */
export function wrapped(page: Page, text: Text, indent: number, tone?: Tone): Drawn[] {
  return brokenPieces(text, page.width - indent, tone).map((pieces) => line(page.paint, [spaces(indent), ...pieces]));
}

/** Lines of at most `width` columns: what is left out between two of them are blanks. */
export function brokenPieces(text: Text, width: number, tone?: Tone): Piece[][] {
  const source = piecesOf(text, tone);
  const whole = plainText(text);
  let at = 0;
  return wrap(whole, Math.max(LEAST_ROOM, width)).map((words) => {
    at = whole.indexOf(words, at);
    const pieces = within(source, at, at + words.length);
    at += words.length;
    return pieces;
  });
}

/** What stands from one character to another. */
function within(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap((piece): Piece[] => {
    const words = typeof piece === 'string' ? piece : piece[1];
    const cut = partOf(words, Math.max(0, from - start), Math.max(0, to - start));
    start += words.length;
    return cut === '' ? [] : [typeof piece === 'string' ? cut : [piece[0], cut]];
  });
}
