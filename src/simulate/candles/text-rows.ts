/** CSV: a line is a row. Quotes may be around a column, and nothing runs over the end of a line. */
import type { Cell } from './file-mistakes.ts';

/** What may part the columns. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The columns of a line, without their quotes; undefined where a quote is not closed, or closed too early. */
export function cellsOf(text: string, separator: string): readonly Cell[] | undefined {
  const cells: Cell[] = [];
  for (let at = 0; ; at++) {
    while (text[at] === ' ') at += 1;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return undefined;
      cells.push({ start: at + 1, end });
      at = nextOf(text, separator, end);
      if (text.slice(end + 1, at).trim() !== '') return undefined;
    } else {
      const end = nextOf(text, separator, at);
      cells.push({ start: at, end: at + text.slice(at, end).trimEnd().length });
      at = end;
    }
    if (at >= text.length) return cells;
  }
}

/** Two quotes are one inside of a column. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || text[at + 1] !== '"') return at;
  }
}

function nextOf(text: string, separator: string, from: number): number {
  const at = text.indexOf(separator, from);
  return at === -1 ? text.length : at;
}

/** The separator that makes the most columns of a line. */
export function separatorOf(text: string): string {
  const columns = (separator: string): number => cellsOf(text, separator)?.length ?? 0;
  const [first, ...others] = SEPARATORS;
  return others.reduce((best: string, one) => (columns(one) > columns(best) ? one : best), first);
}
