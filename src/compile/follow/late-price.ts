/** Prices that are known only when the exit is sent: formulas of the average prices of what was filled. */
import type { Decimal } from '../../model/decimal.ts';
import type { LatePrice } from '../../model/follow.ts';
import { Rational } from '../../model/rational.ts';

type AverageOf = (ids: readonly string[]) => Rational | undefined;

/** Undefined while nothing was filled of what it asks for, or where there is no such price. */
function lateValue(late: LatePrice, averageOf: AverageOf): Rational | undefined {
  switch (late.kind) {
    case 'number':
      return late.value;
    case 'average':
      return averageOf(late.of);
    case 'negative':
      return lateValue(late.of, averageOf)?.negated();
    case 'abs':
      return lateValue(late.of, averageOf)?.absolute();
    case 'round': {
      const value = lateValue(late.of, averageOf)?.[late.way](late.unit);
      return value === undefined ? undefined : Rational.of(value);
    }
    case 'binary':
      return binaryValue(late, averageOf);
    case 'min':
    case 'max':
      return bestOf(late, averageOf);
  }
}

/** A price to be sent: above zero, with digits that end. */
export function latePrice(late: LatePrice, averageOf: AverageOf): Decimal | undefined {
  const price = lateValue(late, averageOf)?.toDecimal();
  return price === undefined || price.coefficient <= 0n ? undefined : price;
}

function binaryValue(
  { sign, left, right }: Extract<LatePrice, { kind: 'binary' }>,
  averageOf: AverageOf,
): Rational | undefined {
  const [a, b] = [lateValue(left, averageOf), lateValue(right, averageOf)];
  if (a === undefined || b === undefined) return undefined;
  if (sign === '/') return b.isZero ? undefined : a.dividedBy(b);
  return sign === '+' ? a.plus(b) : sign === '-' ? a.minus(b) : a.times(b);
}

function bestOf({ kind, of }: Extract<LatePrice, { kind: 'min' | 'max' }>, averageOf: AverageOf): Rational | undefined {
  const wanted = kind === 'min' ? -1 : 1;
  let best: Rational | undefined;
  for (const one of of) {
    const value = lateValue(one, averageOf);
    if (value === undefined) return undefined;
    if (best === undefined || value.compare(best) * wanted > 0) best = value;
  }
  return best;
}
