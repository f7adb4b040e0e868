/** What the fills of one course come to: fees, what is realised, what is held, and which fill left nothing of a position. */
import { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';
import type { MarginMode } from '../model/order-fields.ts';
import type { PositionIndex } from '../paper/market/terms.ts';
import { isFill, type Act, type CourseFill } from './course.ts';
import type { Fees } from '../model/fees.ts';

/** A fill where it happened, with what it cost. */
export interface TallyPlaced {
  readonly index: number;
  readonly fill: CourseFill;
  readonly fee: Decimal;
  /** Whether nothing was held of its position any more after it closed. */
  readonly isLast: boolean;
}

export interface TallyHeld {
  readonly position: PositionIndex;
  readonly size: Decimal;
  /** Size times the average entry. */
  readonly cost: Rational;
}

export interface MoneyTally {
  readonly fills: readonly TallyPlaced[];
  readonly fees: Decimal;
  /** After fees. */
  readonly realised: Rational;
  readonly held: readonly TallyHeld[];
}

const ZERO = Rational.of(Decimal.zero);
export const sideOf = (position: PositionIndex): 'long' | 'short' => (position % 2 === 0 ? 'long' : 'short');
export const modeOf = (position: PositionIndex): MarginMode => (position < 2 ? 'cross' : 'isolated');

export function tallyOf(
  acts: readonly Act[],
  before: readonly TallyHeld[],
  tick: Decimal,
  { maker, taker }: Fees,
): MoneyTally {
  const held = new Map(before.map((one) => [one.position, one]));
  const fills: TallyPlaced[] = [];
  let [fees, gains] = [Decimal.zero, ZERO];
  for (const { index, happened } of acts)
    for (const fill of happened.filter(isFill)) {
      const worth = tick.multiplied(BigInt(fill.price)).times(fill.size);
      const fee = worth.times(fill.role === 'maker' ? maker : taker);
      fees = fees.plus(fee);
      gains = gains.plus(enter(held, fill, Rational.of(worth)));
      const { opens, position } = fill.order.terms;
      fills.push({ index, fill, fee, isLast: !opens && !held.has(position) });
    }
  return { fills, fees, realised: gains.minus(Rational.of(fees)), held: [...held.values()] };
}

function enter(held: Map<PositionIndex, TallyHeld>, { size, order: { terms } }: CourseFill, worth: Rational): Rational {
  const { position, opens } = terms;
  const { size: had = Decimal.zero, cost = ZERO } = held.get(position) ?? {};
  if (opens) {
    held.set(position, { position, size: had.plus(size), cost: cost.plus(worth) });
    return ZERO;
  }
  const left = had.minus(size);
  const part = cost.times(Rational.of(size)).dividedBy(Rational.of(had));
  if (left.isZero) held.delete(position);
  else held.set(position, { position, size: left, cost: cost.minus(part) });
  return sideOf(position) === 'long' ? worth.minus(part) : part.minus(worth);
}
