/** The YAML library's complaints in plain words, at the place a person would point at. */
import { quoted } from '../source/quoted.ts';
import { MAX_DIAGNOSTICS } from '../source/diagnostic.ts';
import type { DiagnosticCode } from '../source/diagnostic.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Refusal } from './yaml-tokens.ts';
import { keysAlike, type KeysAlike, type Span, type TreeNode } from './locate.ts';
import type { Problem } from './problem.ts';
import { codePointName } from './visible-characters.ts';
import { foreignBraces, misplacedDash, pairSlip } from './yaml-slips.ts';

/** The part of the library's errors that is used. */
export interface YamlComplaint {
  readonly code: string;
  readonly pos: readonly [number, number];
  readonly message: string;
}

/** A refusal of a key that was given before. */
type Duplicate = Refusal & {
  readonly related: readonly (Span & { readonly message: string })[];
};

/** A complaint in its text, with the others next to it. */
interface Spot extends Span {
  readonly source: SourceFile;
  readonly all: readonly YamlComplaint[];
}

type Explain = (spot: Spot) => Refusal;

/** The line of an offset, from its first visible character to its end. */
function lineSpan(source: SourceFile, offset: number): Span & { readonly text: string } {
  const number = source.lineAt(offset);
  const line = source.line(number);
  const text = line.trim();
  const start = source.lineStart(number) + line.length - line.trimStart().length;
  return { start, end: start + text.length, text };
}

function misplacedLine({ source, start: offset }: Pick<Spot, 'source' | 'start'>): Refusal {
  const { start, end, text } = lineSpan(source, offset);
  const dash = misplacedDash(source.text, start);
  if (dash !== undefined) return dash;
  const what = text.startsWith('-') ? 'entries of one list' : 'keys of one mapping';
  return {
    code: 'yaml/indentation',
    message: 'this line is indented differently from its neighbours',
    hint: `the ${what} begin in the same column`,
    start,
    end,
  };
}

/** `name` or `name:abc` on a line of its own, read together with the next line as one key. */
function keyWithoutColon({ source, start: offset }: Spot): Refusal {
  const { start, end, text } = lineSpan(source, offset);
  const odd = /:([\u00a0\u2000-\u200a\u202f\u205f\u3000])/.exec(text);
  if (odd !== null) {
    const at = start + odd.index + 1;
    const message = `this colon is followed by ${codePointName(odd[1]?.codePointAt(0) as number)}`;
    return { code: 'yaml/missing-space', message, hint: 'write a plain space', start: at, end: at + 1 };
  }
  const problem: Problem = pairSlip(text) ?? {
    code: 'yaml/missing-colon',
    message: `${quoted(text)} has no colon`,
    hint: 'write `key: value`',
  };
  return { ...problem, start, end };
}

/** Two colons on a line; or a value and the line below it, read as one key, where the line below is out of place. */
function secondColon({ source, start, all }: Spot): Refusal {
  const spill = all.find((other) => other.code === 'MULTILINE_IMPLICIT_KEY' && other.pos[0] === start);
  if (spill !== undefined) return misplacedLine({ source, start: spill.pos[1] - 1 });
  const { end, text } = lineSpan(source, start);
  const isOneLine = /^- .*,\s*[A-Za-z]+:\s/.test(text);
  return {
    code: 'yaml/second-colon',
    message: 'a second `: ` on this line',
    hint: isOneLine
      ? 'an entry on one line goes between { }: put them around what follows the dash'
      : 'put the value in quotes, or begin a new line',
    start,
    end,
  };
}

const unknownEscape: Explain = ({ source, start, end }) => ({
  code: 'yaml/escape',
  message: `${quoted(source.text.slice(start, start + 2))} is not an escape`,
  hint: 'write \\\\ for a backslash, or use single quotes',
  start,
  end: end + 1,
});

/** `@63000`, as an order ticket has it. */
const reservedStart: Explain = ({ source, start, end }) => {
  const [whole = '', number] = /^@\s*(\d+(?:\.\d+)?)(?=[\s,}\]]|$)/.exec(source.text.slice(start, start + 60)) ?? [];
  return {
    code: 'yaml/reserved-character',
    message: `a text may not begin with ${source.text[start]}`,
    hint: number === undefined ? 'put it in quotes' : `a price has no sign before it: write ${number}`,
    start,
    end: number === undefined ? end : start + whole.length,
  };
};

