/** Which positions orders come to, by symbol and direction, with what is open of the account next to them. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { defined } from '../../model/defined.ts';
import type { GuardedOrder, MarketRange } from '../../protection/guarded.ts';
import { protectionOf, type PositionProtection } from '../../protection/protection.ts';
import { guardedOf, type DrawnOrder } from './drawn-order.ts';
import {
  entryWith,
  exposureOf,
  standingExposure,
  type DrawnEntry,
  type Exposure,
  type Protected,
} from './exposure-figures.ts';
import { lineOf, type Stood } from './line-of.ts';

export interface Position {
  readonly symbol: string;
  readonly isLong: boolean;
  /** Whether this run opens any of it; else its figures are those of what closes it. */
  readonly opens: boolean;
  readonly ofRun: Exposure;
  /** The same with the opening orders that are open already; absent where there are none. */
  readonly withStanding?: Exposure;
}

type Markets = ReadonlyMap<string, MarketRange>;

/** The positions that a run touches, by symbol in the plan's order; `standing` has what else is open, `account` what is known of it. */
export function positionsOf(
  sent: readonly DrawnOrder[],
  standing: readonly DrawnOrder[],
  markets?: Markets,
  account?: Stood,
): Position[] {
  const { own, stood, ofRun, ofAll } = judged(sent, standing, markets, account);
  const positions = Map.groupBy(own, keyOf);
  // Where nothing is open, all of the account is what the run opens.
  const others = ofAll === ofRun ? [] : ofAll;
  return keysOf(own).flatMap((key) => {
    const mine = positions.get(key);
    if (mine === undefined) return [];
    const [theirs, besides] = [
      stood.filter((one) => keyOf(one) === key),
      others.filter((one) => keyOfPosition(one) === key),
    ];
    return positionOf(mine as [DrawnEntry, ...DrawnEntry[]], theirs, {
      ofRun: ofRun.filter((one) => keyOfPosition(one) === key),
      ofAll: besides,
    });
  });
}

/** All positions of the account with what a run would add, each as a whole. */
export function positionsStanding(
  sent: readonly DrawnOrder[],
  standing: readonly DrawnOrder[],
  markets?: Markets,
  account?: Stood,
): Position[] {
  const { own, stood, ofAll } = judged(sent, standing, markets, account);
  const all = [...stood, ...own];
  const entries = Map.groupBy(all, keyOf);
  const positions = Map.groupBy(ofAll.filter(isAtStake), keyOfPosition);
  return [...new Set([...keysOf(all), ...positions.keys()])].flatMap((key): Position[] => {
    const [mine, [first, ...others]] = [entries.get(key) ?? [], positions.get(key) ?? []];
    const [symbol = '', isLongText] = key.split(' ');
    const of = { symbol, isLong: isLongText === 'true' };
    if (first !== undefined) return [{ ...of, opens: true, ofRun: standingExposure(mine, [first, ...others]) }];
    const closing = mine.filter(({ side }) => !isOpening(side));
    return closing.length === 0 ? [] : [{ ...of, opens: false, ofRun: exposureOf(closing, closing, []) }];
  });
}

interface Judged {
  readonly own: readonly DrawnEntry[];
  readonly stood: readonly DrawnEntry[];
  readonly ofRun: Protected;
  readonly ofAll: Protected;
}

/** What a run opens is judged with the stops that nothing else needs, and all of it as the one line does. */
function judged(
  sent: readonly DrawnOrder[],
  standing: readonly DrawnOrder[],
  markets?: Markets,
  account?: Stood,
): Judged {
  const isSinceLook = account?.lookedAtMs !== undefined;
  const told = account && lineOf(sent, account);
  const own = sent.map((order, at): DrawnEntry => {
    const guarded = told?.orders[at] ?? guardedOf(order);
    return Object.assign({}, order, { guarded: isSinceLook ? { ...guarded, isSinceLook } : guarded });
  });
  const stood = standing.map(entryWith);
  const before: Stood = account ?? { orders: stood.map(({ guarded }) => guarded), ...defined({ markets }) };
  // What closes a fill stops nothing, and is not an order of its own before it.
  const placed = own.filter(({ isTarget }) => isTarget !== true);
  const [mine, by] = [placed.map(({ guarded }) => guarded), { basis: 'plan' } as const];
  if (before.orders.length === 0 && before.held === undefined) {
    const { positions: ofRun } = told ?? protectionOf({ ...before, ...by, orders: mine });
    return { own, stood, ofRun, ofAll: ofRun };
  }
  const spare = protectionOf({ ...before, ...by }).positions.flatMap((one) =>
    one.spare.map(({ stop, size }): GuardedOrder => ({ ...stop, size })),
  );
  const { held: _held, ...seen } = before;
  return {
    own,
    stood,
    ofRun: protectionOf({ ...seen, ...by, orders: [...mine, ...spare] }).positions,
    ofAll: protectionOf({ ...before, ...by, orders: [...mine, ...before.orders] }).positions,
  };
}

const keyOf = ({ symbol, side }: Pick<DrawnOrder, 'symbol' | 'side'>): string => `${symbol} ${isLong(side)}`;
const keyOfPosition = ({ symbol, side }: PositionProtection): string => `${symbol} ${side === 'long'}`;

/** Long before short, by symbol in the order of the plan. */
const keysOf = (entries: readonly DrawnEntry[]): string[] =>
  [...new Set(entries.map(({ symbol }) => symbol))].flatMap((symbol) => [`${symbol} true`, `${symbol} false`]);

const isAtStake = ({ held, working }: PositionProtection): boolean => !held.isZero || !working.isZero;

type Entries = readonly [DrawnEntry, ...DrawnEntry[]];

function positionOf(
  mine: Entries,
  theirs: readonly DrawnEntry[],
  all: { ofRun: Protected; ofAll: Protected },
): Position {
  const [{ symbol, side }] = mine;
  const opening = mine.filter((order) => isOpening(order.side));
  const opens = opening.length > 0;
  const ofRun = exposureOf(mine, opens ? opening : mine, all.ofRun);
  const withStanding = all.ofAll.some(isAtStake) ? standingExposure([...mine, ...theirs], all.ofAll) : undefined;
  const isMore = withStanding !== undefined && (!opens || isOther(withStanding, ofRun));
  return { symbol, isLong: isLong(side), opens, ofRun, ...(isMore && { withStanding }) };
}

/** What is open is not shown once more where it adds nothing and takes nothing. */
const isOther = (one: Exposure, other: Exposure): boolean =>
  one.size.compare(other.size) !== 0 ||
  (['amount', 'naked', 'unknown'] as const).some((name) => {
    const [a, b] = [one.loss?.[name] ?? Decimal.zero, other.loss?.[name] ?? Decimal.zero];
    return a.compare(b) !== 0;
  });
