/**
 * A terminal's cells as a picture: a window in one self-contained SVG, its text still text.
 *
 * Every run of like cells is placed by its own column and told its own length, so the columns stand whatever monospace
 * font the reader has. Colours are the window's own, because a picture in a page does not learn which theme the page has.
 */

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

export interface WindowOptions {
  /** Shown in the window's bar, and the picture's name for who cannot see it. */
  readonly title: string;
  readonly columns: number;
  /** More follows below the grid: its last rows fade out. */
  readonly cut: boolean;
}

/** Pixels. A cell is six tenths of the font's size wide, as in most monospace fonts. */
const CELL = 8;
const ROW = 18;
const FONT = 13.333;
const BAR = 38;
const SIDE = 22;
const ABOVE = 16;
const BELOW = 18;
const FADE = 4 * ROW;

const FONTS = "ui-monospace,SFMono-Regular,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";
const [GROUND, TEXT, STRONG, QUIET, EDGE] = ['#1a1f29', '#d3d9e3', '#f1f4f9', '#8b95a5', '#3a4351'];
const [RED, YELLOW, GREEN] = ['#ee7f86', '#e2bd72', '#8acb8c'];
/** Black, red, green, yellow, blue, magenta, cyan, white. */
const COLORS = ['#4b5565', RED, GREEN, YELLOW, '#7cb0f2', '#c99aea', '#6fc5d1', TEXT];

interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
  /** Arrows, lines, blocks and marks: another font may have to draw them, and its glyphs are made to fit the cells. */
  readonly symbols: boolean;
}

/** The whole picture as SVG text, ending in a newline. A row wider than `columns`, or another colour, is a RangeError. */
export function terminalSvg(grid: Grid, { title, columns, cut }: WindowOptions): string {
  const runs = grid.map(runsOf);
  if (runs.flat().some(({ column, columns: taken }) => column + taken > columns))
    throw new RangeError('a row is too wide');
  const width = columns * CELL + 2 * SIDE;
  const bottom = BAR + ABOVE + grid.length * ROW;
  const height = bottom + BELOW;
  const fade = cut ? fadeOut(width, bottom) : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FONTS}" font-size="${FONT}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${rules(runs.flat())}</style>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${GROUND}" stroke="${EDGE}"/>`,
    `<path d="M1 ${BAR}.5H${width - 1}" stroke="${EDGE}"/>`,
    ...[RED, YELLOW, GREEN].map((fill, at) => `<circle cx="${SIDE + 4 + at * 20}" cy="20" r="6" fill="${fill}"/>`),
    `<text x="${width / 2}" y="24" text-anchor="middle" style="fill:${QUIET}">${escaped(title)}</text>`,
    `<g transform="translate(${SIDE} ${BAR + ABOVE})">`,
    ...runs.flatMap((row, at) => row.map((run) => drawn(run, at))),
    '</g>',
    ...fade,
    '</svg>\n',
  ].join('\n');
}

/** What stands together in a row: the same look, no wide gap inside, and symbols apart from words. */
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
  const ink = inverse ? ['i'] : color === undefined ? [] : [`c${color}`];
  const names = [...(bold ? ['b'] : []), ...(dim ? ['d'] : []), ...ink].join(' ');
  const x = column * CELL;
  const ground = inverse
    ? `<rect x="${x}" y="${row * ROW}" width="${columns * CELL}" height="${ROW}" fill="${colorOf(color)}"/>\n`
    : '';
  const fit = symbols ? ' lengthAdjust="spacingAndGlyphs"' : '';
  const kind = names === '' ? '' : ` class="${names}"`;
  return `${ground}<text x="${x}" y="${row * ROW + 13}" textLength="${columns * CELL}"${fit}${kind}>${escaped(text)}</text>`;
}

/** Later rules win: a colour is also a bold text's own. */
function rules(runs: readonly Run[]): string {
  const used = new Set(runs.flatMap(({ look: { color, inverse } }) => (inverse || color === undefined ? [] : [color])));
  return [
    `text{fill:${TEXT};white-space:pre}`,
    `.b{font-weight:700;fill:${STRONG}}`,
    '.d{fill-opacity:.62}',
    `.i{fill:${GROUND}}`,
    ...[...used].toSorted((a, b) => a - b).map((color) => `.c${color}{fill:${colorOf(color)}}`),
  ].join('');
}

function colorOf(color: number | undefined): string {
  const found = color === undefined ? TEXT : COLORS[color];
  if (found === undefined) throw new RangeError(`color ${color} is none of the eight`);
  return found;
}

const fadeOut = (width: number, bottom: number): string[] => [
  `<linearGradient id="fade" x2="0" y2="1"><stop stop-color="${GROUND}" stop-opacity="0"/><stop offset=".9" stop-color="${GROUND}"/></linearGradient>`,
  `<rect x="1" y="${bottom - FADE}" width="${width - 2}" height="${FADE}" fill="url(#fade)" pointer-events="none"/>`,
];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] as string);
