/** A table as lines of a terminal. */
import { safe, spaces, type Safe } from '../model/safe-text.ts';
import { cut, cutMiddle, dotted, NumberColumn, padEnd, padStart, widest, widthOf } from '../report/text/columns.ts';
import { GAP, LEAST_ROOM, line, widthOfPieces, type Page, type Piece } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import { brokenPieces, piecesOf, wrapped } from './broken-text.ts';
import { plainText, spansOf, together, type SheetTable, type TableRow, type Text } from './sheet.ts';

interface Laid {
  readonly title: Safe;
  readonly width: number;
  readonly cell: (text: Text) => Piece[];
}

/** Widest name that its column makes room for; a wider one has a line of its own. In a brief table it is cut, to less where it must be. */
const NAME_ROOMS = [24, 12, 8] as const;

/** A column as wide as its widest cell. */
function laid({ title, kind }: SheetTable['columns'][number], cells: readonly Text[], nameRoom?: number): Laid {
  const texts = cells.map(plainText);
  const numbers = new NumberColumn();
  if (kind === 'number') for (const text of texts) numbers.add(text);
  const isCut = kind === 'name' && nameRoom !== undefined;
  const fitting = kind === 'name' && !isCut ? texts.filter((text) => widthOf(text) <= NAME_ROOMS[0]) : texts;
  const most = isCut ? nameRoom : Number.POSITIVE_INFINITY;
  const width = Math.max(kind === 'number' ? numbers.width : Math.min(most, widest(fitting)), widthOf(title));
  if (isCut) return { title, width, cell: (text) => [padEnd(cutMiddle(plainText(text), width), width)] };
  if (kind !== 'number')
    return {
      title: padEnd(title, width),
      width,
      cell: (text) => [...piecesOf(text), spaces(width - widthOf(plainText(text)))],
    };
  const put = (text: Safe): Safe => padStart(numbers.cell(text), width);
  return { title: padStart(title, width), width, cell: (text) => [toneOf(text, put(plainText(text)))] };
}

/** A number has one tone, or none. */
const toneOf = (text: Text, put: Safe): Piece => {
  const [span] = spansOf(text);
  return span === undefined || typeof span === 'string' || span.tone === undefined ? put : [span.tone, put];
};

/** The columns of a table as they are laid, and how far its rows stand from the edge. */
interface Grid {
  readonly columns: SheetTable['columns'];
  readonly own: readonly Laid[];
  readonly lead: Safe;
}

/** Rows below each other; where the page is too narrow for that, each value with its title. */
export function tableLines(page: Page, table: SheetTable): Drawn[] {
  const { columns, rows, more, isPlain, isBrief, title } = table;
  const grids = isBrief === true ? NAME_ROOMS.map((room) => gridOf(table, room)) : [gridOf(table)];
  const least = isBrief === true ? GAP.length + LEAST_WORDS : 0;
  const grid = grids.find((one) => {
    const hasWords = one.own.length < columns.length && isBrief !== true;
    const words = hasWords ? nameIndent(one) + LEAST_ROOM : 0;
    return Math.max(words, indentOf(one, one.own.length) - GAP.length + least) <= page.width;
  });
  const isBeside = title !== undefined && grid !== undefined && isPlain !== true && columns[0]?.title === '';
  return [
    ...(title === undefined || isBeside ? [] : wrapped(page, title, 0, 'heading')),
    ...(grid !== undefined && isPlain !== true ? [titleLine(page, grid, isBeside ? title : safe``)] : []),
    ...rows.flatMap((row) => {
      if (grid === undefined) return withNote(page, spread(page, columns, row), row.note, 4);
      if (isBrief === true) return [briefLine(page, grid, row)];
      return withNote(page, rowLines(page, grid, row), row.note, nameIndent(grid) + 2 * GAP.length);
    }),
    ...(more === undefined ? [] : [line(page.paint, [GAP, ['quiet', more]])]),
  ];
}

function gridOf({ columns, rows, isPlain, isTight, title }: SheetTable, nameRoom?: number): Grid {
  const fixed = columns.at(-1)?.kind === 'words' ? columns.slice(0, -1) : columns;
  const own = fixed.map((column, at) => {
    const cells = rows.map((row) => row.cells[at] as Text);
    const one = laid(isPlain ? { ...column, title: safe`` } : column, cells, nameRoom);
    return isTight === true && at === 1 ? tight(one, column, cells) : one;
  });
  return { columns, own, lead: isPlain === true && title === undefined ? safe`` : GAP };
}

/** No wider than its title without the gap before it, or than its figures. */
function tight(whole: Laid, { title, kind }: SheetTable['columns'][number], cells: readonly Text[]): Laid {
  const narrow = laid({ title: safe``, kind }, cells);
  const width = Math.max(narrow.width, widthOf(title) - GAP.length);
  return { title: whole.title, width, cell: (text) => [spaces(width - narrow.width), ...narrow.cell(text)] };
}

/** The title of a table stands above a first column that has none of its own. */
function titleLine(page: Page, { own, columns, lead }: Grid, title: Text): Drawn {
  const titles = [
    ...own.map((one) => one.title),
    ...(own.length < columns.length ? [columns.at(-1)?.title ?? GAP] : []),
  ];
  const pieces = titles.flatMap((text, at): Piece[] => [at === 0 ? lead : GAP, ['quiet', text]]);
  const [above, beside] = [piecesOf(title, 'heading'), widthOf(plainText(title))];
  if (beside === 0) return line(page.paint, pieces, page.width);
  const [named, figures] = own;
  // A tight title stands in the gap too.
  const over = figures === undefined ? 0 : Math.max(0, widthOf(figures.title) - figures.width);
  const first = spaces(lead.length + (named?.width ?? 0) - beside - over);
  return line(page.paint, [...above, first, ...pieces.slice(2)], page.width);
}

