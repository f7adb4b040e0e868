/** What to write instead of a number that is off its tick or step. */
import type { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import { formulaOf, isExpression } from '../expression/syntax.ts';

/** The valid values around one that is not: multiples of `unit`, above zero, within the bounds; empty if there is none. */
export function nearest(value: Decimal, unit: Decimal, least?: Decimal, most?: Decimal): string {
  const isAllowed = (one: Decimal): boolean =>
    !one.isZero && (least === undefined || one.compare(least) >= 0) && (most === undefined || one.compare(most) <= 0);
  return [value.floorTo(unit), value.ceilTo(unit)].filter(isAllowed).join(' or ');
}

/** A hint does not repeat a longer formula. */
const MOST_CHARACTERS = 60;

/** A hint: the valid values for a written number, the function that makes it fit for an expression. */
export function instead(written: unknown, rounding: 'tick' | 'lot', values: string): string {
  if (typeof written !== 'string' || !isExpression(written)) return `write ${values}`;
  const formula = formulaOf(written);
  const what =
    formula.length > MOST_CHARACTERS
      ? `put ${rounding}( ) around the formula`
      : `write =${rounding}(${safeText(formula, MOST_CHARACTERS)})`;
  return `${what}; near it are ${values}`;
}
