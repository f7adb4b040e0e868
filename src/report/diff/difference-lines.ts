/** A difference for a terminal or a pipe, in the manner of a dry run: risk first, the command that executes it last. */
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { cutMiddle, dotted, padEnd, widest, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { flow, LEAST_ROOM, line, pageOf, paragraph, section, textOf, type Page } from '../text/page.ts';
import { amountOf, digestShown, grouped } from '../text/phrases.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn, Tone } from '../text/tones.ts';
import { areSame, type Difference } from '../../views/diff/difference.ts';
import { groupWords, largest, orderGroups, type ChangeKind } from '../../views/diff/order-groups.ts';
import { riskRows, type RiskRow } from '../../views/diff/risk.ts';
import {
  arrow,
  codeWords,
  commandWords,
  costParts,
  countWords,
  figureWords,
  limitWords,
  planName,
  remarks,
  type FigureWords,
} from '../../views/diff/sheet.ts';

/** Most lines of orders, and of anything else that a plan may have many of. */
const MOST_LINES = 20;

export interface DiffLinesOptions {
  readonly color: boolean;
  readonly width: number;
  /** A line for a program is not broken. */
  readonly isPipe: boolean;
}

export function renderDifference(difference: Difference, { color, width, isPipe }: DiffLinesOptions): string {
  const page = pageOf({ color, width });
  if (areSame(difference)) return textOf([dotted(sameParts(difference), isPipe ? Number.POSITIVE_INFINITY : width)]);
  const { looser = [] } = difference;
  const shown = looser.slice(0, MOST_LINES);
  return textOf([
    headLines(page, difference),
    remarks(difference).flatMap((text) => paragraph(page, safe`» ${text}`, 0, 'notice')),
    riskLines(page, difference),
    section(page, safe`Looser limits`, [
      ...named(
        page,
        shown.map((limit) => ({ sign: safe`!`, tone: 'notice', name: safeText(limit.name), words: limitWords(limit) })),
      ),
      ...moreLine(page, looser.length - shown.length),
    ]),
    orderLines(page, difference),
    closingLines(difference, isPipe ? Number.POSITIVE_INFINITY : width),
  ]);
}

/** `plan.yaml is the same as HEAD:plan.yaml: 12 orders`. */
function sameParts({ before, after }: Difference): Safe[] {
  const same = safe`${safeText(after.name)} is the same as ${safeText(before.name)}: ${amountOf(after.orders.length, 'order')}`;
  return [same, ...(after.whole === undefined ? [] : [safe`digest ${digestShown(after.whole.digest)}`])];
}

function headLines(page: Page, difference: Difference): Drawn[] {
  const { before, after } = difference;
  const generation = after.plan ?? before.plan;
  return flow(page, [
    ['plan', safeText(planName(difference))],
    ...(generation === undefined ? [] : [safe`generation ${generation.generation}`]),
    safe`${safeText(before.name)} → ${safeText(after.name)}`,
  ]);
}

/** One line of a position: one side of it, or both where they are the same. */
interface Row {
  readonly name: Safe;
  readonly side: Safe;
  readonly words: FigureWords;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: safe`Risk`, of: ({ name }) => name },
  { name: safe``, of: ({ side }) => side },
  { name: safe`orders`, of: ({ words }) => words.orders, isNumber: true },
  { name: safe`size`, of: ({ words }) => words.size, isNumber: true },
  { name: safe`notional`, of: ({ words }) => words.notional, isNumber: true },
  { name: safe`loss at stops`, of: ({ words }) => words.loss, isNumber: true },
  { name: safe`no stop`, of: ({ words }) => words.withoutStop, isNumber: true },
];

function riskLines(page: Page, difference: Difference): Drawn[] {
  const all = riskRows(difference);
  const shown = all.slice(0, MOST_LINES);
  const rows = shown.flatMap(rowsOf);
  const { titles, rows: cells, width } = tableOf(cellsOf(COLUMNS, rows), rows.length);
  const table =
    width <= page.width
      ? [page.paint('quiet', titles), ...cells]
      : [page.paint('heading', safe`  Risk`), ...shown.flatMap((row) => spread(page, row))];
  const costs = costParts(difference).map(([name, words]) => safe`${name} ${words}`);
  return [
    ...(rows.length === 0 ? [] : table),
    ...moreLine(page, all.length - shown.length, 'position'),
    ...dotted(costs, page.width - 2).map((text) => line(page.paint, [safe`  ${text}`])),
  ];
}

