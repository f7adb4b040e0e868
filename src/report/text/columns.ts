/** Safe text in columns of a terminal, without colour: colour is put on last, so that it never counts. */
import { joined, partOf, safe, spaces, type Safe } from '../../model/safe-text.ts';
import { widthOf } from '../../source/text-width.ts';

import { wrap } from '../../source/wrap.ts';

export { wrap };
export { widthOf };

/** Digits before the point, with a sign and `2 × ` where there are such, and from the point on. */
const NUMBER = /^((?:[0-9]+ × )?≈?[+-]?[0-9][0-9,]*)(\.[0-9]+)?$/u;

/** As much of the text as `width` columns hold. */
export function head(text: Safe, width: number): Safe {
  if (widthOf(text) <= width) return text;
  let length = 0;
  let room = width;
  for (const character of text) {
    room -= widthOf(character);
    if (room < 0) break;
    length += character.length;
  }
  return partOf(text, 0, length);
}

/** As much of the text as `width` columns hold from its end. */
function tail(text: Safe, width: number): Safe {
  let from = text.length;
  let room = width;
  for (const character of Array.from(text).toReversed()) {
    room -= widthOf(character);
    if (room < 0) break;
    from -= character.length;
  }
  return partOf(text, from);
}

/** The text, or as much of it as fits with a `…` at its end. */
export function cut(text: Safe, width: number): Safe {
  if (widthOf(text) <= width) return text;
  return width < 1 ? safe`` : safe`${head(text, width - 1)}…`;
}

/** The same with the middle left out: the end of an order id distinguishes it from its neighbours. */
export function cutMiddle(text: Safe, width: number): Safe {
  if (widthOf(text) <= width) return text;
  const start = head(text, Math.floor((width - 1) / 2));
  return safe`${start}…${tail(text, width - 1 - widthOf(start))}`;
}

export function padEnd(text: Safe, width: number): Safe {
  const missing = width - widthOf(text);
  return missing > 0 ? safe`${text}${spaces(missing)}` : text;
}

export function padStart(text: Safe, width: number): Safe {
  const missing = width - widthOf(text);
  return missing > 0 ? safe`${spaces(missing)}${text}` : text;
}

/** Columns of the widest text; 0 for none. */
export const widest = (texts: Iterable<Safe>): number => {
  let most = 0;
  for (const text of texts) most = Math.max(most, widthOf(text));
  return most;
};

/** Texts one after the other with `gap` between, in lines of `width` columns. */
export function packed(texts: readonly Safe[], gap: Safe, width: number): Safe[] {
  const lines: Safe[][] = [];
  let used = 0;
  for (const text of texts) {
    const columns = widthOf(text);
    const line = lines.at(-1);
    if (line !== undefined && used + widthOf(gap) + columns <= width) {
      line.push(text);
      used += widthOf(gap) + columns;
    } else {
      used = columns;
      lines.push([text]);
    }
  }
  return lines.map((line) => joined(line, gap));
}

/** Texts with ` · ` between, broken only there; but a text that is wider than a line is broken as words are. */
export const dotted = (texts: readonly Safe[], width: number): Safe[] =>
  packed(
    texts.map((text, at) => (at < texts.length - 1 ? safe`${text} ·` : text)),
    BLANK,
    width,
  ).flatMap((line) => wrap(line, width));

const BLANK = safe` `;

/** Numbers below each other by their points; any other text is put to the right. */
export class NumberColumn {
  #whole = 0;
  #fraction = 0;
  #other = 0;

  add(text: Safe): void {
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
  cell(text: Safe): Safe {
    const number = NUMBER.exec(text);
    if (number === null) return padStart(text, this.width);
    const fraction = number[2]?.length ?? 0;
    return padStart(padEnd(text, text.length + this.#fraction - fraction), this.width);
  }
}
