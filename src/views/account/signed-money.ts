/** Gains and losses of a column, each with its sign. */
import { Decimal } from '../../model/decimal.ts';
import type { Rational } from '../../model/rational.ts';
import { moneyColumn } from '../../protection/money.ts';

/** `?` where one is not known. */
export function signedColumn(values: readonly (Decimal | Rational | undefined)[]): string[] {
  const known = values.filter((value) => value !== undefined);
  const texts = moneyColumn(known, 'gain');
  let at = 0;
  return values.map((value) => (value === undefined ? '?' : withSign(texts[at++] ?? '', value)));
}

/** A gain below a cent is `≈0.00`. */
const withSign = (text: string, value: Decimal | Rational): string =>
  isAboveZero(value) && /[1-9]/.test(text) ? text.replace(/^≈?/u, (sign) => `${sign}+`) : text;

const isAboveZero = (value: Decimal | Rational): boolean =>
  value instanceof Decimal ? value.coefficient > 0n : !value.isZero && !value.isNegative;
