import { safe, safeText, type Safe } from '../model/safe-text.ts';

/** A text of the file inside a message: visible, in backticks, cut where it is long. */
export const quoted = (text: string): Safe => safe`\`${safeText(text, 60)}\``;

/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) as string}`;

/** `a`, `a and b`, `a, b and c`. */
export const allOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) as string}`;
