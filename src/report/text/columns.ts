/**
 * Text in columns of a terminal. Everything here takes plain text that `safeText` has passed, without colour: colour is
 * put on last, so that it never counts.
 */
import { widthOf } from '../../source/text-width.ts';

export { wrap } from '../../source/wrap.ts';
export { widthOf };

const NUMBER = /^([0-9]+)(\.[0-9]+)?$/;

/** As much of the text as `width` columns hold. */
export function head(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let room = width;
  for (const character of text) {
    room -= widthOf(character);
    if (room < 0) break;
    kept += character;
  }
  return kept;
}

/** The text, or as much of it as fits with a `…` that says so. */
export const cut = (text: string, width: number): string =>
  widthOf(text) <= width ? text : width < 1 ? '' : `${head(text, width - 1)}…`;

/** The same from the middle: of an order id the end tells it from its neighbours. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const start = head(text, Math.floor((width - 1) / 2));
  const characters = Array.from(text);
  let room = width - 1 - widthOf(start);
  let from = characters.length;
  while (from > 0 && room >= widthOf(characters[from - 1] as string)) {
    from -= 1;
    room -= widthOf(characters[from] as string);
  }
  return `${start}…${characters.slice(from).join('')}`;
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Blocks of lines below each other with a blank line between; empty ones leave none. */
export function stack(blocks: readonly (readonly string[])[]): string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    if (block.length === 0) continue;
    if (lines.length > 0) lines.push('');
    lines.push(...block);
  }
  return lines;
}

/** A column whose numbers stand with their points below each other; any other text is put to the right. */
export class NumberColumn {
  #whole = 0;
  #fraction = 0;
  #other = 0;

  add(text: string): void {
    const number = NUMBER.exec(text);
    if (number === null) {
      this.#other = Math.max(this.#other, widthOf(text));
      return;
    }
    this.#whole = Math.max(this.#whole, (number[1] as string).length);
    this.#fraction = Math.max(this.#fraction, number[2]?.length ?? 0);
  }

  get width(): number {
    return Math.max(this.#whole + this.#fraction, this.#other);
  }

  /** The text as a cell of this column's width. */
  cell(text: string): string {
    const number = NUMBER.exec(text);
    if (number === null) return padStart(text, this.width);
    return padStart((number[1] as string) + (number[2] ?? '').padEnd(this.#fraction), this.width);
  }
}
