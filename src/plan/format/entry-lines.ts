/** The lines of a plan's entries in the canonical layout. What is folded, and when, is Prettier's: the two must agree. */
import { widthOf } from '../../source/text-width.ts';
import type { Block, Bracketed, Entry, Value } from './entries.ts';

/** Columns that a bracketed collection over several lines must fit into to be put on one. */
const WIDTH = 80;

/** Lines with their indentation, and whether the first one goes behind the mark. */
interface Laid {
  readonly lines: readonly string[];
  readonly isBehindMark: boolean;
}

const isKeyed = ({ mark }: Entry): boolean => mark.endsWith(':');

/** The indentation of what belongs to an entry. */
const innerPad = ({ mark }: Entry, pad: string): string => (mark === '' ? pad : `${pad}  `);

const indented = (pad: string, line: string): string => (line === '' ? '' : pad + line);

const behind = (text: string, comment: string | undefined): string =>
  comment === undefined ? text : text === '' ? comment : `${text} ${comment}`;

const hasComments = (entry: Entry): boolean =>
  entry.above.some((line) => line !== '') ||
  entry.behindMark !== undefined ||
  entry.betweenMarkAndValue.length > 0 ||
  entry.comment !== undefined;

/** A value on one line; undefined where a comment or a text over several lines is in the way. */
function onOneLine(value: Value): string | undefined {
  if (value.kind === 'text') return value.lines.length === 1 ? value.lines[0] : undefined;
  if (value.kind === 'block' || value.tail.length > 0) return undefined;
  const parts: string[] = [];
  for (const entry of value.entries) {
    const text = onOneLine(entry.value);
    if (text === undefined || hasComments(entry)) return undefined;
    parts.push(entry.mark === '' ? text : `${entry.mark} ${text}`);
  }
  const inside = parts.join(', ');
  if (value.brackets === '') return inside;
  return value.brackets === '[]' ? `[${inside}]` : inside === '' ? '{}' : `{ ${inside} }`;
}

/** A bracketed collection on one line; undefined where it is to have a line for each entry. */
function fitted(value: Bracketed, entry: Entry, pad: string, comma: string): Laid | undefined {
  const text = onOneLine(value);
  if (text === undefined) return undefined;
  const inner = innerPad(entry, pad);
  const fits = (before: string): boolean => widthOf(before) + widthOf(text) + comma.length <= WIDTH;
  const isBehindMark = fits(isKeyed(entry) ? `${pad}${entry.mark} ` : inner);
  const mayGoBelow = isKeyed(entry) && entry.comment === undefined && (entry.isValueBelow || !value.isOneLine);
  const isBelow = !isBehindMark && mayGoBelow && fits(inner);
  // A row that its author keeps on one line stays there, however long.
  return isBehindMark || isBelow || value.isOneLine ? { lines: [inner + text], isBehindMark: !isBelow } : undefined;
}

function unfolded(value: Bracketed, entry: Entry, pad: string): Laid {
  const inner = innerPad(entry, pad);
  const isBehindMark = !isKeyed(entry) || entry.comment !== undefined || onOneLine(value) === undefined;
  if (value.brackets === '') return { lines: value.entries.flatMap((one) => entryLines(one, inner)), isBehindMark };
  const [open, close] = value.brackets;
  const lines = [
    inner + open,
    ...value.entries.flatMap((one) => entryLines(one, `${inner}  `, ',')),
    ...value.tail.map((line) => indented(`${inner}  `, line)),
    inner + close,
  ];
  return { lines, isBehindMark };
}

function laid(entry: Entry, pad: string, comma: string): Laid {
  const { mark, value } = entry;
  const inner = innerPad(entry, pad);
  if (value.kind === 'block') return { lines: blockLines(value, inner), isBehindMark: mark === '-' };
  if (value.kind === 'bracketed') {
    return fitted(value, entry, pad, comma) ?? unfolded(value, entry, pad);
  }
  const lines = value.lines.map((line) => inner + line);
  const isTooLong = lines.length > 1 && !value.isBlock && widthOf(`${pad}${mark} ${value.lines[0] ?? ''}`) > WIDTH;
  return { lines, isBehindMark: mark === '-' || !isTooLong };
}

/** The lines from the mark to the end of the value. */
function markedLines(entry: Entry, pad: string, comma: string): string[] {
  const { mark, behindMark, betweenMarkAndValue, below } = entry;
  const { lines, isBehindMark } = laid(entry, pad, comma);
  if (mark === '') return [...lines];
  const inner = `${pad}  `;
  const [first = '', ...others] = lines;
  const isKeptBelow = entry.isValueBelow && below.length > 0;
  if (isBehindMark && !isKeptBelow && behindMark === undefined && betweenMarkAndValue.length === 0) {
    return [first === inner ? pad + mark : `${pad}${mark} ${first.slice(inner.length)}`, ...others];
  }
  return [behind(pad + mark, behindMark), ...betweenMarkAndValue.map((line) => indented(inner, line)), ...lines];
}

function entryLines(entry: Entry, pad: string, comma = ''): string[] {
  const { above, value, comment, below } = entry;
  const lines = markedLines(entry, pad, comma);
  const last = lines.length - (value.kind === 'text' && value.isBlock ? value.lines.length : 1);
  lines[last] = behind(`${lines[last] ?? ''}${comma}`, comment);
  const inner = innerPad(entry, pad);
  return [...above.map((line) => indented(pad, line)), ...lines, ...below.map((line) => indented(inner, line))];
}

const blockLines = ({ entries, tail }: Block, pad: string): string[] => [
  ...entries.flatMap((entry) => entryLines(entry, pad)),
  ...tail.map((line) => indented(pad, line)),
];

/** The lines of a whole document, without what is above and below it. */
export function documentLines({ value, comment }: Pick<Entry, 'value' | 'comment'>): string[] {
  if (value.kind === 'block') return blockLines(value, '');
  return entryLines(
    {
      above: [],
      mark: '',
      behindMark: undefined,
      betweenMarkAndValue: [],
      isValueBelow: false,
      value,
      comment,
      below: [],
    },
    '',
  );
}
