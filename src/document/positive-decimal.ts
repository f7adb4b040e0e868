/** Numbers whose form a schema has checked: too many digits, or zero, is what remains to refuse. */
import { Decimal } from '../model/decimal.ts';
import { err, ok, type Result } from '../model/result.ts';
import { tooManyDigits, ZERO } from './decimal-spelling.ts';
import type { Problem } from './problem.ts';

/** The message of a problem goes on from the name of the field: `has 41 digits`. */
export function positiveDecimal(text: string): Result<Decimal, Problem> {
  const value = decimalFrom(text);
  return value.ok && value.value.isZero ? err(ZERO) : value;
}

/** As `positiveDecimal`, where zero has a meaning. */
export function decimalFrom(text: string): Result<Decimal, Problem> {
  const value = Decimal.parse(text);
  return value === undefined ? err(tooManyDigits(text.replace('.', '').length)) : ok(value);
}
