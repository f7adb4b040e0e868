/**
 * Whether figures fell behind those on record. Only what does not drift with the machine is compared: ratios to a rival of the
 * same round, and counts.
 */
import type { Row } from './figures.ts';
import { digits, markdown } from './table.ts';

/** Worse than the record by more than this part of it is behind, where a figure has no margin of its own. */
export const MARGIN = 0.15;

/** Units in which one counts rather than measures time. */
const COUNTED: ReadonlySet<string> = new Set(['calls', 'bytes', 'MiB']);

/**
 * `behind` is worse by more than the margin and `ahead` is better by more than it. `new` is not on record. `lost` is on record
 * and no longer measured, so that a row which was renamed is not let off.
 */
type Standing = 'holds' | 'behind' | 'ahead' | 'new' | 'lost';

export interface Comparison {
  readonly what: string;
  /** × for a ratio, × CPU for one of their CPU. */
  readonly unit: string;
  readonly recorded: number | undefined;
  readonly now: number | undefined;
  /** The most that is not behind. */
  readonly limit: number | undefined;
  readonly standing: Standing;
}

/**
 * Each row that can be compared, by its best value in any of the tries: what is really worse is worse in each.
 */
export function compare(recorded: readonly Row[], tries: readonly (readonly Row[])[]): Comparison[] {
  const record = comparable(recorded);
  const all = tries.map(comparable);
  const names = new Set([...record.keys(), ...all.flatMap((found) => [...found.keys()])]);
  return [...names].map((name) => {
    const found = all.flatMap((one) => one.get(name) ?? []);
    return comparison(record.get(name), found);
  });
}

/** A row on record beside what the tries found of it; one of the two may be missing. */
function comparison(before: Comparable | undefined, found: readonly Comparable[]): Comparison {
  const both = before === undefined ? found : [before, ...found];
  // CPU where all have it: other work on the machine changes it least.
  const by = both.every(({ cpu }) => cpu !== undefined) ? 'cpu' : 'value';
  const { what, unit, margin } = both.at(-1) as Comparable;
  const recorded = before?.[by];
  const now = found.length === 0 ? undefined : Math.min(...found.map((one) => one[by] as number));
  const limit = recorded === undefined ? undefined : recorded * (1 + margin);
  const standing = standingOf({ recorded, now, limit });
  return { what, unit: by === 'cpu' ? `${unit} CPU` : unit, recorded, now, limit, standing };
}

export const fellBehind = ({ standing }: Comparison): boolean => standing === 'behind' || standing === 'lost';

/** A count may be recorded as 0, of which no part is a margin: one more is behind. */
function standingOf({ recorded, now, limit }: Omit<Comparison, 'what' | 'unit' | 'standing'>): Standing {
  if (recorded === undefined || limit === undefined) return 'new';
  if (now === undefined) return 'lost';
  if (now > limit) return 'behind';
  return now < 2 * recorded - limit ? 'ahead' : 'holds';
}

interface Comparable {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly margin: number;
  /** The ratio of their CPU. */
  readonly cpu?: number;
}

/** By name and rival; a name that begins with dots goes on from the last that does not. */
function comparable(rows: readonly Row[]): Map<string, Comparable> {
  const found = new Map<string, Comparable>();
  let head = '';
  for (const { what: own, unit, most, ratio, margin = MARGIN } of rows) {
    const isPart = own.startsWith('…');
    if (!isPart) head = own;
    const what = isPart ? `${head} ${own}` : own;
    if (ratio !== undefined) {
      const { to, median, cpu } = ratio;
      found.set(`${what} to ${to}`, { what, unit: '×', value: median, margin, ...(cpu !== undefined && { cpu }) });
    } else if (COUNTED.has(unit)) found.set(what, { what, unit, value: most, margin });
  }
  return found;
}

const HEADINGS = ['Case', 'Recorded', 'Limit', 'Now', 'Change', 'Verdict'] as const;

const VERDICTS: Readonly<Record<Standing, string>> = {
  holds: 'holds',
  behind: 'FELL BEHIND',
  ahead: 'ahead of the record',
  new: 'not on record',
  lost: 'NOT MEASURED ANY MORE',
};

export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  markdown([HEADINGS, ...comparisons.map(cells)], new Set([1, 2, 3, 4]));

function cells({ what, unit, recorded, now, limit, standing }: Comparison): string[] {
  const shown = (value: number | undefined): string => {
    if (value === undefined) return '';
    return unit.startsWith('×') ? `${value.toFixed(2)}${unit}` : `${digits(value)} ${unit}`;
  };
  const isBoth = recorded !== undefined && now !== undefined && recorded !== 0;
  const percent = isBoth ? Math.round((now / recorded - 1) * 100) : 0;
  const change = isBoth ? `${percent > 0 ? '+' : ''}${percent} %` : '';
  return [what, shown(recorded), shown(limit), shown(now), change, VERDICTS[standing]];
}
