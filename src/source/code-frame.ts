/**
 * A diagnostic as a person reads it: what is wrong, the line it is on, the exact characters, and what to do.
 *
 *   error[order/off-tick]: price 64000.05 is not on the tick of cmt_btcusdt
 *     --> plan.yaml:12:12
 *      |
 *   12 |     price: 64000.05
 *      |            ^^^^^^^^
 *      = write 64000.0 or 64000.1
 *
 * Nothing of the file reaches the terminal but through `safeText` (docs/contract.md#terminal); widths are those of what is
 * shown, so the carets are under the characters they mean, even where these are escaped or wide.
 */
import { styleText } from 'node:util';
import { count } from '../model/count.ts';
import { partOf, repeated, safe, safeWhole, spaces, type Safe } from '../model/safe-text.ts';
import { bestFirst, type Diagnostic } from './diagnostic.ts';
import { withoutHiddenText } from './hidden-text.ts';
import { widthOf as columnsOf } from './text-width.ts';
import { wrap } from './wrap.ts';

interface RenderOptions {
  readonly color?: boolean;
  /** Columns of the screen: words wrap there, and a longer line of the file is shown in part. Without it words stay on one line. */
  readonly width?: number;
  /** Says how many there are below the last; so it is unless this is false. */
  readonly isCounted?: boolean;
}

/** How many diagnostics are shown before the rest is only counted. */
const MAX_SHOWN = 50;

/** Indent of a wrapped headline. */
const CONTINUED = 2;

/** Words wrap at no fewer columns than this. */
const NARROWEST = 40;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: Safe) => string;

/** What all lines of one frame share. */
interface Frame {
  readonly diagnostic: Diagnostic;
  readonly paint: Paint;
  readonly loud: 'red' | 'yellow';
  readonly marks: readonly Mark[];
  /** Columns of the line numbers. */
  readonly gutter: number;
  readonly width: number | undefined;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly sign: Safe;
  readonly words: Safe;
  readonly isMain: boolean;
}

/** A diagnostic's words quote the file in part only: what they quote is safe already, and passes unchanged. */
const shown = safeWhole;
const widthOf = (text: string): number => columnsOf(shown(text));

export function renderDiagnostic(found: Diagnostic, options: RenderOptions = {}): string {
  const diagnostic = withoutHiddenText(found);
  const marks = marksOf(diagnostic);
  const frame: Frame = {
    diagnostic,
    paint: (style, text) => (options.color === true ? styleText(style, text, { validateStream: false }) : text),
    loud: diagnostic.severity === 'error' ? 'red' : 'yellow',
    marks,
    gutter: Math.max(...marks.map((mark) => String(diagnostic.source.lineAt(mark.start)).length)),
    width: options.width,
  };
  return [...headline(frame), ...codeLines(frame), ...hintLines(frame)].join('\n');
}

/** In the order of the file. */
function marksOf({ start, end, label, related = [] }: Diagnostic): Mark[] {
  const words = label === undefined ? safe`` : safe` ${shown(label)}`;
  const marks: Mark[] = [
    { start, end, sign: safe`^`, words, isMain: true },
    ...related.map((place) => ({ ...place, sign: safe`-`, words: safe` ${shown(place.message)}`, isMain: false })),
  ];
  return marks.toSorted((a, b) => a.start - b.start);
}

/** What is wrong, and where. */
function headline({ diagnostic, paint, loud, gutter, width }: Frame): string[] {
  const { severity, source, message, start } = diagnostic;
  const { line, column } = source.position(start);
  const code = safe`${severity}[${diagnostic.code}]`;
  const [first = code, ...more] = wrap(safe`${code}: ${shown(message)}`, room(width, CONTINUED));
  return [
    paint([loud, 'bold'], code) + paint('bold', partOf(first, code.length)),
    ...more.map((text) => ' '.repeat(CONTINUED) + paint('bold', text)),
    `${' '.repeat(gutter)}${paint('blue', safe`-->`)} ${shown(source.path)}:${line}:${column}`,
  ];
}

