import { firstUnsafe } from '../model/safe-text.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Most findings of this kind in one file: a binary file would have as many as it has bytes. */
const MOST = 10;

// Nearly every file has only visible ASCII and the characters of layout.
const BEYOND_ASCII = /[^\t\n\r\x20-\x7e]|\r(?!\n)/;

export const codePointName = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Control, bidi, zero-width and other invisible characters in the text itself, comments included
 * (docs/contract.md#text). Newline, CR LF and tab are layout.
 */
export function checkCharacters(source: SourceFile): Diagnostic[] {
  if (!BEYOND_ASCII.test(source.text)) return [];
  const text = source.text.replaceAll(/[\t\n]|\r(?=\n)/g, ' ');
  const diagnostics: Diagnostic[] = [];
  let found = firstUnsafe(text);
  while (found !== undefined && diagnostics.length < MOST) {
    const end = found.index + (found.codePoint > 0xffff ? 2 : 1);
    diagnostics.push({
      severity: 'error',
      code: 'text/control-character',
      message: `there is an invisible character here: ${codePointName(found.codePoint)}`,
      hint: 'delete it: a plan has only characters that can be seen',
      source,
      start: found.index,
      end,
    });
    found = firstUnsafe(text, end);
  }
  return diagnostics;
}