function rowsOf({ symbol, direction, before, after }: RiskRow): Row[] {
  const isOpening = direction === 'long' || direction === 'short';
  const name = safe`${safeText(symbol)} ${direction}`;
  const [was, is] = [figureWords(before, isOpening), figureWords(after, isOpening)];
  if (Object.values(was).join(' ') === Object.values(is).join(' ')) return [{ name, side: safe`same`, words: is }];
  return [
    { name, side: safe`before`, words: was },
    { name: safe``, side: safe`after`, words: is },
  ];
}

/** Where the table has no room: every figure with its name. */
function spread(page: Page, row: RiskRow): Drawn[] {
  const isOpening = row.direction === 'long' || row.direction === 'short';
  const [was, is] = [figureWords(row.before, isOpening), figureWords(row.after, isOpening)];
  const figures = [
    safe`orders ${arrow(was.orders, is.orders)}`,
    safe`size ${arrow(was.size, is.size)}`,
    safe`notional ${arrow(was.notional, is.notional)}`,
    ...(isOpening
      ? [safe`loss at stops ${arrow(was.loss, is.loss)}`, safe`no stop ${arrow(was.withoutStop, is.withoutStop)}`]
      : []),
  ];
  return [
    ...paragraph(page, safe`${safeText(row.symbol)} ${row.direction}`, 2),
    ...dotted(figures, page.width - 4).map((text) => line(page.paint, [safe`    ${text}`])),
  ];
}

const LOOKS: Readonly<Record<ChangeKind, { readonly sign: Safe; readonly tone: Tone }>> = {
  changed: { sign: safe`~`, tone: 'notice' },
  added: { sign: safe`+`, tone: 'added' },
  removed: { sign: safe`-`, tone: 'removed' },
};

function orderLines(page: Page, difference: Difference): Drawn[] {
  const { shown, more } = largest(orderGroups(difference), MOST_LINES);
  const isOne = new Set(shown.map(({ orders }) => orders[0].symbol)).size < 2;
  return section(page, safe`Orders`, [
    ...named(
      page,
      shown.map((group) => {
        const { sign, tone } = LOOKS[group.kind];
        return { sign, tone, name: safeText(group.name), words: groupWords(group, isOne) };
      }),
    ),
    ...moreLine(page, more, 'order'),
  ]);
}

interface Named {
  readonly sign: Safe;
  readonly tone: Tone;
  readonly name: Safe;
  readonly words: Safe;
}

/** A sign and a name in columns, the words behind them in as many lines as they need. */
function named(page: Page, rows: readonly Named[]): Drawn[] {
  const room = Math.min(ID_ROOM + 8, Math.max(8, page.width - LEAST_ROOM - 6));
  const width = Math.min(room, widest(rows.map(({ name }) => name)));
  const indent = width + 6;
  return rows.flatMap(({ sign, tone, name, words }) => {
    const [first = safe``, ...more] = wrap(words, Math.max(LEAST_ROOM, page.width - indent));
    return [
      line(page.paint, [safe`  `, [tone, sign], safe` ${padEnd(cutMiddle(name, width), width)}  ${first}`]),
      ...more.map((text) => line(page.paint, [spaces(indent), text])),
    ];
  });
}

const moreLine = ({ paint }: Page, more: number, noun?: string): Drawn[] =>
  more === 0
    ? []
    : [
        paint(
          'quiet',
          noun === undefined ? safe`  … and ${grouped(more)} more` : safe`  … and ${amountOf(more, `more ${noun}`)}`,
        ),
      ];

/** The command is alone on its line, however long: it is there to be copied. A line for a program has it all. */
function closingLines(difference: Difference, width: number): Safe[] {
  const parts = closingParts(difference);
  const { next } = difference;
  if (next === undefined || next.refusal !== undefined) return dotted(parts, width);
  const command = commandWords(next);
  return width === Number.POSITIVE_INFINITY
    ? dotted([...parts, command], width)
    : [...dotted(parts, width), safe`  ${command}`];
}

function closingParts(difference: Difference): Safe[] {
  const { next } = difference;
  const counts = safe`${safeText(planName(difference))}: ${countWords(difference)}`;
  if (next === undefined) return [counts];
  if (next.refusal !== undefined) return [counts, safe`digest ${digestShown(next.digest)}`];
  const checkout = next.ref === undefined ? [] : [safe`with ${safeText(next.ref)} checked out`];
  return [counts, codeWords(next), ...checkout];
}
