/**
 * Texts of others inside Markdown. In a code span nothing is a link, an image, HTML or a mention that somebody is told of; what
 * would end the span, or the cell round it, is shown as what it is, as `safeText` shows control characters.
 */
import { repeated, safe, type Safe } from '../../model/safe-text.ts';

/** A text as a code span, in a table or outside. */
export const code = (text: Safe): Safe =>
  text.trim() === '' ? safe`–` : safe`\`${text.replaceAll('`', '\\u{60}').replaceAll('|', '\\u{7c}') as Safe}\``;

/** A code block around a text of one line; no run of backticks in it is as long as those that end it. */
export function fenced(text: Safe, language: Safe): Safe {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = repeated(safe`\``, longest + 1);
  return safe`${fence}${language}\n${text}\n${fence}`;
}

/** A path as it may stand in an HTML comment, every other character in its bytes: two paths never look alike. */
export const inComment = (path: string): Safe =>
  path.replaceAll(/[^A-Za-z0-9._/:-]+/g, (rest) => Buffer.from(rest).toString('hex').replaceAll(/../g, '%$&')) as Safe;

export const tableRow = (cells: readonly Safe[]): Safe => safe`| ${cells.join(' | ') as Safe} |`;
