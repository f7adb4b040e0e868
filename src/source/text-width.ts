import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[\u0020-\u007e]*$/;
const MARK = /^\p{M}/u;

/**
 * Columns of a terminal that a text takes, if it is safe: characters that join or vanish (zero width, variation selectors)
 * are spelled out by then, so the width is the sum over the characters. Measuring whole graphemes would need tables that
 * make every start 25 ms longer.
 */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!MARK.test(character)) width += eastAsianWidth(character.codePointAt(0) as number);
  }
  return width;
}
