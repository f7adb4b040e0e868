/**
 * What trades prove as filled of an order whose record does not say so yet. It is held: a stop that is to come with a fill does not cover
 * it. Where trades come to more than was sent, they prove nothing, and the record counts.
 */
import { mayRest, lineageFilled, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { isOpening, type Side } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { Filled } from '../guarded.ts';

/** Where an average has no last digit. */
const DIGIT = Decimal.of('0.00000001');

export interface Traded {
  readonly filled: Filled;
  /** When the last of these trades was told. */
  readonly atMs: number;
  /** Nothing more of it can fill, whatever a late record says. */
  readonly isWhole: boolean;
}

/** `size`: as it was sent. Undefined where its record tells as much. */
export function tradedOf(order: KnownOrder, size: Decimal): Traded | undefined {
  const { trades = [], tradedAtMs, changedAtMs, content } = order;
  if (trades.length === 0 || !mayRest(order) || !isOpening(content['side'] as Side)) return undefined;
  const sizes = trades.map(([, traded, price]) => [Decimal.of(traded), Decimal.of(price)] as const);
  const sum = sizes.reduce((all, [traded]) => all.plus(traded), Decimal.zero);
  if (sum.compare(size) > 0 || sum.compare(lineageFilled(order) ?? Decimal.zero) <= 0) return undefined;
  const worth = sizes.reduce((all, [traded, price]) => all.plus(traded.times(price)), Decimal.zero);
  const average = Rational.of(worth).dividedBy(Rational.of(sum));
  return {
    filled: { size: sum, average: average.toDecimal() ?? average.nearest(DIGIT) },
    atMs: tradedAtMs ?? changedAtMs,
    isWhole: sum.compare(size) === 0,
  };
}