function unreadable({ source, start, end }: Spot): Refusal {
  const braces = foreignBraces(source.text, start);
  if (braces !== undefined) return braces;
  const text = source.text.slice(start, Math.max(end, start + 1)).trim();
  return {
    code: 'yaml/syntax',
    message: text === '' ? 'the text cannot be read from here on' : `${quoted(text)} is not allowed here`,
    hint: 'check quotes, brackets and indentation around it',
    start,
    end,
  };
}

/** The same words every time. `length` corrects a mark that the library makes too long or too short. */
const always =
  (code: DiagnosticCode, message: string, hint: string, length?: number): Explain =>
  ({ start, end }) => ({ code, message, hint, start, end: length === undefined ? end : start + length });

/**
 * The library's complaints, by code or by how the message begins where many share a code. The first row that fits counts.
 * The library does not promise its wording: the invalid examples fail if a release changes it.
 */
const ROWS: readonly (readonly [codeOrBeginning: string, explain: Explain])[] = [
  [
    'TAB_AS_INDENT',
    always('yaml/tab-indent', 'a tab is used as indentation', 'YAML indents by spaces only: replace the tab'),
  ],
  ['MULTILINE_IMPLICIT_KEY', keyWithoutColon],
  ['BLOCK_AS_IMPLICIT_KEY', secondColon],
  ['BAD_INDENT', misplacedLine],
  ['BAD_DQ_ESCAPE', unknownEscape],
  ['BAD_SCALAR_START', reservedStart],
  ['Sequence item without', misplacedLine],
  ['Implicit map keys need', keyWithoutColon],
  [
    'Comments must be',
    always(
      'yaml/missing-space',
      'a space is missing before the comment',
      'put a space before #, or the text in quotes',
      1,
    ),
  ],
  [
    'Unexpected block-seq-ind',
    always('yaml/indentation', 'a list begins on the line of its key', 'begin it on the next line'),
  ],
  [
    'Unexpected scalar at node end',
    always('yaml/syntax', 'nothing may follow the closing quote', 'put all of the text in the quotes'),
  ],
];

function explain({ code, pos, message }: YamlComplaint, source: SourceFile, all: readonly YamlComplaint[]): Refusal {
  const row = ROWS.find(([key]) => code === key || message.startsWith(key));
  const [, explainRow] = row ?? ['', unreadable];
  return explainRow({ source, all, start: pos[0], end: pos[1] });
}

/**
 * Where the key repeats that an entry of a list begins with, with keys between and behind: the line that was to begin the
 * next entry.
 */
function missingDash({ again, first, isLast, isNext, name }: KeysAlike, source: SourceFile): Refusal | undefined {
  const before = (span: Span): string => source.text.slice(source.lineStart(source.lineAt(span.start)), span.start);
  if (isNext || isLast || !/^ *- +$/.test(before(first)) || before(again).trim() !== '') return undefined;
  const message = `a \`- \` is missing before ${quoted(name)}`;
  const column = before(first).indexOf('-') + 1;
  return {
    code: 'yaml/missing-dash',
    message,
    hint: `each entry begins with one: put it in column ${column}`,
    ...again,
  };
}

/**
 * The one syntax error that matters is the first: the others come from it. Keys given twice are not syntax errors; all of
 * them are reported.
 */
export function translate(
  complaints: readonly YamlComplaint[],
  source: SourceFile,
  root: TreeNode | null,
): { fatal?: Refusal; duplicates: Refusal[] } {
  const isDuplicate = (one: YamlComplaint): boolean => one.code === 'DUPLICATE_KEY';
  const [first] = complaints.filter((one) => !isDuplicate(one)).toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) return { fatal: explain(first, source, complaints), duplicates: [] };
  const duplicates: Duplicate[] = [];
  for (const { pos } of complaints.slice(0, MAX_DIAGNOSTICS)) {
    const alike = root === null ? undefined : keysAlike(root, pos[0]);
    if (alike === undefined) continue;
    const fatal = missingDash(alike, source);
    if (fatal !== undefined) return { fatal, duplicates: [] };
    duplicates.push({
      code: 'key/duplicate',
      message: `the key ${quoted(alike.name)} is given twice`,
      hint: 'keep one of them',
      ...alike.again,
      related: [{ message: 'first given here', ...alike.first }],
    });
  }
  return { duplicates };
}