/** Fewest columns for the words of a brief row. */
const LEAST_WORDS = 10;

/** What has no room is cut. */
function briefLine(page: Page, { own, columns, lead }: Grid, { cells }: TableRow): Drawn {
  const before = own.flatMap(({ cell }, at) => [at === 0 ? lead : GAP, ...cell(cells[at] as Text)]);
  const words = own.length < columns.length ? plainText(cells.at(-1) as Text) : safe``;
  return line(page.paint, [...before, GAP, cut(words, page.width - widthOfPieces(before) - GAP.length)]);
}

/** Behind the row where it has room, else below it. */
function withNote(page: Page, lines: readonly Piece[][], note: Text | undefined, indent: number): Drawn[] {
  const drawn = lines.map((pieces) => line(page.paint, pieces));
  const last = lines.at(-1) ?? [];
  if (note === undefined) return drawn;
  if (widthOfPieces(last) + GAP.length + widthOf(plainText(note)) > page.width)
    return [...drawn, ...indented(page, note, indent).map((pieces) => line(page.paint, pieces))];
  return [...drawn.slice(0, -1), line(page.paint, [...last, GAP, ...piecesOf(note)])];
}

/** Columns before that one. */
const indentOf = ({ own, lead }: Grid, at: number): number =>
  own.slice(0, at).reduce((sum, { width }) => sum + width + GAP.length, lead.length);

/** What is said below a row stands below its name. */
const nameIndent = (grid: Grid): number =>
  indentOf(
    grid,
    Math.max(
      0,
      grid.columns.findIndex(({ kind }) => kind === 'name'),
    ),
  );

/**
 * Words that do not fit behind their row get a column of their own from this width on; in a narrower one they are hard to read. Next to a
 * first column of names any width that holds a few words will do: below a name they would read as a row of their own.
 */
const COMFORTABLE = { words: 44, terms: 24 };

const isNamedFirst = ({ columns }: Grid): boolean => columns[0]?.kind === 'name';

function rowLines(page: Page, grid: Grid, { cells }: TableRow): Piece[][] {
  const { own, columns, lead } = grid;
  const before: Piece[] = [];
  const lines: Piece[][] = [];
  own.forEach(({ cell, width }, at) => {
    const text = cells[at] as Text;
    const gap = at === 0 ? lead : GAP;
    if (widthOf(plainText(text)) <= width) return void before.push(gap, ...cell(text));
    const blanks = spaces(widthOfPieces(before) + gap.length);
    const [first = [], ...rest] = brokenPieces(text, page.width - blanks.length);
    lines.push([...before, gap, ...first], ...moved(blanks.length, rest));
    before.splice(0, before.length, spaces(blanks.length + width));
  });
  const words = own.length < columns.length ? (cells.at(-1) as Text) : safe``;
  const indent = widthOfPieces(before) + GAP.length;
  // A row without words may be as wide as the page.
  const room = Math.max(0, page.width - indent);
  const behind =
    widthOf(plainText(words)) <= room || room >= (isNamedFirst(grid) ? COMFORTABLE.terms : COMFORTABLE.words);
  const [first = [], ...rest] = behind ? brokenPieces(words, room) : [];
  const isEmpty = first.length === 0 && lines.length > 0 && before.length === 1;
  return [
    ...lines,
    ...(isEmpty ? [] : [[...before, GAP, ...first]]),
    ...moved(indent, rest),
    ...(behind ? [] : indented(page, words, nameIndent(grid) + (isNamedFirst(grid) ? 2 * GAP.length : 0))),
  ];
}

const moved = (indent: number, lines: readonly Piece[][]): Piece[][] => {
  const blanks: Piece[] = [spaces(indent)];
  return lines.map((pieces) => blanks.concat(pieces));
};

/** Behind so many blanks, or fewer where the page is narrow. */
function indented({ width }: Page, text: Text, wanted: number): Piece[][] {
  const indent = Math.max(0, Math.min(wanted, width - LEAST_ROOM));
  return moved(indent, brokenPieces(text, width - indent));
}

/** A number without its column must not be taken for another. */
function spread(page: Page, columns: SheetTable['columns'], { cells }: TableRow): Piece[][] {
  const said = cells.map((text, at) => ({
    text,
    plain: plainText(text),
    ...(columns[at] as SheetTable['columns'][number]),
  }));
  const known = said.filter(({ plain }) => plain !== '');
  const name = known.filter(({ kind }, at) => kind === 'name' || (at === 0 && kind === 'text'));
  const rest = known.filter((one) => !name.includes(one) && one.kind !== 'words');
  const words = known.find(({ kind }) => kind === 'words');
  const head = together(
    name.map(({ text }) => text),
    GAP,
  );
  return [
    ...(name.length === 0 ? [] : indented(page, head, 2)),
    ...dotted(
      rest.map(({ title, kind, plain }) => (kind === 'number' && title !== '' ? safe`${title} ${plain}` : plain)),
      Math.max(LEAST_ROOM, page.width - 4),
    ).map((part) => [spaces(4), part]),
    ...(words === undefined ? [] : indented(page, words.text, 4)),
  ];
}
