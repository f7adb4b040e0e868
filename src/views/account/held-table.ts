/** What is held: at which average, what it would gain now, and what it loses at which stops. */
import { Rational } from '../../model/rational.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { moneyColumn } from '../../protection/money.ts';
import type { PositionProtection, StakePiece } from '../../protection/protection.ts';
import { grouped } from '../../report/text/phrases.ts';
import { own, table, type Block, type SheetColumn, type Text } from '../../show/sheet.ts';
import { averageOf } from '../protection/account.ts';
import { signedColumn } from './signed-money.ts';

interface Row {
  readonly position: PositionProtection;
  readonly open: string;
  readonly loss: string;
}

const number = (title: Safe, of: (row: Row) => Text): SheetColumn<Row> => ({ title, kind: 'number', of });

const COLUMNS: readonly SheetColumn<Row>[] = [
  { title: safe``, kind: 'name', of: ({ position: { symbol, side } }) => [safeText(symbol), own(safe` ${side}`)] },
  { title: safe``, of: ({ position: { marginMode } }) => own(marginMode === 'isolated' ? safe`isolated` : safe``) },
  number(safe`held`, ({ position: { held } }) => own(grouped(held))),
  number(safe`average`, ({ position }) => averageOf(position)),
  number(safe`mark`, ({ position: { mark } }) => own(mark === undefined ? safe`?` : safeText(mark.canonical()))),
  number(safe`open`, ({ open }) => safeText(open)),
  number(safe`at stops`, ({ position, loss }) => own(atStops(position, safeText(loss)))),
  { title: safe``, kind: 'words', of: ({ position }) => stopWords(position) },
];

/** Nothing is lost at stops that are not there: what has none says so in the place of a sum. */
function atStops({ covered, naked }: PositionProtection, loss: Safe): Safe | ['rejected' | 'notice', Safe] {
  if (!covered.isZero) return loss;
  return naked.isZero ? ['notice', safe`?`] : ['rejected', safe`NAKED`];
}

/** What is not covered beside what is, then where the stops are, the nearest first, and whether any of it is ours. */
function stopWords({ covered, naked, unknown, pieces, side }: PositionProtection): Text {
  const beside = [
    ...(naked.isZero || covered.isZero ? [] : [safe`NAKED ${grouped(naked)}`]),
    ...(unknown.isZero ? [] : [safe`UNKNOWN ${grouped(unknown)}`]),
  ];
  const stops = pieces.flatMap(({ at, unit }) => (at === undefined || unit.state !== 'held' ? [] : [at]));
  const nearest = stops.toSorted((one, other) => (side === 'long' ? other.compare(one) : one.compare(other)));
  const prices = [...new Set(nearest.map((price) => price.canonical()))].map((text) => safeText(text));
  const foreign = pieces.every(isForeign) ? [safe`not ordo’s`] : [];
  return own(joined([...beside, ...prices, ...foreign], safe`, `));
}

const isForeign = ({ unit }: StakePiece): boolean => unit.state !== 'held' || !unit.isOurs;

export function heldBlocks(positions: readonly PositionProtection[]): Block[] {
  const held = positions.filter((position) => !position.held.isZero);
  if (held.length === 0) return [{ is: 'words', text: own(safe`Nothing is held.`) }];
  const open = signedColumn(held.map(openOf));
  const losses = moneyColumn(
    held.map(({ lossAtStops }) => lossAtStops),
    'loss',
  );
  return table(
    COLUMNS,
    held.map((position, at): Row => ({ position, open: open[at] ?? '', loss: losses[at] ?? '' })),
  );
}

/** What closing all of it at the mark would gain; undefined where the mark or the average is not known. */
function openOf({ held, side, average, mark }: PositionProtection): Rational | undefined {
  if (average === undefined || mark === undefined) return undefined;
  const gained = Rational.of(held).times(Rational.of(mark).minus(average));
  return side === 'long' ? gained : gained.negated();
}
