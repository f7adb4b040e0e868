/**
 * What of a plan that is followed was closed by orders that are no exit of it: by hand, a preset, a liquidation, `ordo close`, or a plain
 * close of any plan. It is on record with the trades that prove it, so that it counts after a kill as well, and no trade counts twice.
 */
import { Decimal } from '../../model/decimal.ts';

/** A trade of that position; its size is a decimal, its time in ms since 1970. */
export type ForeignTrade = readonly [id: string, orderId: string, does: 'opens' | 'closes', size: string, atMs: number];

export interface ClosedElsewhere {
  /** The entries of the group, by the ids that they had first. */
  readonly entries: readonly string[];
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** What was missing of the position: no more than these trades closed. In base coin. */
  readonly size: string;
  /** All that were made of the position up to then and counted for nothing before. */
  readonly trades: readonly ForeignTrade[];
}

/** What a trade is known by. */
export const tradeKey = ([id, orderId]: ForeignTrade): string => `${orderId} ${id}`;

/** What trades closed less what they opened; below zero where they opened more. */
export const closedBy = (trades: readonly ForeignTrade[]): Decimal =>
  trades.reduce(
    (sum, [, , does, size]) => (does === 'closes' ? sum.plus(Decimal.of(size)) : sum.minus(Decimal.of(size))),
    Decimal.zero,
  );

/**
 * What counts of it. An order that turned out to be of a plan that is followed since, as what a trigger of it became, counts there: no
 * trade is taken off twice.
 */
export function countedOf({ size, trades }: ClosedElsewhere, ours: ReadonlySet<string>): Decimal {
  const left = closedBy(trades.filter(([, orderId]) => !ours.has(orderId)));
  const whole = Decimal.of(size);
  if (left.coefficient <= 0n) return Decimal.zero;
  return left.compare(whole) < 0 ? left : whole;
}
