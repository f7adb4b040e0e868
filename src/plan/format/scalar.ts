/** How a text is written: plain if that reads as the same text, else in quotes. None of its characters ever changes. */
import type { TreeNode } from '../../document/locate.ts';

/** Texts that cannot be plain: by their beginning, a part or their end; also a merge key and the end of a document. */
const NEEDS_QUOTES = /^$|^[\s?:,[\]{}#&*!|>'"%@`]|^-(?![\p{L}\p{N}_])|^<<$|^\.\.\.|:(?=\s|$)|\s#|\s$/u;
const NEEDS_QUOTES_IN_BRACKETS = /[,[\]{}]/;

/** Double quotes, or single ones where double ones would need a backslash. A plan's text has no characters to be escaped. */
const inQuotes = (text: string): string => (/["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`);

export const sourceOf = (text: string, { range }: TreeNode): string => text.slice(range?.[0], range?.[1]);

/** A scalar on one line. An empty one is nothing, or `""` between brackets. */
export function writeScalar(text: string, node: TreeNode, isInBrackets: boolean): string {
  const value = String(node.value);
  const source = sourceOf(text, node);
  if (source === '' && !isInBrackets) return '';
  const isPlain = source !== '' && !/^["'|>]/.test(source);
  const mustQuote = NEEDS_QUOTES.test(value) || (isInBrackets && NEEDS_QUOTES_IN_BRACKETS.test(value));
  return isPlain || !mustQuote ? value : inQuotes(value);
}

/** The lines of block text; undefined if they would read as another text once trimmed and folded. */
export function foldedLines(text: string, node: TreeNode): string[] | undefined {
  const source = sourceOf(text, node);
  if (!/^[|>]/.test(source)) return undefined;
  const [, ...below] = source.trimEnd().split('\n');
  const lines = below.map((line) => line.trim());
  return lines.length > 0 && lines.join(' ') === node.value ? lines : undefined;
}
