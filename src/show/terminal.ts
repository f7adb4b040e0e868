/** A sheet as lines of a terminal or a pipe, no wider than it is; but a command is never broken: it is there to be copied. */
import { safe, spaces, type Safe } from '../model/safe-text.ts';
import { dotted, padStart, widthOf, wrap } from '../report/text/columns.ts';
import { GAP, LEAST_ROOM, line, pageOf, section, stack, type Page } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import { wrapped } from './broken-text.ts';
import { pictureLines } from './price-lines.ts';
import { own, plainText, spansOf, type Block, type Code, type NextStep, type Sheet, type Text } from './sheet.ts';
import { tableLines } from './terminal-table.ts';

interface Terminal {
  readonly color: boolean;
  readonly width: number;
  /** Nobody looks at it as it comes. */
  readonly isPipe?: boolean;
}

/** Ends in a newline. */
export const terminalText = (sheet: Sheet, how: Terminal): string =>
  `${sheetLines(pageOf(how), sheet, how.isPipe).join('\n')}\n`;

/** Legends that take a line of their own. */
const SPARE = 2;

export function sheetLines(page: Page, { blocks, most = Number.POSITIVE_INFINITY }: Sheet, isPipe = false): Drawn[] {
  const drawn = blocks.map((block) => blockLines(page, block, isPipe));
  const pictures = blocks.filter((block) => block.is === 'picture');
  if (pictures.length === 0) return stack(drawn);
  const framed = blocks.reduce((sum, block) => sum + framesIn(block), 0);
  const shown = pictureLines(page, pictures, most - SPARE - (stack(drawn).length - framed));
  return stack(drawn.map((lines, at) => (blocks[at] === pictures[0] ? shown : lines)));
}

const framesIn = (block: Block): number =>
  block.is === 'frames'
    ? block.lines.length
    : block.is === 'group'
      ? block.blocks.reduce((sum, one) => sum + framesIn(one), 0)
      : 0;

/** All blocks but pictures, which share what room there is. */
// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the blocks
export function blockLines(page: Page, block: Block, isPipe = false): Drawn[] {
  switch (block.is) {
    case 'heading':
      return headingLines(page, block);
    case 'verdict':
      return wrapped(page, block.text, 0);
    case 'words':
      return wrapped(page, block.text, 0, block.tone);
    case 'notice':
      return wrapped(page, [safe`» `, ...spansOf(block.text)], 0, 'notice');
    case 'parts':
      return dotted(block.parts.map(plainText), isPipe && block.isWhole ? Number.POSITIVE_INFINITY : page.width).map(
        (text) => line(page.paint, [block.tone === undefined ? text : [block.tone, text]]),
      );
    case 'facts': {
      const known = block.facts.flatMap(([name, value]) =>
        value === undefined ? [] : [safe`${name} ${plainText(value)}`],
      );
      const facts = dotted(known, page.width).map((words) => line(page.paint, [['quiet', words]]));
      return under(page, block.title, facts);
    }
    case 'items': {
      const items = block.items.flatMap((item) => wrapped(page, item, 2));
      return under(page, block.title, items);
    }
    case 'picture':
      return [];
    case 'table':
      return tableLines(page, block);
    case 'steps': {
      const steps = block.steps.flatMap((step) => stepLines(page, step));
      return block.isAside === true ? steps : section(page, safe`Next`, steps);
    }
    case 'code':
      return under(page, block.title, codeLines(page, block));
    case 'frames':
      return [...block.lines];
    case 'group':
      return block.blocks.flatMap((one) => blockLines(page, one, isPipe));
  }
}

type Heading = Extract<Block, { is: 'heading' }>;

function headingLines(page: Page, { text, aside, below = [] }: Heading): Drawn[] {
  const room = page.width - (aside === undefined ? 0 : widthOf(plainText(aside)));
  const gap = room - widthOf(plainText(text));
  const isBeside = aside !== undefined && gap >= GAP.length;
  const first = isBeside ? [...spansOf(text), own(spaces(gap)), ...spansOf(aside)] : text;
  return [
    ...wrapped(page, first, 0, hasTone(text) ? undefined : 'heading'),
    ...(aside === undefined || isBeside ? [] : wrapped(page, aside, 0, 'quiet')),
    ...below.flatMap((one) => wrapped(page, one, 0, 'quiet')),
  ];
}

const hasTone = (text: Text): boolean =>
  spansOf(text).some((span) => typeof span !== 'string' && span.tone !== undefined);

const under = (page: Page, title: Text | undefined, lines: Drawn[]): Drawn[] =>
  title === undefined || lines.length === 0 ? lines : [...wrapped(page, title, 0, 'heading'), ...lines];

function stepLines(page: Page, { why, command, breaks }: NextStep): Drawn[] {
  const said = why === undefined ? [] : wrapped(page, why, 2);
  if (command === undefined) return said;
  const indent = why === undefined ? GAP : safe`${GAP}${GAP}`;
  const parts = breaks === true ? brokenCommand(command, page.width - indent.length) : [command];
  return [
    ...said,
    ...parts.map((part, at) => line(page.paint, [at === 0 ? indent : safe`${indent}${GAP}`, ['command', part]])),
  ];
}

/** In lines that a shell takes as one, each after the first behind a gap. */
function brokenCommand(command: Safe, width: number): Safe[] {
  const lines: Safe[] = [];
  for (const word of command.split(/ (?=--)/) as Safe[]) {
    const last = lines.at(-1);
    const room = width - BREAK.length - (lines.length > 1 ? GAP.length : 0);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= room)
      lines[lines.length - 1] = safe`${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((part, at) => (at < lines.length - 1 ? safe`${part}${BREAK}` : part));
}

const BREAK = safe` \\`;

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
