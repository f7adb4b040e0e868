import type { Decimal } from '../../model/decimal.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { own, table, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import type { Exposure, Gain, Loss, Position, Quotient } from './exposure.ts';

/** A position of this run, or the same with what stands. */
interface Row {
  readonly name: Text;
  readonly figures: Exposure;
}

const quotientWords = (quotient: Quotient | undefined): Safe =>
  quotient === undefined ? safe`` : safe`${quotient.exact ? '' : '≈'}${safeText(quotient.text)}`;

export const lossWords = ({ amount, counted, unpriced }: Pick<Loss, 'amount' | 'counted' | 'unpriced'>): Safe =>
  counted.isZero ? (unpriced.isZero ? safe`none set` : safe`unknown`) : grouped(amount);

const figure = (title: Safe, of: (figures: Exposure) => Safe): SheetColumn<Row> => ({
  title,
  kind: 'number',
  of: ({ figures }) => own(of(figures)),
});

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe``, kind: 'name', of: ({ name }) => name },
  figure(safe`orders`, ({ orders }) => grouped(orders)),
  figure(safe`size`, ({ size }) => grouped(size)),
  figure(safe`notional`, ({ notional }) => (notional === undefined ? safe`market` : grouped(notional))),
  figure(safe`average`, ({ average }) => quotientWords(average)),
  figure(safe`loss at stops`, ({ loss }) => (loss === undefined ? safe`` : lossWords(loss))),
];

/** A row per symbol and side, and one with what stands; what it leaves out is its note. */
export const exposureTable = (positions: readonly Position[]): Block[] =>
  table(COLUMNS, positions.flatMap(rowsOf), {
    title: own(safe`Exposure`),
    note: ({ figures }) => own(joined(notesOf(figures), safe`; `)),
  });

function rowsOf({ symbol, isLong, opens, ofRun, withStanding }: Position): Row[] {
  const side = isLong ? safe`long` : safe`short`;
  return [
    { name: [safeText(symbol), own(safe` ${opens ? side : safe`close-${side}`}`)], figures: ofRun },
    ...(withStanding === undefined ? [] : [{ name: own(safe`  with what stands`), figures: withStanding }]),
  ];
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
