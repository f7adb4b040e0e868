/** The figures on record, in figures.json, and the page that shows them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import type { Row } from './figures.ts';
import { table } from './table.ts';

export interface RecordedBenchmark {
  /** When, and on what machine. */
  readonly measured: string;
  readonly rows: readonly Row[];
}

/** By name of the benchmark, in the order of the page. */
type FigureRecord = Readonly<Record<string, RecordedBenchmark>>;

const FIGURES = new URL('../figures.json', import.meta.url);
const PAGE = new URL('../README.md', import.meta.url);
const MARKS = ['<!-- figures -->', '<!-- end of figures -->'] as const;

/** Empty where nothing is on record yet. */
export const readRecord = (): FigureRecord =>
  existsSync(FIGURES) ? (JSON.parse(readFileSync(FIGURES, 'utf8')) as FigureRecord) : {};

export function writeRecord(record: FigureRecord): void {
  writeFileSync(FIGURES, `${JSON.stringify(record, undefined, 2)}\n`);
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), record));
}

/** The page with the figures of the record between its marks. */
export function pageWith(page: string, record: FigureRecord): string {
  const [begin, end] = MARKS;
  const [head, rest] = page.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error('README.md has no marks around its figures');
  const sections = Object.entries(record).map(
    ([name, { measured, rows }]) => `### ${name}\n\n${measured}\n\n${table(rows)}\n\n`,
  );
  return `${head}${begin}\n\n${sections.join('')}${end}${tail}`;
}

export function machine(): string {
  const cores = cpus();
  return [
    `Node ${process.versions.node}, ${type()} ${release()},`,
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
  ].join(' ');
}

export const measuredHere = (isQuick: boolean): string =>
  `${new Date().toISOString().slice(0, 10)}, ${machine()}${isQuick ? ', quick' : ''}.`;
