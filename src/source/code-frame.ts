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
 * shown, so the carets stand under the characters they mean, be these escaped or wide.
 */
import { styleText } from 'node:util';
import { widthOf as columnsOf } from './text-width.ts';
import { wrap } from './wrap.ts';
import { safeText } from '../model/safe-text.ts';
import { bestFirst } from './diagnostic.ts';
import type { Diagnostic } from './diagnostic.ts';
import { tellable } from './tellable.ts';

export interface RenderOptions {
  readonly color?: boolean;
  /** Columns of the screen: words wrap there, and a longer line of the file is shown in part. Without it words stay on one line. */
  readonly width?: number;
}

/** How many diagnostics are shown before the rest is only counted. */
const MAX_SHOWN = 50;

const shown = (text: string): string => safeText(text, Infinity);
const widthOf = (text: string): number => columnsOf(shown(text));

/** The part of a line around `start`, at most `room` columns, with where and how wide the marked characters are in it. */
function excerpt(line: string, start: number, end: number, room: number): { text: string; at: number; length: number } {
  // A shown character may be ten columns wide and none: only lines short in both senses are taken whole.
  if (line.length <= room && widthOf(line) <= room) {
    return { text: shown(line), at: widthOf(line.slice(0, start)), length: widthOf(line.slice(start, end)) };
  }
  let before = '';
  const left = Array.from(line.slice(Math.max(0, start - room), start).replace(/^[\udc00-\udfff]/, ''));
  while (left.length > 0 && widthOf((left.at(-1) as string) + before) <= room / 3) before = left.pop() + before;
  const from = start - before.length;
  const lead = from > 0 ? '…' : '';
  let after = '';
  for (const character of line.slice(start, start + room)) {
    if (widthOf(before + after + character) > room - 2) break;
    after += character;
  }
  const tail = start + after.length < line.length ? '…' : '';
  const text = lead + shown(before + after) + tail;
  return { text, at: lead.length + widthOf(before), length: widthOf(after.slice(0, end - start)) };
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly sign: '^' | '-';
  readonly words: string;
}

export function renderDiagnostic(found: Diagnostic, options: RenderOptions = {}): string {
  const diagnostic = tellable(found);
  const { source, label, related = [] } = diagnostic;
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    options.color === true ? styleText(style, text, { validateStream: false }) : text;
  const loud = diagnostic.severity === 'error' ? ('red' as const) : ('yellow' as const);
  const { line, column } = source.position(diagnostic.start);
  const words = label === undefined ? '' : ` ${shown(label)}`;
  const marks: Mark[] = [{ start: diagnostic.start, end: diagnostic.end, sign: '^', words }];
  for (const place of related) marks.push({ ...place, sign: '-', words: ` ${shown(place.message)}` });
  marks.sort((a, b) => a.start - b.start);
  const gutter = Math.max(...marks.map((mark) => String(source.lineAt(mark.start)).length));
  const bar = (number = ''): string => paint('blue', `${number.padStart(gutter)} |`);

  const code = `${diagnostic.severity}[${diagnostic.code}]`;
  const [headline = '', ...more] = wrap(`${code}: ${shown(diagnostic.message)}`, room(options.width, CONTINUED));
  const lines = [
    paint([loud, 'bold'], code) + paint('bold', headline.slice(code.length)),
    ...more.map((text) => ' '.repeat(CONTINUED) + paint('bold', text)),
    `${' '.repeat(gutter)}${paint('blue', '-->')} ${shown(source.path)}:${line}:${column}`,
  ];
  let last: number | undefined;
  for (const mark of source.text === '' || source.hidesText ? [] : marks) {
    const number = source.lineAt(mark.start);
    const offset = source.lineStart(number);
    const most = Math.max(20, (options.width ?? 100) - gutter - 3);
    const part = excerpt(source.line(number), mark.start - offset, mark.end - offset, most);
    if (last === undefined) lines.push(bar());
    else if (number > last + 1) lines.push(paint('blue', '...'));
    lines.push(`${bar(String(number))} ${part.text}`.trimEnd());
    const signs = mark.sign.repeat(Math.max(1, part.length)) + mark.words;
    lines.push(`${bar()} ${' '.repeat(part.at)}` + paint(mark.sign === '^' ? loud : 'blue', signs));
    last = number;
  }
  if (diagnostic.hint !== undefined) {
    const before = gutter + 3;
    const [hint = '', ...rest] = wrap(shown(diagnostic.hint), room(options.width, before));
    lines.push(`${' '.repeat(gutter)} ${paint('blue', '=')} ${hint}`, ...rest.map((text) => ' '.repeat(before) + text));
  }
  return lines.join('\n');
}

/** Indent of a wrapped headline. */
const CONTINUED = 2;

/** Words wrap at no fewer columns than this. */
const NARROWEST = 40;

/** Columns left after the first `before`; unlimited without a width. */
const room = (width: number | undefined, before: number): number =>
  width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, width) - before;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** How many they are: `2 errors, 1 warning`. Empty for none. */
export function countsOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((one) => one.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  return [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ].join(', ');
}

/** All of them, most useful first, at most 50, and a last line that counts: `2 errors, 1 warning`. Empty for none. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions = {}): string {
  if (diagnostics.length === 0) return '';
  const blocks = bestFirst(diagnostics)
    .slice(0, MAX_SHOWN)
    .map((one) => renderDiagnostic(one, options));
  if (diagnostics.length > MAX_SHOWN) blocks.push(`and ${diagnostics.length - MAX_SHOWN} more`);
  return [...blocks, countsOf(diagnostics)].join('\n\n');
}
