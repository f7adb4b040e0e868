import type { Safe } from '../model/safe-text.ts';
import { widthOf } from './text-width.ts';

/** The text in lines of at most `width` columns, broken at spaces. A word is broken only if it is wider than a line. */
export function wrap(text: Safe, width: number): Safe[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = chop(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  lines.push(line);
  return lines as Safe[];
}

function chop(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const columns = widthOf(character);
    if (used + columns > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += columns;
  }
  pieces.push(piece);
  return pieces;
}
