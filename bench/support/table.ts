import { isMet, type Row } from './figures.ts';

const HEADINGS = ['Case', 'Median', 'Min–max', 'n', 'Ratio', 'Target', ''] as const;
/** The columns of numbers. */
const ALIGNED_RIGHT = new Set([1, 2, 3, 4]);

/** Rows as a Markdown table whose columns line up, for the terminal and for README.md alike. */
export const table = (rows: readonly Row[]): string => markdown([HEADINGS, ...rows.map(cells)], ALIGNED_RIGHT);

/** A Markdown table of cells, the first line of which are its headings. */
export function markdown(lines: readonly (readonly string[])[], alignedRight: ReadonlySet<number>): string {
  const headings = lines[0] ?? [];
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] as string).length)));
  const padded = (cell: string, column: number): string => {
    const width = widths[column] as number;
    return alignedRight.has(column) ? cell.padStart(width) : cell.padEnd(width);
  };
  const [first, ...rest] = lines.map((line) => `| ${line.map(padded).join(' | ')} |`);
  const rule = widths.map((width, column) =>
    alignedRight.has(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [first, `| ${rule.join(' | ')} |`, ...rest].join('\n');
}

function cells(row: Row): string[] {
  const { what, unit, n, median, least, most } = row;
  const met = isMet(row);
  return [
    what,
    `${digits(median)} ${unit}`,
    n === 1 ? '' : `${digits(least)}–${digits(most)}`,
    String(n),
    ratioWords(row),
    targetWords(row),
    met === undefined ? '' : met ? '✓' : '✗',
  ];
}

function ratioWords({ ratio }: Row): string {
  if (ratio === undefined) return '';
  const cpu = ratio.cpu === undefined ? '' : `, CPU ${ratio.cpu.toFixed(2)}×`;
  return `${ratio.median.toFixed(2)}× ${ratio.to}${cpu}`;
}

function targetWords({ unit, target }: Row): string {
  if (target === undefined) return '';
  if (target.of === 'ratio') return `≤ ${target.most}×`;
  if (target.of === 'cpu') return `CPU ≤ ${target.most}×`;
  return `${target.of === 'worst' ? 'never above' : '≤'} ${target.most} ${unit}`;
}

/** Three digits are all that repeats between runs. */
export function digits(value: number): string {
  if (value === 0 || Number.isInteger(value)) return String(value);
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
