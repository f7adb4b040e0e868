/** Computed money as a person reads it: at most two digits behind the point, `≈` where that rounds. What somebody wrote is never given here. */
import { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';

/** A loss, a value and what is naked are rounded up, a gain is rounded down: never to the better. */
type MoneyKind = 'loss' | 'gain';

const CENT = Decimal.of('0.01');
const MOST_PLACES = 2;

interface Money {
  /** With thousands apart and a sign where it is below zero; without `≈`. */
  readonly text: string;
  readonly isRounded: boolean;
}

const isBelowZero = ({ coefficient }: Decimal): boolean => coefficient < 0n;

/** To the cent: a loss away from zero, a gain down. */
function rounded(value: Rational, kind: MoneyKind): Decimal {
  return kind === 'gain' || value.isNegative ? value.below(CENT) : value.above(CENT);
}

const exactly = (value: Decimal | Rational): Rational => (value instanceof Decimal ? Rational.of(value) : value);

/** With `places` digits behind the point, as few as show it where that is not given. */
export function money(value: Decimal | Rational, kind: MoneyKind, places?: number): Money {
  const exact = exactly(value);
  const near = rounded(exact, kind);
  const isRounded = Rational.of(near).compare(exact) !== 0;
  const least = isRounded ? MOST_PLACES : (places ?? 0);
  return { text: grouped(near.plus(Decimal.ofDigits(0n, least)), least), isRounded };
}

/** `≈8,944.41`, `-41.8`, `1,276`. */
export function moneyText(value: Decimal | Rational, kind: MoneyKind): string {
  const { text, isRounded } = money(value, kind);
  return `${isRounded ? '≈' : ''}${text}`;
}

/** Money of one column: all with as many digits behind the point as the one that needs most. */
export function moneyColumn(values: readonly (Decimal | Rational)[], kind: MoneyKind): string[] {
  const places = values.reduce<number>((most, value) => Math.max(most, placesOf(value, kind)), 0);
  return values.map((value) => {
    const { text, isRounded } = money(value, kind, places);
    return `${isRounded ? '≈' : ''}${text}`;
  });
}

function placesOf(value: Decimal | Rational, kind: MoneyKind): number {
  const [, fraction = ''] = money(value, kind).text.split('.');
  return fraction.length;
}

/** `54,900.25`, without zeros behind the point beyond `least`. */
function grouped(value: Decimal, least: number): string {
  const sign = isBelowZero(value) ? '-' : '';
  const [whole = '', fraction = ''] = value.canonical().replace('-', '').split('.');
  const digits = fraction.padEnd(least, '0');
  const thousands = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}${thousands}${digits === '' ? '' : `.${digits}`}`;
}
