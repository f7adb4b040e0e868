/** Divisions as a person reads them. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';

/** The result of a division with a given number of digits; if it is not exact, the last digit is rounded half up. */
export interface Quotient {
  readonly text: string;
  readonly exact: boolean;
}

/** `of` by `by`, none below zero and `by` not zero, with `places` digits behind the point. */
export const quotientOf = (of: Decimal, by: Decimal, places: number): Quotient =>
  quotient(Rational.of(of).dividedBy(Rational.of(by)), places);

/** Exact results lose trailing zeros. */
export function quotient(ratio: Rational, places: number): Quotient {
  const exact = ratio.toDecimal();
  if (exact !== undefined && exact.scale <= places) return { text: exact.canonical(), exact: true };
  const zero = Decimal.ofDigits(0n, places);
  // A sum has the digits of the longer: the zeros that `nearest` leaves out stay.
  return { text: ratio.nearest(Decimal.ofDigits(1n, places)).plus(zero).toString(), exact: false };
}
