/** Rows of cells in columns, each column as wide as its widest cell. */
import { joined, safe, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { NumberColumn, padEnd, padStart, widest, widthOf } from './columns.ts';
import { GAP } from './page.ts';

export interface Column<Row> {
  readonly name: Safe;
  /** Empty for a row without such a value. */
  readonly of: (row: Row) => Safe;
  /** Numbers are put with their points below each other. */
  readonly isNumber?: true;
}

/** A column with its cells, all of one width. */
export interface Cells<Row> {
  readonly column: Column<Row>;
  readonly title: Safe;
  readonly cells: readonly Safe[];
}

/** The columns in which at least one row has a value. */
export const cellsOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Cells<Row>[] =>
  columns.flatMap((column) => {
    const texts = rows.map(column.of);
    return texts.every((text) => text === '') ? [] : [inColumn(column, texts)];
  });

function inColumn<Row>(column: Column<Row>, texts: readonly Safe[]): Cells<Row> {
  const numbers = new NumberColumn();
  if (column.isNumber) for (const text of texts) numbers.add(text);
  const all = [column.name, ...(column.isNumber ? texts.map((text) => numbers.cell(text)) : texts)];
  const width = widest(all);
  const [title, ...cells] = all.map((cell) => (column.isNumber ? padStart : padEnd)(cell, width));
  return { column, title: title as Safe, cells };
}

export interface Table {
  readonly titles: Safe;
  readonly rows: readonly Safe[];
  /** Columns of the widest line. */
  readonly width: number;
}

const lineOf = (cells: readonly Safe[]): Safe => trimmedEnd(safe`  ${joined(cells, GAP)}`);

/** The columns side by side, with two blanks before each. */
export function tableOf(columns: readonly Cells<never>[], rows: number): Table {
  const titles = lineOf(columns.map(({ title }) => title));
  const lines = Array.from({ length: rows }, (_, row) => lineOf(columns.map(({ cells }) => cells[row] as Safe)));
  return { titles, rows: lines, width: lines.reduce((most, text) => Math.max(most, widthOf(text)), widthOf(titles)) };
}
