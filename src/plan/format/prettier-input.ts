/**
 * A plan's text as Prettier prints it rightly, with the rows that it is not to fold taken out.
 *
 * Left to itself, Prettier's printer of YAML puts a comma into the comment before it, makes a `? ` key of a key with a comment, drops the
 * colon of an empty value between brackets, takes a value below its key for a comment that is further in, and loses a space that a
 * backslash keeps. So each of these is first written in a way that it prints rightly.
 */
import { CST, Parser } from 'yaml';
import { widthOf } from '../../source/text-width.ts';

/** Columns of a line. */
export const WIDTH = 80;

/** What its author wrote in brackets on one line, and may be too long for its place. */
interface Row {
  readonly text: string;
  /** Columns from its place to the end of the line. */
  readonly room: number;
}

interface Place {
  /** Indentation of its further lines here. */
  readonly pad: string;
  /** Columns in front of it and of a line of its own, once it is printed. */
  readonly before: number;
  readonly indent: number;
  readonly isInRow: boolean;
}

type Tokens = readonly CST.SourceToken[];

const isComment = ({ type }: CST.SourceToken): boolean => type === 'comment';
const isBreak = ({ type }: CST.SourceToken): boolean => type === 'newline';
const endOf = (token: CST.Token): Tokens => ('end' in token ? (token.end ?? []) : []);
const withoutEnd = (token: CST.Token): string => CST.stringify({ ...token, end: [] } as CST.Token);

/** A line between brackets: a comment, or an entry and the comment behind it. */
interface Line {
  readonly text: string;
  comment?: string;
}

const COMMENT_LINE = /^ *#/;

/**
 * Behind an entry over several lines, Prettier prints a comment rightly only where another has a line of its own. Elsewhere it goes above
 * the entry, or below it where there are comments inside.
 */
function linesOf({ text, comment }: Line, pad: string, isBroken: boolean): string[] {
  if (comment === undefined) return [text];
  if (isBroken || !/\n|[\]}],$/.test(text)) return [`${text} ${comment}`];
  return /\s#/.test(text) ? [text, pad + comment] : [pad + comment, text];
}

export class PrettierInput {
  readonly text: string;
  readonly rows: readonly Row[];
  readonly #rows: Row[] = [];
  /** What stands for a row begins with this, and no text of the plan has it. */
  readonly #mark: string;

  constructor(text: string) {
    let mark = 'row';
    while (text.includes(mark)) mark += '-';
    this.#mark = mark;
    let written = '';
    for (const token of new Parser().parse(text)) {
      if (token.type === 'document') {
        const { start, value, end = [] } = token;
        const root: CST.CollectionItem = value === undefined ? { start } : { start, value };
        CST.visit(root, (item, path) => this.#settle(item, 2 * path.length));
        written += CST.stringify(root) + end.map(({ source }) => source).join('');
      } else written += CST.stringify(token);
    }
    this.text = written;
    this.rows = this.#rows;
  }

  /** A text with these rows in their places, or else what stands for each, as long as the row. */
  filled(text: string, rows: readonly string[], isIn: (row: number) => boolean): string {
    return text.replaceAll(new RegExp(`${this.#mark}(\\d+)\\.+`, 'g'), (_, digits: string) => {
      const row = rows[Number(digits)] ?? '';
      return isIn(Number(digits)) ? row : `${this.#mark}${digits}.`.padEnd(widthOf(row), '.');
    });
  }

  #settle(item: CST.CollectionItem, indent: number): void {
    const { key, sep, value } = item;
    if (value === undefined) return;
    const isBehindKey = sep !== undefined && !sep.some(isBreak);
    for (const [at, token] of isBehindKey ? endOf(value).entries() : []) {
      const isIndentation = token.type === 'space' && endOf(value)[at - 1]?.type === 'newline';
      if (isIndentation && 'indent' in value) token.source = ' '.repeat(value.indent);
    }
    if (value.type === 'double-quoted-scalar' && /\\[ \t]+\r?\n/.test(value.source))
      value.source = JSON.stringify(CST.resolveAsScalar(value).value);
    if (value.type !== 'flow-collection') return;
    const pad = ' '.repeat(Math.max(0, value.indent) + 2);
    const before = isBehindKey && key ? indent - 2 + widthOf(`${withoutEnd(key)}: `) : indent;
    const [source, end] = this.#valueOf(value, { pad, before, indent, isInRow: false });
    item.value = { type: 'scalar', offset: 0, indent: value.indent, source, end: [...end] };
  }

  /** A key or value, and the tokens behind it. Comments in an empty pair of brackets go behind it. */
  #valueOf(token: CST.Token | null | undefined, place: Place): readonly [text: string, behind: Tokens] {
    if (token === null || token === undefined) return ['""', []];
    if (token.type !== 'flow-collection') return [withoutEnd(token) || '""', endOf(token)];
    const [close, ...behind] = token.end;
    const isEmpty = token.items.every(({ key, sep, value }) => (key ?? sep ?? value) === undefined);
    const inside = isEmpty ? token.items.flatMap(({ start }) => start) : [];
    const isRow = !isEmpty && !place.isInRow && !withoutEnd(token).includes('\n');
    const held = isEmpty ? '' : this.#entriesOf(token, { ...place, isInRow: place.isInRow || isRow });
    const text = `${token.start.source}${held}${close?.source}`;
    const room = WIDTH - place.before;
    const isTaken = isRow && text.replaceAll(/\n */g, ' ').length > room;
    return [isTaken ? `${this.#mark}${this.#rows.push({ text, room }) - 1}.` : text, [...inside, ...behind]];
  }

  /** Each entry on a line of its own, with its comma right behind it. */
  #entriesOf({ items }: CST.FlowCollection, { pad, indent, isInRow }: Place): string {
    const inner = { pad: `${pad}  `, indent: indent + 2, isInRow };
    const lines: Line[] = [];
    let breaks = 0;
    let entry: Line | undefined;
    const write = (text: string): Line => {
      const line = { text: inner.pad + text };
      lines.push(...(breaks > 1 ? [{ text: '' }, line] : [line]));
      breaks = 0;
      return line;
    };
    const takeComments = (tokens: Tokens): void => {
      for (const token of tokens) {
        if (isBreak(token)) breaks += 1;
        if (!isComment(token)) continue;
        if (entry !== undefined && breaks === 0) entry.comment = token.source;
        else write(token.source);
        entry = undefined;
      }
    };
    for (const { start, key, sep = [], value } of items) {
      takeComments(start);
      const isPair = sep.some(({ type }) => type === 'map-value-ind');
      if (!isPair && key === undefined && value === undefined) continue;
      // The comma counts.
      const [first, behindFirst] = this.#valueOf(isPair ? key : (key ?? value), { ...inner, before: inner.indent + 1 });
      if (!isPair) {
        entry = write(`${first},`);
        takeComments([...behindFirst, ...sep]);
        continue;
      }
      entry = undefined;
      takeComments([...behindFirst, ...sep].filter(isComment));
      const before = inner.indent + 1 + (sep.some(isBreak) ? 2 : widthOf(`${first}: `));
      const [second, behind] = this.#valueOf(value, { ...inner, indent: inner.indent + 2, before });
      entry = write(`${first}: ${second},`);
      takeComments(behind);
    }
    const isBroken = lines.some(({ text }) => COMMENT_LINE.test(text));
    return `\n${lines.flatMap((line) => linesOf(line, inner.pad, isBroken)).join('\n')}\n${pad}`;
  }
}
