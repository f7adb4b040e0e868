/**
 * A terminal's cells as marks of SVG, their text still text.
 *
 * Every run of like cells is placed by its own column and told its own length, so the columns stand whatever monospace
 * font the reader has.
 */
import { COLORS, escaped, GROUND, STRONG, TEXT } from './svg.ts';

/** How a cell is drawn. `color` is one of the terminal's first eight, 0 to 7; undefined is the terminal's own. */
export interface Look {
  readonly color: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
}

export interface Cell {
  /** One character, with what combines with it; a blank is a space. */
  readonly text: string;
  /** Columns it takes, 1 or 2. */
  readonly width: number;
  readonly look: Look;
}

/** Rows of cells, from the first column on; a row ends where its last cell does. */
export type Grid = readonly (readonly Cell[])[];

/** Pixels. A cell is six tenths of the font's size wide, as in most monospace fonts. */
export const CELL = 8;
export const ROW = 18;

interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
  /** Arrows, lines, blocks and marks: another font may have to draw them, and its glyphs are made to fit the cells. */
  readonly symbols: boolean;
}

/** One mark for each run of like cells. A row wider than `columns`, or another colour, is a RangeError. */
export function marksOf(grid: Grid, columns: number): string[] {
  const runs = grid.map(runsOf);
  if (runs.flat().some((run) => run.column + run.columns > columns)) throw new RangeError('a row is too wide');
  return runs.flatMap((row, at) => row.map((run) => drawn(run, at)));
}

/** The style of the marks. Later rules win: a colour is also a bold text's own. */
export const INKS = [
  `text{fill:${TEXT};white-space:pre}`,
  `.b{font-weight:700;fill:${STRONG}}`,
  '.d{fill-opacity:.62}',
  `.i{fill:${GROUND}}`,
  ...COLORS.map((fill, color) => `.c${color}{fill:${fill}}`),
].join('');

/** What is together in a row: the same look, no wide gap inside, and symbols apart from words. */
function runsOf(row: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  let column = 0;
  let gap = 0;
  for (const { text, width, look } of row) {
    const last = runs.at(-1);
    const symbols = isSymbol(text);
    const blank = text === ' ' && !look.inverse;
    const joins = last !== undefined && last.symbols === symbols && gap < 2 && sameLook(last.look, look);
    if (!blank && joins && last.column + last.columns + gap === column)
      runs[runs.length - 1] = {
        ...last,
        text: last.text + ' '.repeat(gap) + text,
        columns: last.columns + gap + width,
      };
    else if (!blank) runs.push({ column, columns: width, text, look, symbols });
    gap = blank ? gap + 1 : 0;
    column += width;
  }
  return runs;
}

const isSymbol = (text: string): boolean => /^[\u2190-\u27bf]/.test(text);

const sameLook = (one: Look, other: Look): boolean =>
  one.color === other.color && one.bold === other.bold && one.dim === other.dim && one.inverse === other.inverse;

function drawn({ column, columns, text, look, symbols }: Run, row: number): string {
  const { color, bold, dim, inverse } = look;
  const fill = colorOf(color);
  const ink = inverse ? ['i'] : color === undefined ? [] : [`c${color}`];
  const names = [...(bold ? ['b'] : []), ...(dim ? ['d'] : []), ...ink].join(' ');
  const x = column * CELL;
  const ground = inverse
    ? `<rect x="${x}" y="${row * ROW}" width="${columns * CELL}" height="${ROW}" fill="${fill}"/>\n`
    : '';
  const fit = symbols ? ' lengthAdjust="spacingAndGlyphs"' : '';
  const kind = names === '' ? '' : ` class="${names}"`;
  return `${ground}<text x="${x}" y="${row * ROW + 13}" textLength="${columns * CELL}"${fit}${kind}>${escaped(text)}</text>`;
}

function colorOf(color: number | undefined): string {
  const found = color === undefined ? TEXT : COLORS[color];
  if (found === undefined) throw new RangeError(`color ${color} is none of the eight`);
  return found;
}
