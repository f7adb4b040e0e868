/**
 * A sheet in GitHub’s Markdown. Every text that is not ours is in a code span, where nothing is a link, an image, HTML or a
 * mention that notifies somebody; what would end the span, or the cell round it, is shown as what it is.
 */
import { joined, safe, safeText, type Safe, repeated } from '../model/safe-text.ts';
import { disarmed } from '../report/text/edge.ts';
import { pageOf } from '../report/text/page.ts';
import type { Tone } from '../report/text/tones.ts';
import { candleLines } from './candle-lines.ts';
import { priceLines } from './price-lines.ts';
import {
  belowHeading,
  own,
  safeLines,
  spansOf,
  together,
  type Block,
  type CellKind,
  type Code,
  type Picture,
  type Sheet,
  type SheetTable,
  type Text,
} from './sheet.ts';

/** Ends in a newline. A log of CI may show it as well. */
export function markdown({ mark, blocks }: Sheet): string {
  const remark = mark === undefined ? [] : [safe`<!-- ordo ${mark[0]}: ${inComment(mark[1])} -->`];
  const parts = [...remark, ...blocks.map(written)].filter((part) => part !== '');
  return disarmed(`${parts.join('\n\n')}\n`);
}

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the blocks
function written(block: Block): Safe {
  switch (block.is) {
    case 'heading':
      return joined([safe`## ${inline(block.text)}`, ...belowHeading(block).map((text) => inline(text))], BLANK_LINE);
    case 'verdict':
      return safe`**${inline(block.text, false)}**`;
    case 'words':
      return inline(block.text);
    case 'notice':
      return safe`> ${inline(block.text)}`;
    case 'facts':
      return below(
        block.title,
        lines(block.facts.flatMap(([name, value]) => (value === undefined ? [] : [safe`- ${name}: ${inline(value)}`]))),
      );
    case 'items':
      return below(block.title, lines(block.items.map((item) => safe`- ${inline(item)}`)));
    case 'table':
      return below(block.title, writtenTable(block));
    case 'parts':
      return inline(together(block.parts, safe` · `));
    case 'code':
      return below(block.title, joined([fenced(codeText(block), block.language), block.more ?? safe``], NEWLINE));
    case 'frames':
      return fenced(safeLines(block), safe`text`);
    case 'group':
      return joined(
        block.blocks.map(written).filter((part) => part !== ''),
        BLANK_LINE,
      );
    case 'picture':
      return below(block.title, drawn(block));
    case 'steps':
      return joined(
        block.steps.flatMap(({ why, command }) => [
          ...(why === undefined ? [] : [PLAIN.test(why) ? why : code(why)]),
          ...(command === undefined ? [] : [fenced(command, safe`sh`)]),
        ]),
        BLANK_LINE,
      );
  }
}

function drawn({ drawing }: Picture): Safe {
  if (drawing.of === 'window') return drawing.label;
  const shown = drawing.of === 'prices' ? priceLines(PAGE, drawing) : candleLines(PAGE, drawing);
  return fenced(lines(shown as Safe[]), safe`text`);
}

const codeText = ({ lines: all }: Code): Safe =>
  lines(all.map(({ number, text }) => (number === undefined ? text : safe`${number} | ${text}`)));

/** What a picture is drawn on, without colour. */
const PAGE = pageOf({ color: false, width: 80 });

const NEWLINE = safe`${'\n'}`;
const BLANK_LINE = safe`${'\n\n'}`;

const lines = (parts: readonly Safe[]): Safe => joined(parts, NEWLINE);

const below = (title: Text | undefined, text: Safe): Safe =>
  title === undefined ? text : safe`**${inline(title, false)}**${BLANK_LINE}${text}`;

/** A text as part of a line; neighbours that are not ours share a code span. */
function inline(text: Text, hasLoud = true, most = MOST_WORDS): Safe {
  let [done, quoted] = [safe``, safe``];
  for (const span of [...spansOf(text), END]) {
    const words = typeof span === 'string' ? span : span.text;
    if (typeof span === 'string' || span.isOwn !== true) quoted = safe`${quoted}${words}`;
    else {
      const isLoud = hasLoud && span.tone !== undefined && LOUD.has(span.tone) && words !== '';
      done = safe`${done}${quoted === '' ? quoted : code(safeText(quoted, most))}${isLoud ? safe`**${words}**` : words}`;
      quoted = safe``;
    }
  }
  return done;
}

/** Letters of a text that is not ours. */
const MOST_WORDS = 400;
const MOST_CELL = 200;

const END = own(safe``);

const LOUD: ReadonlySet<Tone> = new Set(['notice', 'unknown', 'live']);

/** A sentence in which Markdown finds nothing. */
const PLAIN = /^[A-Z][A-Za-z0-9 ,;:()’–→-]*[.:]?$/u;

const DIGITS = /^[\d.,+≈→ -]*$/u;

/** Figures need no code span. */
const cellOf = (text: Text, kind: CellKind): Safe =>
  kind === 'number' && typeof text === 'string' && DIGITS.test(text) ? text : inline(text, true, MOST_CELL);

function writtenTable({ columns, rows, more }: SheetTable): Safe {
  const told = rows.map(({ cells, note }) => {
    const texts = cells.map((cell, at) => cellOf(cell, columns[at]?.kind ?? 'text'));
    const last = texts.at(-1) ?? safe``;
    return tableRow(
      note === undefined
        ? texts
        : [...texts.slice(0, -1), safe`${last}${last === '' ? '' : ' '}${inline(note, true, MOST_CELL)}`],
    );
  });
  return lines([
    tableRow(columns.map(({ title }) => title)),
    tableRow(columns.map(({ kind }) => (kind === 'number' ? safe`--:` : safe`:--`))),
    ...told,
    ...(more === undefined ? [] : [safe``, more]),
  ]);
}

/** A text as a code span, in a table or outside. */
const code = (text: Safe): Safe =>
  text.trim() === '' ? safe`–` : safe`\`${text.replaceAll('`', '\\u{60}').replaceAll('|', '\\u{7c}') as Safe}\``;

/** A code block around a text of one line; no run of backticks in it is as long as those that end it. */
function fenced(text: Safe, language: Safe): Safe {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = repeated(safe`\``, longest + 1);
  return safe`${fence}${language}\n${text}\n${fence}`;
}

/** A path as it may stand in an HTML comment, every other character in its bytes: two paths never look alike. */
const inComment = (path: string): Safe =>
  path.replaceAll(/[^A-Za-z0-9._/:-]+/g, (rest) => Buffer.from(rest).toString('hex').replaceAll(/../g, '%$&')) as Safe;

const tableRow = (cells: readonly Safe[]): Safe => safe`| ${cells.join(' | ') as Safe} |`;
