/** A table as lines of a terminal. */
import { safe, spaces, type Safe } from '../model/safe-text.ts';
import { dotted, NumberColumn, padEnd, padStart, widest, widthOf } from '../report/text/columns.ts';
import { ID_ROOM } from '../report/text/labelled-lines.ts';
import { GAP, LEAST_ROOM, line, widthOfPieces, type Page, type Piece } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import { brokenPieces, piecesOf, wrapped } from './broken-text.ts';
import { plainText, spansOf, together, type SheetTable, type TableRow, type Text } from './sheet.ts';

interface Laid {
  readonly title: Safe;
  readonly width: number;
  readonly cell: (text: Text) => Piece[];
}

/** A column as wide as its widest cell. A name that is wider than its column has room for has a line of its own. */
function laid({ title, kind }: SheetTable['columns'][number], cells: readonly Text[]): Laid {
  const texts = cells.map(plainText);
  const numbers = new NumberColumn();
  if (kind === 'number') for (const text of texts) numbers.add(text);
  const fitting = kind === 'name' ? texts.filter((text) => widthOf(text) <= ID_ROOM) : texts;
  const width = Math.max(kind === 'number' ? numbers.width : widest(fitting), widthOf(title));
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
  const { columns, rows, more, isPlain, title } = table;
  const fixed = columns.at(-1)?.kind === 'words' ? columns.slice(0, -1) : columns;
  const own = fixed.map((column, at) =>
    laid(
      isPlain ? { ...column, title: safe`` } : column,
      rows.map(({ cells }) => cells[at] as Text),
    ),
  );
  const grid = { columns, own, lead: isPlain === true && title === undefined ? safe`` : GAP };
  const hasWords = fixed.length < columns.length;
  const fits =
    indentOf(grid, own.length) - GAP.length <= page.width && (!hasWords || nameIndent(grid) + LEAST_ROOM <= page.width);
  return [
    ...(fits && isPlain !== true ? [titleLine(page, grid)] : []),
    ...rows.flatMap((row) =>
      (fits ? rowLines(page, grid, row) : spread(page, columns, row)).concat(
        row.note === undefined ? [] : wrapped(page, row.note, fits ? nameIndent(grid) : 4, 'notice'),
      ),
    ),
    ...(more === undefined ? [] : [line(page.paint, [GAP, ['quiet', more]])]),
  ];
}

function titleLine(page: Page, { own, columns, lead }: Grid): Drawn {
  const titles = [
    ...own.map(({ title }) => title),
    ...(own.length < columns.length ? [columns.at(-1)?.title ?? GAP] : []),
  ];
  const pieces = titles.flatMap((title, at): Piece[] => [at === 0 ? lead : GAP, ['quiet', title]]);
  return line(page.paint, pieces, page.width);
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

/** Words that do not fit behind their row get a column of their own from this width on; in a narrower one they are hard to read. */
const COMFORTABLE = 44;

function rowLines(page: Page, grid: Grid, { cells }: TableRow): Drawn[] {
  const { own, columns, lead } = grid;
  const before: Piece[] = [];
  const lines: Drawn[] = [];
  own.forEach(({ cell, width }, at) => {
    const text = cells[at] as Text;
    const gap = at === 0 ? lead : GAP;
    if (widthOf(plainText(text)) <= width) return void before.push(gap, ...cell(text));
    const blanks = spaces(widthOfPieces(before) + gap.length);
    const [first = [], ...rest] = brokenPieces(text, page.width - blanks.length);
    lines.push(
      line(page.paint, [...before, gap, ...first]),
      ...rest.map((part) => line(page.paint, [blanks, ...part])),
    );
    before.splice(0, before.length, spaces(blanks.length + width));
  });
  const words = own.length < columns.length ? (cells.at(-1) as Text) : safe``;
  const indent = widthOfPieces(before) + GAP.length;
  const room = page.width - indent;
  const behind = widthOf(plainText(words)) <= room || room >= COMFORTABLE;
  const [first = [], ...rest] = behind ? brokenPieces(words, room) : [];
  const isEmpty = first.length === 0 && lines.length > 0 && before.length === 1;
  return [
    ...lines,
    ...(isEmpty ? [] : [line(page.paint, [...before, GAP, ...first])]),
    ...rest.map((part) => line(page.paint, [spaces(indent), ...part])),
    ...(behind ? [] : wrapped(page, words, nameIndent(grid))),
  ];
}

/** A number without its column must not be taken for another. */
function spread(page: Page, columns: SheetTable['columns'], { cells }: TableRow): Drawn[] {
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
    ...(name.length === 0 ? [] : wrapped(page, head, 2)),
    ...dotted(
      rest.map(({ title, kind, plain }) => (kind === 'number' && title !== '' ? safe`${title} ${plain}` : plain)),
      Math.max(LEAST_ROOM, page.width - 4),
    ).map((part) => line(page.paint, [spaces(4), part])),
    ...(words === undefined ? [] : wrapped(page, words.text, 4)),
  ];
}
