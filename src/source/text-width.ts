import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[\u0020-\u007e]*$/;
const MARK = /^\p{M}/u;

/**
 * How many columns of a terminal a text takes, for text that `safeText` has passed: what joins or vanishes (zero width,
 * variation selectors) is spelled out by then, so it is the sum over its characters. The full measure of graphemes costs a
 * start 25 ms for tables that such text does not need.
 */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!MARK.test(character)) width += eastAsianWidth(character.codePointAt(0) as number);
  }
  return width;
}
