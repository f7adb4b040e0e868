/** A ladder: its lines in the plan, its rule, and every rung with its numbers and what became of it. */
import { Decimal } from '../../model/decimal.ts';
import type { OrderState } from '../../model/outcome.ts';
import { safeText } from '../../model/safe-text.ts';
import type { ExplainedLadder, ExplainedRung } from './explained.ts';
import { indented, section } from '../text/sections.ts';
import { excerptLines, fieldLines, headLines, toneOf, type ExplainOptions } from './order-lines.ts';
import { cut, NumberColumn, padEnd, padStart, stack, widthOf } from '../text/columns.ts';
import { painter } from '../text/tones.ts';
import { count } from '../text/phrases.ts';

/** Ends in a newline. */
export function renderLadder(ladder: ExplainedLadder, { color, width }: ExplainOptions): string {
  const paint = painter(color);
  const { id, name, rungs, words } = ladder;
  const loudest = rungs.find(({ known }) => toneOf(known) === 'unknown') ?? rungs.find(({ known }) => known);
  const headline = `${id} of ${name}: ladder of ${count(rungs.length, 'order')}, ${statesWords(ladder)}`;
  const rule = [...words, totals(rungs)].flatMap((text) => indented(text, width));
  const blocks = [
    headLines(ladder, headline, toneOf(loudest?.known), paint, width),
    excerptLines(ladder.excerpt, paint, width),
    section('Rule', rule, paint),
    section('Fields of every rung', fieldLines(ladder.fields, width), paint),
    section('Rungs', rungTable(ladder, width), paint),
  ];
  return `${stack(blocks).join('\n')}\n`;
}

const STATES: Readonly<Record<OrderState, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'UNKNOWN',
  'in-flight': 'UNKNOWN',
  absent: 'absent',
  'never-sent': 'never sent',
};

const stateOf = ({ known }: ExplainedRung): string => STATES[known?.state ?? 'never-sent'];

/** `3 accepted, 1 UNKNOWN`. */
function statesWords({ rungs, looked }: ExplainedLadder): string {
  if (looked.kind === 'not-looked') return 'no journal was looked at';
  const amounts = Map.groupBy(rungs, stateOf);
  return [...new Set(Object.values(STATES))]
    .flatMap((state) => (amounts.has(state) ? [`${amounts.get(state)?.length ?? 0} ${state}`] : []))
    .join(', ');
}

/** What all rungs come to. */
function totals(rungs: readonly ExplainedRung[]): string {
  const numbers = rungs.map(({ size, price }) => ({ size: Decimal.of(size), price: Decimal.of(price) }));
  const size = numbers.reduce((sum, one) => sum.plus(one.size), Decimal.zero);
  const worth = numbers.reduce((sum, one) => sum.plus(one.size.times(one.price)), Decimal.zero);
  return `together: size ${size.canonical()}, worth ${worth.canonical()} in quote coin (size × price)`;
}

interface Column {
  readonly name: string;
  readonly of: (rung: ExplainedRung) => string;
  readonly number?: true;
}

const COLUMNS: readonly Column[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'size', of: ({ size }) => size, number: true },
  { name: 'trigger', of: ({ trigger }) => trigger ?? '', number: true },
  { name: 'price', of: ({ price }) => price, number: true },
  { name: 'takeProfit', of: ({ takeProfit }) => takeProfit ?? '', number: true },
  { name: 'stopLoss', of: ({ stopLoss }) => stopLoss ?? '', number: true },
  { name: 'call', of: ({ call }) => (call === undefined ? '' : String(call)), number: true },
];

/** Last in the row, as only it may be cut: `ordo explain <plan> <rung>` tells it whole. */
function lastCell(rung: ExplainedRung): string {
  const { known, withheld } = rung;
  if (known?.state === 'accepted') return `accepted ${known.orderId ?? ''}`;
  if (known !== undefined && known.state !== 'never-sent') {
    return [stateOf(rung), known.code, known.message].filter((part) => (part ?? '') !== '').join(' ');
  }
  return withheld === undefined ? stateOf(rung) : `never sent; ${withheld}`;
}

/** Least room for a state beside the numbers of its rung. */
const STATE_ROOM = 12;

/** A row for each rung; where ids and numbers are too wide for one line, the id stands above. */
function rungTable({ rungs, looked }: ExplainedLadder, width: number): string[] {
  const [ids = [], ...numbers] = COLUMNS.filter(({ of }) => rungs.some((rung) => of(rung) !== '')).map((column) =>
    cellsOf(column, rungs),
  );
  const isTold = looked.kind === 'looked';
  const states = isTold ? ['state', ...rungs.map((rung) => safeText(lastCell(rung)))] : [];
  return ids.flatMap((id, row) => {
    const cells = numbers.map((column) => column[row] ?? '').join('  ');
    const rest = `${cells}  ${states[row] ?? ''}`;
    const isWide = 2 + widthOf(id) + 2 + widthOf(cells) + 2 + (isTold ? STATE_ROOM : 0) > width;
    const lines = isWide ? [`  ${id}`, `    ${rest}`] : [`  ${id}  ${rest}`];
    return lines.map((text) => cut(text.trimEnd(), width));
  });
}

/** Title and cells of a column, all of one width. */
function cellsOf({ name, of, number }: Column, rungs: readonly ExplainedRung[]): string[] {
  const texts = rungs.map((rung) => safeText(of(rung)));
  const numbers = new NumberColumn();
  if (number) for (const text of texts) numbers.add(text);
  const cells = [name, ...(number ? texts.map((text) => numbers.cell(text)) : texts)];
  const widest = Math.max(...cells.map(widthOf));
  return cells.map((cell) => (number ? padStart : padEnd)(cell, widest));
}
