import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { money, moneyColumn, moneyText } from '../../protection/money.ts';
import type { Piece } from '../../report/text/page.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { own, table, together, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import type { Position } from './exposure.ts';
import type { Exposure, Loss } from './exposure-figures.ts';
import type { Gain } from './gain.ts';
import type { Quotient } from './quotient.ts';

/** A position of this run, or the same with what stands. */
interface Row {
  readonly name: Text;
  readonly figures: Exposure;
  /** Computed money, with as many digits behind the point as the others of its column. */
  readonly notional?: string;
  readonly loss?: string;
}

const quotientWords = (quotient: Quotient | undefined): Safe =>
  quotient === undefined ? safe`` : safe`${quotient.exact ? '' : '≈'}${safeText(quotient.text)}`;

/** `none` where nothing is covered; `shown` is the amount as the column has it. */
export const lossWords = (loss: Pick<Loss, 'amount' | 'covered' | 'unpriced'>, shown?: string): Safe => {
  const { amount, covered, unpriced } = loss;
  if (covered.compare(unpriced) > 0) return safeText(shown ?? moneyText(amount, 'loss'));
  return unpriced.isZero ? safe`none` : safe`unknown`;
};

/** `NAKED 0.02`, `UNKNOWN 0.1`: it stands right behind the loss at the stops, as that leaves it out. Base coin. */
const bareParts = ({ naked, unknown }: Pick<Loss, 'naked' | 'unknown'>): readonly Piece[] => [
  ...(naked.isZero ? [] : [['rejected', safe`NAKED ${grouped(naked)}`] as const]),
  ...(unknown.isZero ? [] : [['unknown', safe`UNKNOWN ${grouped(unknown)}`] as const]),
];

const figure = (title: Safe, of: (row: Row) => Safe): SheetColumn<Row> => ({
  title,
  kind: 'number',
  of: (row) => own(of(row)),
});

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe``, kind: 'name', of: ({ name }) => name },
  figure(safe`orders`, ({ figures: { orders } }) => grouped(orders)),
  figure(safe`size`, ({ figures: { size } }) => grouped(size)),
  figure(safe`notional`, ({ notional }) => (notional === undefined ? safe`market` : safeText(notional))),
  figure(safe`average`, ({ figures: { average } }) => quotientWords(average)),
  figure(safe`loss at stops`, ({ figures: { loss }, loss: shown }) =>
    loss === undefined ? safe`` : lossWords(loss, shown),
  ),
];

/** A row per symbol and side, and one with what stands; what it leaves out is its note. */
export const exposureTable = (positions: readonly Position[]): Block[] =>
  table(COLUMNS, withMoney(positions.flatMap(rowsOf)), {
    title: own(safe`Exposure`),
    note: ({ figures }) => together([...bareOf(figures), ...notesOf(figures).map(own)], safe`; `),
  });

const bareOf = ({ loss }: Exposure): Text[] => (loss === undefined ? [] : bareParts(loss).map(own));

function withMoney(rows: readonly Row[]): Row[] {
  const notionals = columnOf(rows, ({ figures }) => figures.notional);
  const losses = columnOf(rows, ({ figures: { loss } }) =>
    loss === undefined || loss.covered.compare(loss.unpriced) <= 0 ? undefined : loss.amount,
  );
  return rows.map((row, at) => ({ ...row, ...defined({ notional: notionals[at], loss: losses[at] }) }));
}

function columnOf(rows: readonly Row[], of: (row: Row) => Decimal | undefined): (string | undefined)[] {
  const values = rows.map(of);
  const texts = moneyColumn(
    values.filter((value) => value !== undefined),
    'loss',
  );
  let next = 0;
  return values.map((value) => (value === undefined ? undefined : texts[next++]));
}

function rowsOf({ symbol, isLong, opens, ofRun, withStanding }: Position): Row[] {
  const side = isLong ? safe`long` : safe`short`;
  return [
    { name: [safeText(symbol), own(safe` ${opens ? side : safe`close-${side}`}`)], figures: ofRun },
    ...(withStanding === undefined ? [] : [{ name: own(safe`  with what is open`), figures: withStanding }]),
  ];
}

function notesOf({ loss, gain, ratio, unvalued, byReference, waiting }: Exposure): Safe[] {
  const notes: (Safe | false)[] = [
    ...(loss === undefined ? [] : lossNotes(loss)),
    gain !== undefined && !gain.amount.isZero && gainNote(gain),
    ratio !== undefined && gain?.amount.isZero !== true && safe`reward/loss ${quotientWords(ratio)}`,
    byReference > 0 && safe`${byReference} at market by ${byReference === 1 ? 'its' : 'their'} reference`,
    unvalued.orders > 0 && safe`${unvalued.orders} at market not valued (${grouped(unvalued.size)})`,
    waiting > 0 &&
      safe`${amountOf(waiting, 'order')} ${waiting === 1 ? 'waits for its trigger' : 'wait for their triggers'}`,
  ];
  return notes.filter((note) => note !== false);
}

function gainText(amount: Decimal): Safe {
  const { text, isRounded } = money(amount, 'gain');
  return safe`${isRounded ? '≈' : ''}+${safeText(text)}`;
}

const gainNote = ({ amount, without }: Gain): Safe =>
  safe`${gainText(amount)} at targets${without.isZero ? safe`` : safe` (${grouped(without)} has no target)`}`;

const lossNotes = ({ unpriced, triggers, followed }: Loss): (Safe | false)[] => [
  triggers.length > 0 && safe`by ${triggerWords(triggers)}`,
  followed.length > 0 && safe`by ${triggerWords(followed)} after each fill`,
  !unpriced.isZero && safe`stop of ${grouped(unpriced)} at market not counted`,
];

function triggerWords(triggers: readonly Decimal[]): Safe {
  const [first, last] = [triggers[0] as Decimal, triggers.at(-1) as Decimal];
  if (triggers.length === 1) return safe`trigger ${first}`;
  return triggers.length === 2 ? safe`triggers ${first}, ${last}` : safe`triggers ${first} … ${last}`;
}
