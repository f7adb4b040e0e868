/** A ladder: its lines in the plan, its rule, and every rung with its numbers and what became of it. */
import { count } from '../../model/count.ts';
import { Decimal } from '../../model/decimal.ts';
import type { OrderState } from '../../model/outcome.ts';
import { joined, safe, safeText, safeTexts, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { cut, widthOf } from '../text/columns.ts';
import { GAP, pageOf, paragraph, section, textOf, type Page } from '../text/page.ts';
import { STATES } from '../text/states.ts';
import { cellsOf, type Column } from '../text/table.ts';
import { withheldWords, type ExplainedLadder, type ExplainedRung } from './explained.ts';
import { toneOf, type ExplainOptions } from './order-lines.ts';
import { excerptLines, fieldLines, headLines } from './plan-lines.ts';

/** Ends in a newline. */
export function renderLadder(ladder: ExplainedLadder, options: ExplainOptions): string {
  const page = pageOf(options);
  const { id, name, rungs, words } = ladder;
  const loudest = rungs.find(({ known }) => toneOf(known) === 'unknown') ?? rungs.find(({ known }) => known);
  const what = safe`ladder of ${count(rungs.length, 'order')}, ${statesWords(ladder)}`;
  const rule = [...safeTexts(words), totals(rungs)].flatMap((text) => paragraph(page, text, 2));
  return textOf([
    headLines(page, ladder, safe`${safeText(id)} of ${safeText(name)}: ${what}`, toneOf(loudest?.known)),
    excerptLines(page, ladder.excerpt),
    section(page, safe`Rule`, rule),
    section(page, safe`Fields of every rung`, fieldLines(page, ladder.fields)),
    section(page, safe`Rungs`, rungTable(page, ladder)),
  ]);
}

const wordOf = ({ known }: ExplainedRung): Safe => STATES[known?.state ?? 'never-sent'].word;

const COUNTED = [
  'accepted',
  'filled',
  'cancelled',
  'closed',
  'rejected',
  'unknown',
  'cancel-unknown',
  'absent',
  'never-sent',
] as const satisfies readonly OrderState[];

/** `3 accepted, 1 UNKNOWN`. */
function statesWords({ rungs, looked }: ExplainedLadder): Safe {
  if (looked.kind === 'not-looked') return safe`no journal was looked at`;
  const amounts = Map.groupBy(rungs, wordOf);
  const parts = COUNTED.flatMap((state) => {
    const { word } = STATES[state];
    const amount = amounts.get(word)?.length ?? 0;
    return amount === 0 ? [] : [safe`${amount} ${word}`];
  });
  return joined(parts, safe`, `);
}

/** The totals of all rungs. */
function totals(rungs: readonly ExplainedRung[]): Safe {
  const numbers = rungs.map(({ size, price }) => ({ size: Decimal.of(size), price: Decimal.of(price) }));
  const size = numbers.reduce((sum, one) => sum.plus(one.size), Decimal.zero);
  const worth = numbers.reduce((sum, one) => sum.plus(one.size.times(one.price)), Decimal.zero);
  return safe`together: size ${safeText(size.canonical())}, worth ${safeText(worth.canonical())} in quote coin (size × price)`;
}

const COLUMNS: readonly Column<ExplainedRung>[] = [
  { name: safe`id`, of: ({ id }) => safeText(id) },
  { name: safe`size`, of: ({ size }) => safeText(size), isNumber: true },
  { name: safe`trigger`, of: ({ trigger = '' }) => safeText(trigger), isNumber: true },
  { name: safe`price`, of: ({ price }) => safeText(price), isNumber: true },
  { name: safe`takeProfit`, of: ({ takeProfit = '' }) => safeText(takeProfit), isNumber: true },
  { name: safe`stopLoss`, of: ({ stopLoss = '' }) => safeText(stopLoss), isNumber: true },
  { name: safe`call`, of: ({ call }) => (call === undefined ? safe`` : safe`${call}`), isNumber: true },
];

/** Last in the row, as only it may be cut: `ordo explain <plan> <rung>` shows it whole. */
function lastCell(rung: ExplainedRung): Safe {
  const { known, withheld } = rung;
  if (known?.state === 'accepted') return safe`accepted ${safeText(known.orderId ?? '')}`;
  if (known !== undefined && known.state !== 'never-sent') {
    const said = [known.code, known.message].filter((text) => (text ?? '') !== '') as string[];
    return joined([wordOf(rung), ...safeTexts(said)], safe` `);
  }
  return withheld === undefined ? wordOf(rung) : safe`never sent; ${safeText(withheldWords(withheld))}`;
}

/** Least room for a state beside the numbers of its rung. */
const STATE_ROOM = 12;

/** A row for each rung; if ids and numbers are too wide for one line, the id is above. */
function rungTable({ width }: Page, { rungs, looked }: ExplainedLadder): Safe[] {
  const [ids, ...numbers] = cellsOf(COLUMNS, rungs);
  if (ids === undefined) return [];
  const hasStates = looked.kind === 'looked';
  const rowOf = (id: Safe, cells: readonly Safe[], state: Safe): Safe[] => {
    const row = joined(cells, GAP);
    const rest = safe`${row}  ${hasStates ? state : ''}`;
    const isWide = 2 + widthOf(id) + 2 + widthOf(row) + 2 + (hasStates ? STATE_ROOM : 0) > width;
    const lines = isWide ? [safe`  ${id}`, safe`    ${rest}`] : [safe`  ${id}  ${rest}`];
    return lines.map((text) => cut(trimmedEnd(text), width));
  };
  const titles = rowOf(
    ids.title,
    numbers.map(({ title }) => title),
    safe`state`,
  );
  const rows = rungs.flatMap((rung, at) => {
    const cells = numbers.map((column) => column.cells[at] as Safe);
    return rowOf(ids.cells[at] as Safe, cells, lastCell(rung));
  });
  return [...titles, ...rows];
}