/** Each marked line of the file with its marks below it, and `...` where lines are left out between. */
function codeLines({ diagnostic: { source }, paint, loud, marks, gutter, width }: Frame): string[] {
  if (source.text === '' || source.hidesText) return [];
  const bar = (number = safe``): string => paint('blue', safe`${spaces(gutter - number.length)}${number} |`);
  const most = Math.max(20, (width ?? 100) - gutter - 3);
  const lines = [bar()];
  let last = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const number = source.lineAt(mark.start);
    const offset = source.lineStart(number);
    const part = excerpt(source.line(number), mark.start - offset, mark.end - offset, most);
    const signs = safe`${repeated(mark.sign, Math.max(1, part.length))}${mark.words}`;
    if (number > last + 1) lines.push(paint('blue', safe`...`));
    lines.push(
      `${bar(safe`${number}`)} ${part.text}`.trimEnd(),
      `${bar()} ${' '.repeat(part.at)}${paint(mark.isMain ? loud : 'blue', signs)}`,
    );
    last = number;
  }
  return lines;
}

/** What to do about it. */
function hintLines({ diagnostic: { hint }, paint, gutter, width }: Frame): string[] {
  if (hint === undefined) return [];
  const before = gutter + 3;
  const [first, ...rest] = wrap(shown(hint), room(width, before)) as [Safe, ...Safe[]];
  const start = `${' '.repeat(gutter)} ${paint('blue', safe`=`)} `;
  return [start + first, ...rest.map((text) => ' '.repeat(before) + text)];
}

/** Columns left after the first `before`; unlimited without a width. */
const room = (width: number | undefined, before: number): number =>
  width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, width) - before;

/** The part of a line around its marked characters. */
interface Excerpt {
  readonly text: Safe;
  /** Columns before the marked characters, and of them. */
  readonly at: number;
  readonly length: number;
}

/** At most `most` columns of a line, with the characters from `start` to `end` in it. */
function excerpt(line: string, start: number, end: number, most: number): Excerpt {
  // A shown character may be ten columns wide or none: only lines short in both senses are taken whole.
  if (line.length <= most && widthOf(line) <= most) {
    return { text: shown(line), at: widthOf(line.slice(0, start)), length: widthOf(line.slice(start, end)) };
  }
  let before = '';
  const left = Array.from(line.slice(Math.max(0, start - most), start).replace(/^[\udc00-\udfff]/, ''));
  while (left.length > 0 && widthOf((left.at(-1) as string) + before) <= most / 3) before = left.pop() + before;
  const from = start - before.length;
  const lead = from > 0 ? '…' : '';
  let after = '';
  for (const character of line.slice(start, start + most)) {
    if (widthOf(before + after + character) > most - 2) break;
    after += character;
  }
  const tail = start + after.length < line.length ? '…' : '';
  const text = safe`${lead}${shown(before + after)}${tail}`;
  return { text, at: lead.length + widthOf(before), length: widthOf(after.slice(0, end - start)) };
}

/** How many they are: `2 errors, 1 warning`. Empty for none. */
export function countsOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => one.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  return [...(errors > 0 ? [count(errors, 'error')] : []), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(
    ', ',
  );
}

/** All of them, most useful first, at most 50, and a last line that counts: `2 errors, 1 warning`. Empty for none. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions = {}): string {
  if (diagnostics.length === 0) return '';
  const blocks = bestFirst(diagnostics)
    .slice(0, MAX_SHOWN)
    .map((one) => renderDiagnostic(one, options));
  if (diagnostics.length > MAX_SHOWN) blocks.push(`and ${diagnostics.length - MAX_SHOWN} more`);
  if (options.isCounted !== false) blocks.push(countsOf(diagnostics));
  return blocks.join('\n\n');
}
