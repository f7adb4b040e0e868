/** How a text is written. Its characters stay; only the kind of quotes and the indentation of further lines may change. */
import type { TreeNode } from '../../document/locate.ts';

const inQuotes = (text: string): string => (/["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`);

export const sourceOf = (text: string, { range }: TreeNode): string => text.slice(range?.[0], range?.[1]);

export const isBlockText = (source: string): boolean => /^[|>]/.test(source);

/** Quotes are double, or single around a text with `"` in it. They stay as they are where a backslash depends on them. */
function requoted(source: string): string {
  const quote = source[0];
  const inner = source.slice(1, -1);
  if (quote === '"' ? /\\[^"]/.test(inner) : quote !== "'" || inner.includes('\\')) return source;
  if (inner.includes('"')) return quote === "'" ? source : inQuotes(inner.replaceAll('\\"', '"'));
  return `"${quote === "'" ? inner.replaceAll("''", "'") : inner}"`;
}

/** The lines of a text, without indentation: as many as were written. A space that a backslash keeps is not indentation. */
export function textLines(text: string, node: TreeNode): string[] {
  const source = sourceOf(text, node);
  if (isBlockText(source)) return blockTextLines(source, String(node.value));
  const lines = requoted(source).split('\n');
  return lines.map((line, index) => {
    const start = index === 0 ? line : line.trimStart();
    return index === lines.length - 1 ? start : start.replace(/(?<!\\)[ \t\r]+$/, '');
  });
}

/** Block text, or one line in quotes if its lines would read as another text once they are trimmed. */
function blockTextLines(source: string, value: string): string[] {
  const [, ...below] = source.trimEnd().split('\n');
  const lines = below.map((line) => line.trim());
  return lines.length > 0 && lines.join(' ') === value ? [`${source[0] as string}-`, ...lines] : [inQuotes(value)];
}
