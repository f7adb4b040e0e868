/** What a candle consists of, and what files call that. */

export const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'traded'] as const;

/** Where a column stands in `COLUMNS`. */
export const [TIME, OPEN, HIGH, LOW, CLOSE, TRADED] = [0, 1, 2, 3, 4, 5] as const;

/** As many as a candle needs: what was traded may be missing. */
export const NEEDED = 5;

const WORDS: readonly (readonly string[])[] = [
  ['time', 'timestamp', 'date', 'open_time', 'opentime', 't'],
  ['open', 'o'],
  ['high', 'h'],
  ['low', 'l'],
  ['close', 'c'],
  ['traded', 'volume', 'vol', 'v'],
];

const BY_WORD = new Map(WORDS.flatMap((words, column) => words.map((word) => [word, column] as const)));

const columnOf = (name: string): number | undefined => BY_WORD.get(name.trim().toLowerCase());

export type NamedColumns =
  /** For each column of the file, which column of a candle it is; -1: none. */
  | { readonly kind: 'named'; readonly columns: Int8Array }
  /** None of the names is one of ours. */
  | { readonly kind: 'other' }
  | { readonly kind: 'lacking'; readonly missing: readonly string[] }
  | { readonly kind: 'double'; readonly column: string };

/** A file may have several times and several volumes: the first counts. A price named twice says nothing for sure. */
export function namedColumns(names: readonly string[]): NamedColumns {
  const columns = new Int8Array(names.length).fill(-1);
  const found = new Set<number>();
  for (const [at, name] of names.entries()) {
    const column = columnOf(name);
    if (column === undefined) continue;
    if (!found.has(column)) columns[at] = column;
    else if (column !== TIME && column !== TRADED) return { kind: 'double', column: COLUMNS[column] as string };
    found.add(column);
  }
  if (found.size === 0) return { kind: 'other' };
  const missing = COLUMNS.slice(0, NEEDED).filter((_, column) => !found.has(column));
  return missing.length > 0 ? { kind: 'lacking', missing } : { kind: 'named', columns };
}

/** For a file without names. */
export const IN_ORDER = Int8Array.from(COLUMNS.keys());
