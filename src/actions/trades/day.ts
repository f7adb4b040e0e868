/** The day that trades are told of, and what it lost. Pure. */
import type { FillsQuery } from '../../model/standing.ts';
import { Rational } from '../../model/rational.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { LEEWAY_MS } from '../../session/lists/list-walk.ts';
import type { TradeSum } from './trade-sums.ts';

export type TradesAsked = (symbols: readonly string[]) => readonly FillsQuery[];

/** Midnight before, of UTC. */
export const midnightOf = (nowMs: number): number => nowMs - (nowMs % DAY_MS);
const DAY_MS = 86_400_000;

/** Clocks differ: what the exchange dates later than we know is of today, too. */
export const dayOf =
  (nowMs: number): TradesAsked =>
  (symbols) =>
    symbols.map((symbol) => ({ symbol, fromMs: midnightOf(nowMs), toMs: nowMs + LEEWAY_MS }));

/** What closing all that is held at its mark would gain; in words what is not told of it. */
export function openProfit({ symbols }: AccountLook): Rational | string {
  let sum = ZERO;
  for (const [symbol, { positions }] of symbols) {
    if (positions === undefined) return `the exchange did not say what is held of ${symbol}`;
    for (const { side, size, average, mark } of positions) {
      if (size.isZero) continue;
      if (average === undefined) return `the exchange did not say at what price ${symbol} ${side} was opened`;
      if (mark === undefined) return `the exchange did not say the mark price of ${symbol}`;
      const gained = Rational.of(size).times(Rational.of(mark).minus(Rational.of(average)));
      sum = sum.plus(side === 'long' ? gained : gained.negated());
    }
  }
  return sum;
}

/** Below zero where more was gained. What is open and gains makes up for no loss. */
export const lossOf = ({ net }: Pick<TradeSum, 'net'>, open: Rational): Rational =>
  (open.isNegative ? open : ZERO).plus(Rational.of(net)).negated();

const ZERO = Rational.ratio(0n, 1n);
