/** A sheet as lines of a terminal or a pipe, no wider than it is; but a command is never broken: it is there to be copied. */
import { safe, spaces, type Safe } from '../model/safe-text.ts';
import { dotted, padStart, wrap } from '../report/text/columns.ts';
import { GAP, LEAST_ROOM, line, pageOf, section, textOf, type Page } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import { wrapped } from './broken-text.ts';
import { plainText, spansOf, type Block, type Code, type NextStep, type Sheet, type Text } from './sheet.ts';
import { tableLines } from './terminal-table.ts';

/** Ends in a newline. */
export const terminalText = ({ blocks }: Sheet, how: { readonly color: boolean; readonly width: number }): string =>
  textOf(blocks.map((block) => blockLines(pageOf(how), block)));

export function blockLines(page: Page, block: Block): Drawn[] {
  switch (block.is) {
    case 'heading':
      return [
        ...wrapped(page, block.text, 0, 'heading'),
        ...(block.below ?? []).flatMap((text) => wrapped(page, text, 0, 'quiet')),
      ];
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
    case 'code':
      return under(page, block.title, codeLines(page, block));
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

/** The lines as written, with their numbers; `...` where some are left out between. */
function codeLines(page: Page, { lines, isExact, more }: Code): Drawn[] {
  const gutter = String(lines.at(-1)?.number ?? '').length;
  const shown = lines.flatMap(({ text, tone, number }, at): Drawn[] => {
    if (isExact === true) return [tone === undefined ? text : page.paint(tone, text)];
    if (number === undefined) return wrap(text, Math.max(LEAST_ROOM, page.width - 2)).map((part) => safe`  ${part}`);
    const before = lines[at - 1]?.number ?? number - 1;
    const gap = number > before + 1 ? [safe`  ...`] : [];
    return [...gap, ...numbered(page, padStart(safe`${number}`, gutter), text)];
  });
  return more === undefined ? shown : [...shown, safe`  ${more}`];
}

/** One line of a file, in as many as it needs; those after the first have no number. */
function numbered({ paint, width }: Page, number: Safe, text: Safe): Drawn[] {
  const words = text.trim() as Safe;
  const indent = text.length - text.trimStart().length;
  const room = Math.max(LEAST_ROOM, width - number.length - 5 - indent - 2);
  return wrap(words, room).map((part, at) =>
    line(paint, [
      safe`  ${at === 0 ? number : spaces(number.length)} | ${spaces(at === 0 ? indent : indent + 2)}${part}`,
    ]),
  );
}
