import type { Decimal } from '../../model/decimal.ts';
import { joined, partOf, safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { packed, widthOf, wrap } from '../text/columns.ts';
import { GAP, type Page } from '../text/page.ts';
import { amountOf, grouped } from '../text/phrases.ts';
import { cellsOf, tableOf, type Column } from '../text/table.ts';
import type { Drawn } from '../text/tones.ts';
import type { Exposure, Gain, Loss, Position, Quotient } from './exposure.ts';

/** A line of the table: a position of this run, or the same with what stands. */
interface Row {
  readonly name: Safe;
  readonly figures: Exposure;
}

export const quotientWords = (quotient: Quotient | undefined): Safe =>
  quotient === undefined ? safe`` : safe`${quotient.exact ? '' : '≈'}${safeText(quotient.text)}`;

export const lossWords = ({ amount, counted, unpriced }: Pick<Loss, 'amount' | 'counted' | 'unpriced'>): Safe =>
  counted.isZero ? (unpriced.isZero ? safe`none set` : safe`unknown`) : grouped(amount);

const COLUMNS: readonly Column<Row>[] = [
  { name: safe`Exposure`, of: ({ name }) => name },
  { name: safe`orders`, of: ({ figures }) => grouped(figures.orders), isNumber: true },
  { name: safe`size`, of: ({ figures }) => grouped(figures.size), isNumber: true },
  {
    name: safe`notional`,
    of: ({ figures: { notional } }) => (notional === undefined ? safe`market` : grouped(notional)),
    isNumber: true,
  },
  { name: safe`average`, of: ({ figures }) => quotientWords(figures.average), isNumber: true },
  {
    name: safe`loss at stops`,
    of: ({ figures: { loss } }) => (loss === undefined ? safe`` : lossWords(loss)),
    isNumber: true,
  },
];

const rowsOf = ({ symbol, isLong, opens, ofRun, withStanding }: Position): Row[] => {
  const side = isLong ? safe`long` : safe`short`;
  const name = safe`  ${safeText(symbol)} ${opens ? side : safe`close-${side}`}`;
  return [
    { name, figures: ofRun },
    ...(withStanding === undefined ? [] : [{ name: safe`    with what stands`, figures: withStanding }]),
  ];
};

/**
 * A row per symbol and side, what it leaves out behind or below it. If the table is too wide, every figure has its name
 * beside it.
 */
export function exposureLines(page: Page, positions: readonly Position[]): Drawn[] {
  if (positions.length === 0) return [];
  const rows = positions.flatMap(rowsOf);
  const columns = cellsOf(COLUMNS, rows);
  const { titles, rows: cells, width } = tableOf(columns, rows.length);
  // The table begins behind two columns of its own.
  if (width - 2 > page.width)
    return [
      page.paint('heading', safe`Exposure`),
      ...rows.flatMap((row) => listed(page, [...inWords(row, columns.slice(1)), ...notesOf(row.figures)], 2)),
    ];
  return [
    page.paint('quiet', partOf(titles, 2)),
    ...rows.flatMap((row, at) => withNotes(page, partOf(cells[at] as Safe, 2), notesOf(row.figures))),
  ];
}

/** Notes stand behind their row where they have room, else below it. */
function withNotes(page: Page, row: Safe, notes: readonly Safe[]): Safe[] {
  if (notes.length === 0) return [row];
  const whole = safe`${row}  ${joined(notes, safe`; `)}`;
  return widthOf(whole) <= page.width ? [whole] : [row, ...listed(page, notes, 6)];
}

const inWords = (row: Row, used: readonly { readonly column: Column<Row> }[]): Safe[] =>
  used.flatMap(({ column: { name, of } }, at) => {
    const text = of(row);
    if (text === '') return [];
    return [at === 0 ? safe`${partOf(row.name, 2)}: ${name} ${text}` : safe`${name} ${text}`];
  });

/** One after the other in as many lines as they need; one that is wider than a line is broken. */
function listed(page: Page, parts: readonly Safe[], indent: number): Safe[] {
  const pieces = parts.map((part, at) => (at < parts.length - 1 ? safe`${part};` : part));
  return packed(pieces, safe` `, page.width - indent, GAP.length)
    .flatMap((text) => wrap(text, page.width - indent))
    .map((text) => safe`${spaces(indent)}${text}`);
}

function notesOf({ loss, gain, ratio, unvalued, byReference, waiting }: Exposure): Safe[] {
  const notes: (Safe | false)[] = [
    ...(loss === undefined ? [] : lossNotes(loss)),
    gain !== undefined && !gain.amount.isZero && gainNote(gain),
    ratio !== undefined && safe`reward/loss ${quotientWords(ratio)}`,
    byReference > 0 && safe`${byReference} at market by ${byReference === 1 ? 'its' : 'their'} reference`,
    unvalued.orders > 0 && safe`${unvalued.orders} at market not valued (${grouped(unvalued.size)})`,
    waiting > 0 &&
      safe`${amountOf(waiting, 'order')} ${waiting === 1 ? 'waits for its trigger' : 'wait for their triggers'}`,
  ];
  return notes.filter((note) => note !== false);
}

const gainNote = ({ amount, without }: Gain): Safe =>
  safe`+${grouped(amount)} at targets${without.isZero ? safe`` : safe` (${grouped(without)} has no target)`}`;

const lossNotes = ({ counted, unpriced, bare, triggers }: Loss): (Safe | false)[] => [
  triggers.length > 0 && safe`by ${triggerWords(triggers)}`,
  !bare.isZero && !(counted.isZero && unpriced.isZero) && safe`${grouped(bare)} without a stop`,
  !unpriced.isZero && safe`stop of ${grouped(unpriced)} at market not counted`,
];

function triggerWords(triggers: readonly Decimal[]): Safe {
  const [first, last] = [triggers[0] as Decimal, triggers.at(-1) as Decimal];
  if (triggers.length === 1) return safe`trigger ${first}`;
  return triggers.length === 2 ? safe`triggers ${first}, ${last}` : safe`triggers ${first} … ${last}`;
}
