/** A sheet as lines of a terminal or a pipe, no wider than it is; but a command is never broken: it is there to be copied. */
import { partOf, safe, spaces, type Safe } from '../model/safe-text.ts';
import { dotted, NumberColumn, padEnd, padStart, widest, widthOf, wrap } from '../report/text/columns.ts';
import { ID_ROOM } from '../report/text/labelled-lines.ts';
import {
  GAP,
  LEAST_ROOM,
  line,
  pageOf,
  section,
  textOf,
  widthOfPieces,
  type Page,
  type Piece,
} from '../report/text/page.ts';
import type { Drawn, Tone } from '../report/text/tones.ts';
import {
  plainText,
  spansOf,
  together,
  type Block,
  type Sheet,
  type NextStep,
  type SheetTable,
  type TableRow,
  type Text,
} from './sheet.ts';

/** Ends in a newline. */
export const terminalText = ({ blocks }: Sheet, how: { readonly color: boolean; readonly width: number }): string =>
  textOf(blocks.map((block) => blockLines(pageOf(how), block)));

export function blockLines(page: Page, block: Block): Drawn[] {
  switch (block.is) {
    case 'heading':
      return wrapped(page, block.text, 0, 'heading');
    case 'verdict':
      return wrapped(page, block.text, 0);
    case 'words':
      return wrapped(page, block.text, 0, block.tone);
    case 'notice':
      return wrapped(page, [safe`» `, ...spansOf(block.text)], 0, 'notice');
    case 'facts': {
      const known = block.facts.flatMap(([name, value]) =>
        value === undefined ? [] : [safe`${name} ${plainText(value)}`],
      );
      return under(
        page,
        block.title,
        dotted(known, page.width).map((words) => line(page.paint, [['quiet', words]])),
      );
    }
    case 'items':
      return under(
        page,
        block.title,
        block.items.flatMap((item) => wrapped(page, item, 2)),
      );
    case 'picture':
      return under(page, block.title, wrapped(page, block.caption, 2));
    case 'table':
      return under(page, block.title, tableLines(page, block));
    case 'steps':
      return section(
        page,
        safe`Next`,
        block.steps.flatMap((step) => stepLines(page, step)),
      );
  }
}

const under = (page: Page, title: Text | undefined, lines: Drawn[]): Drawn[] =>
  title === undefined || lines.length === 0 ? lines : [...wrapped(page, title, 0, 'heading'), ...lines];

const stepLines = (page: Page, { why, command }: NextStep): Drawn[] => [
  ...(why === undefined ? [] : wrapped(page, why, 2)),
  ...(command === undefined ? [] : [line(page.paint, [why === undefined ? GAP : safe`    `, ['command', command]])]),
];

const piecesOf = (text: Text, tone?: Tone): Piece[] =>
  spansOf(text).map((span): Piece => {
    const words = typeof span === 'string' ? span : span.text;
    const shown = (typeof span === 'string' ? undefined : span.tone) ?? tone;
    return shown === undefined ? words : [shown, words];
  });

/** A text in as many lines as it needs, each behind `indent` blanks; what has no tone of its own has `tone`. */
function wrapped(page: Page, text: Text, indent: number, tone?: Tone): Drawn[] {
  return brokenPieces(text, page.width - indent, tone).map((pieces) => line(page.paint, [spaces(indent), ...pieces]));
}

/** Lines of at most `width` columns: what is left out between two of them are blanks. */
function brokenPieces(text: Text, width: number, tone?: Tone): Piece[][] {
  const source = piecesOf(text, tone);
  const whole = plainText(text);
  let at = 0;
  return wrap(whole, Math.max(LEAST_ROOM, width)).map((words) => {
    at = whole.indexOf(words, at);
    const pieces = within(source, at, at + words.length);
    at += words.length;
    return pieces;
  });
}

/** What stands from one character to another. */
function within(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap((piece): Piece[] => {
    const words = typeof piece === 'string' ? piece : piece[1];
    const cut = partOf(words, Math.max(0, from - start), Math.max(0, to - start));
    start += words.length;
    return cut === '' ? [] : [typeof piece === 'string' ? cut : [piece[0], cut]];
  });
}

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

/** Rows below each other; where the page is too narrow for that, each value with its title. */
function tableLines(page: Page, table: SheetTable): Drawn[] {
  const { columns, rows, more, isPlain } = table;
  const flows = columns.at(-1)?.kind === 'words';
  const fixed = flows ? columns.slice(0, -1) : columns;
  const own = fixed.map((column, at) =>
    laid(
      isPlain ? { ...column, title: safe`` } : column,
      rows.map(({ cells }) => cells[at] as Text),
    ),
  );
  const before = own.reduce((sum, { width }) => sum + width + GAP.length, 0);
  const fits = before + (flows ? GAP.length + LEAST_ROOM : 0) <= page.width;
  const titles =
    fits && !isPlain ? [...own.map(({ title }) => title), ...(flows ? [columns.at(-1)?.title ?? GAP] : [])] : [];
  return [
    ...(titles.length === 0
      ? []
      : [
          line(
            page.paint,
            titles.flatMap((title): Piece[] => [GAP, ['quiet', title]]),
            page.width,
          ),
        ]),
    ...rows.flatMap((row) =>
      (fits ? rowLines(page, own, columns, row) : spread(page, columns, row)).concat(
        row.note === undefined ? [] : wrapped(page, row.note, fits ? noteIndent(own, columns) : 4, 'notice'),
      ),
    ),
    ...(more === undefined ? [] : [line(page.paint, [GAP, ['quiet', more]])]),
  ];
}

/** Below the name. */
const noteIndent = (own: readonly Laid[], columns: SheetTable['columns']): number =>
  own
    .slice(
      0,
      Math.max(
        0,
        columns.findIndex(({ kind }) => kind === 'name'),
      ),
    )
    .reduce((sum, { width }) => sum + width + GAP.length, GAP.length);

function rowLines(page: Page, own: readonly Laid[], columns: SheetTable['columns'], { cells }: TableRow): Drawn[] {
  const before: Piece[] = [];
  const lines: Drawn[] = [];
  own.forEach(({ cell, width }, at) => {
    const text = cells[at] as Text;
    if (widthOf(plainText(text)) <= width) return void before.push(GAP, ...cell(text));
    const blanks = spaces(widthOfPieces(before) + GAP.length);
    const [first = [], ...rest] = brokenPieces(text, page.width - blanks.length);
    lines.push(
      line(page.paint, [...before, GAP, ...first]),
      ...rest.map((part) => line(page.paint, [blanks, ...part])),
    );
    before.splice(0, before.length, spaces(blanks.length + width));
  });
  const words = own.length < columns.length ? (cells.at(-1) as Text) : undefined;
  if (words === undefined) return [...lines, line(page.paint, before)];
  const indent = widthOfPieces(before) + GAP.length;
  const [first = [], ...rest] = brokenPieces(words, page.width - indent);
  if (first.length === 0 && lines.length > 0 && before.length === 1) return lines;
  return [
    ...lines,
    line(page.paint, [...before, GAP, ...first]),
    ...rest.map((part) => line(page.paint, [spaces(indent), ...part])),
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
