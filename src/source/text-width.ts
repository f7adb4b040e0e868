import { eastAsianWidth } from 'get-east-asian-width';

const MARK = /^\p{M}/u;

/** Columns of the characters below U+10000, plus one; 0 where that was not asked for yet. A screen asks for the same ones. */
const known = new Uint8Array(0x10000);

function columnsOf(code: number): number {
  const told = known[code] ?? 0;
  if (told > 0) return told - 1;
  const columns = MARK.test(String.fromCodePoint(code)) ? 0 : eastAsianWidth(code);
  known[code] = columns + 1;
  return columns;
}

/**
 * Columns of a terminal that a text takes, if it is safe: characters that join or vanish (zero width, variation selectors)
 * are spelled out by then, so the width is the sum over the characters. Measuring whole graphemes would need tables that
 * make every start 25 ms longer.
 */
export function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code > 0xffff) at += 1;
    // Nearly every character.
    width += code < 0x7f ? 1 : columnsOf(code);
  }
  return width;
}
