import { isMet, median, worst, type Figure } from './figures.ts';

const HEADINGS = ['Case', 'Median', 'Min–max', 'n', 'Ratio', 'Target', ''] as const;
/** The columns of numbers. */
const ALIGNED_RIGHT = new Set([1, 2, 3, 4]);

/** Figures as a Markdown table whose columns line up, for the terminal and for README.md alike. */
export function table(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => padded(cell, column, widths)).join(' | ')} |`);
  const rule = widths.map((width, column) =>
    ALIGNED_RIGHT.has(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function padded(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] as number;
  return ALIGNED_RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

function cells(figure: Figure): string[] {
  const { what, unit, samples, ratio } = figure;
  const met = isMet(figure);
  return [
    what,
    `${number(median(samples))} ${unit}`,
    samples.length === 1 ? '' : `${number(Math.min(...samples))}–${number(worst(samples))}`,
    String(samples.length),
    ratio === undefined ? '' : `${median(ratio.samples).toFixed(2)}× ${ratio.to}`,
    targetWords(figure),
    met === undefined ? '' : met ? '✓' : '✗',
  ];
}

function targetWords({ unit, target }: Figure): string {
  if (target === undefined) return '';
  if (target.of === 'ratio') return `≤ ${target.most}×`;
  return `${target.of === 'worst' ? 'never above' : '≤'} ${target.most} ${unit}`;
}

/** Three digits are all that repeats between runs. */
function number(value: number): string {
  if (value === 0 || Number.isInteger(value)) return String(value);
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
