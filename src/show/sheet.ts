/** What a person is shown, without width, colour or form: `src/views/` makes a sheet of a value, each file here writes it in a form. */
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import type { Piece } from '../report/text/page.ts';
import type { Drawn, Tone } from '../report/text/tones.ts';
import type { PriceDrawing, WindowDrawing, CandleDrawing } from './drawing.ts';

/** Others may have written parts of a text, so Markdown puts it in a code span; but not one that is only our own words. */
type Span = Safe | { readonly text: Safe; readonly tone?: Tone; readonly isOwn?: true };

/** Spans stand one after the other, with nothing between. */
export type Text = Span | readonly Span[];

export const toned = (tone: Tone, text: Safe): Span => ({ text, tone });

/** Only our own words, numbers and signs: every form writes them as they are. */
export const own = (piece: Piece): Span =>
  typeof piece === 'string' ? { text: piece, isOwn: true } : { tone: piece[0], text: piece[1], isOwn: true };

export const spansOf = (text: Text): readonly Span[] =>
  Array.isArray(text) ? (text as readonly Span[]) : [text as Span];

export const plainText = (text: Text): Safe => {
  let words = safe``;
  for (const span of spansOf(text)) words = safe`${words}${typeof span === 'string' ? span : span.text}`;
  return words;
};

/** Typeset lines, which have no colour in a document, as one text. */
export const safeLines = ({ lines }: { readonly lines: readonly Drawn[] }): Safe =>
  joined(
    lines.map((text) => safeText(text)),
    safe`${'\n'}`,
  );

export const together = (texts: readonly Text[], gap: Safe): Text =>
  texts.flatMap((text, at) => (at === 0 ? spansOf(text) : [own(gap), ...spansOf(text)]));

/**
 * How a cell is put: a number by its point; a name as what its row is about; words, the last cell of a row, in as many lines as they
 * need. A page filters by the tone of a state.
 */
export type CellKind = 'text' | 'number' | 'name' | 'words' | 'state';

export interface SheetColumn<Row> {
  readonly title: Safe;
  /** `text`, if it says nothing else. */
  readonly kind?: CellKind;
  /** Empty for a row without such a value. */
  readonly of: (row: Row) => Text;
}

export interface TableRow {
  readonly cells: readonly Text[];
  /** What else has to be known of it, behind or below the row. */
  readonly note?: Text;
}

export interface SheetTable {
  readonly is: 'table';
  readonly title?: Text;
  readonly columns: readonly { readonly title: Safe; readonly kind: CellKind }[];
  readonly rows: readonly TableRow[];
  /** What is said of rows that are left out. */
  readonly more?: Safe;
  /** A terminal shows no titles: the cells say by themselves what they are. Without a title of its own it stands at the left edge. */
  readonly isPlain?: true;
  /** A terminal gives each row one line: words and names that have no room are cut. */
  readonly isBrief?: true;
  /** On a terminal the title of a first figure may reach into the gap before it: the names below are of other rows. */
  readonly isTight?: true;
  /** A page lets its reader filter and sort these rows. */
  readonly filters?: true;
}

/** Each form draws it by its means, or says what it shows. */
export interface Picture {
  readonly is: 'picture';
  readonly title: Text;
  readonly drawing: PriceDrawing | WindowDrawing | CandleDrawing;
}

/** Something to do next: why, if the command does not say it, and the command that does it, if there is one. */
export interface NextStep {
  readonly why?: Safe;
  readonly command?: Safe;
  /** A terminal may break the command between its options, as a shell takes it. */
  readonly breaks?: true;
}

/** Facts that say themselves what they are, one after the other, broken only between two. */
interface Parts {
  readonly is: 'parts';
  readonly parts: readonly Text[];
  readonly tone?: Tone;
  /** In a pipe they are one line. */
  readonly isWhole?: true;
}

/** A fact without a value is left out. */
export type Fact = readonly [name: Safe, value: Text | undefined];

/** Text that is shown as it was written, such as lines of a file or the body of a call. */
export interface Code {
  readonly is: 'code';
  readonly title?: Text;
  readonly language: Safe;
  readonly lines: readonly { readonly text: Safe; readonly tone?: Tone; readonly number?: number }[];
  /** A terminal breaks no line, whatever its length: the text is there to be copied. */
  readonly isExact?: true;
  /** What is said of lines that are left out. */
  readonly more?: Safe;
}

/** All titles, names of facts, and what is said of rows that are left out, are our own words. */
export type Block =
  /** `aside` stands at the other end of the line, where there is room. */
  | { readonly is: 'heading'; readonly text: Text; readonly aside?: Text; readonly below?: readonly Text[] }
  /** What it all came to. */
  | { readonly is: 'verdict'; readonly text: Text }
  | { readonly is: 'words'; readonly text: Text; readonly tone?: Tone }
  | { readonly is: 'notice'; readonly text: Text }
  | Parts
  /** Diagnostics with the lines that they mean, typeset already. */
  | { readonly is: 'frames'; readonly lines: readonly Drawn[] }
  /** Nothing stands between these. */
  | { readonly is: 'group'; readonly blocks: readonly Block[] }
  | { readonly is: 'facts'; readonly title?: Text; readonly facts: readonly Fact[] }
  | { readonly is: 'items'; readonly title?: Text; readonly items: readonly Text[] }
  /** What to do next; `isAside`: what goes with the block before. */
  | { readonly is: 'steps'; readonly steps: readonly NextStep[]; readonly isAside?: true }
  | SheetTable
  | Code
  | Picture;

/** What a form without a right edge says below a heading. */
export const belowHeading = ({ aside, below = [] }: Extract<Block, { is: 'heading' }>): readonly Text[] => [
  ...(aside === undefined ? [] : [aside]),
  ...below,
];

export interface Sheet {
  /** By the command and what it was asked of, a program finds the sheet again in a form that has remarks. */
  readonly mark?: readonly [command: Safe, of: string];
  readonly blocks: readonly Block[];
  /** The same for a program. */
  readonly data?: object;
  /** Most lines on a terminal, besides frames: pictures have what the others leave. */
  readonly most?: number;
}

interface Extra<Row> extends Pick<SheetTable, 'title' | 'more' | 'isPlain' | 'isBrief' | 'isTight' | 'filters'> {
  readonly note?: (row: Row) => Text | undefined;
}

/** Rows as a table of those columns in which at least one row has a value; nothing without rows. */
export function table<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  { note, ...extra }: Extra<Row> = {},
): Block[] {
  const all = columns.map(({ title, kind = 'text', of }) => ({ title, kind, cells: rows.map(of) }));
  const shown = all.filter(({ cells }) => cells.some((cell) => plainText(cell) !== ''));
  if (rows.length === 0) return [];
  const made = rows.map((row, at): TableRow => {
    const said = note?.(row);
    const cells = shown.map((column) => column.cells[at] as Text);
    return said === undefined || plainText(said) === '' ? { cells } : { cells, note: said };
  });
  return [{ is: 'table', columns: shown.map(({ title, kind }) => ({ title, kind })), rows: made, ...extra }];
}

/** Facts, a line each: a name, and what is said of it in as many lines as that takes. */
export const factTable = (facts: readonly Fact[], title?: Text): Block[] =>
  table<Fact>(
    [
      { title: safe`what`, kind: 'name', of: ([name]) => own(name) },
      { title: safe`is`, kind: 'words', of: ([, value = safe``]) => value },
    ],
    facts.filter(([, value]) => value !== undefined && plainText(value) !== ''),
    { isPlain: true, ...(title !== undefined && { title }) },
  );
