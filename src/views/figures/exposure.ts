/** What orders of one symbol and direction come to. Everything is exact except a quotient, which says whether it was rounded. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { GuardedOrder, MarketRange } from '../../protection/guarded.ts';
import { entryPrice } from '../../protection/held.ts';
import {
  protectionOf,
  STATES,
  type PositionProtection,
  type StakePiece,
  type State,
} from '../../protection/protection.ts';
import { guardedOf, type DrawnOrder } from './drawn-order.ts';
import { gainOf, type Gain } from './gain.ts';

/** The result of a division with a given number of digits; if it is not exact, the last digit is rounded half up. */
export interface Quotient {
  readonly text: string;
  readonly exact: boolean;
}

/** What is lost at the stops, and what has none (src/protection/). Sizes in base coin. */
export interface Loss {
  /** Quote coin, of what is covered and has an entry. */
  readonly amount: Decimal;
  readonly covered: Decimal;
  /** The worst of its margin modes. */
  readonly state: State;
  readonly naked: Decimal;
  readonly unknown: Decimal;
  /** Quote coin, by their entries; undefined where one has none. */
  readonly worth: Readonly<Record<'naked' | 'unknown', Decimal | undefined>>;
  /** Covered, without an entry to reckon from: at market without a reference. */
  readonly unpriced: Decimal;
  /** Orders that are naked or not known, wholly or in part. */
  readonly bareOrders: number;
  /** The triggers that stop orders without a stop of their own. */
  readonly triggers: readonly Decimal[];
}

export interface Exposure {
  readonly orders: number;
  /** Base coin, of all orders. */
  readonly size: Decimal;
  /** Quote coin, of the orders with an entry; undefined where none has one. */
  readonly notional?: Decimal;
  readonly average?: Quotient;
  /** Orders at market without a reference: nobody knows their price, so they have no notional. */
  readonly unvalued: { readonly orders: number; readonly size: Decimal };
  /** Orders at market that count at their reference. */
  readonly byReference: number;
  /** Orders that wait for a trigger. */
  readonly waiting: number;
  /** For opening orders only. */
  readonly loss?: Loss;
  readonly gain?: Gain;
  /** Reward divided by loss, if every order has both. */
  readonly ratio?: Quotient;
}

/** One direction of one symbol. */
export interface Position {
  readonly symbol: string;
  readonly isLong: boolean;
  /** Whether this run opens any of it; else its figures are those of what closes it. */
  readonly opens: boolean;
  readonly ofRun: Exposure;
  /** The same with the opening orders that stand; absent where nothing stands. */
  readonly withStanding?: Exposure;
}

/** An order with what protection needs of it. */
type Entry = DrawnOrder & { readonly guarded: GuardedOrder };

const entryWith = (order: DrawnOrder): Entry => ({ ...order, guarded: guardedOf(order) });

type Protected = readonly PositionProtection[];

const protectedBy = (entries: readonly Entry[], markets: Markets | undefined): Protected =>
  protectionOf({ basis: 'plan', orders: entries.map(({ guarded }) => guarded), markets }).positions;

type Markets = ReadonlyMap<string, MarketRange>;

/** The positions that a run touches, by symbol in the plan's order; `standing` has what stands besides. */
export function positionsOf(
  sent: readonly DrawnOrder[],
  standing: readonly DrawnOrder[],
  markets?: Markets,
): Position[] {
  // What closes at a limit neither adds to a position nor stops it.
  const counted = standing.filter(({ side, trigger }) => isOpening(side) || trigger !== undefined);
  const [own, stood] = [sent.map(entryWith), counted.map(entryWith)];
  const ofRun = protectedBy(own, markets);
  const ofAll = stood.length === 0 ? ofRun : protectedBy([...own, ...stood], markets);
  const positions = Map.groupBy(own, ({ symbol, side }) => `${symbol} ${isLong(side)}`);
  const besides = Map.groupBy(stood, ({ symbol, side }) => `${symbol} ${isLong(side)}`);
  const symbols = [...Map.groupBy(own, ({ symbol }) => symbol).keys()];
  const keys = symbols.flatMap((symbol) => [`${symbol} true`, `${symbol} false`]);
  return keys.flatMap((key) => {
    const mine = positions.get(key);
    return mine === undefined ? [] : positionOf(mine as [Entry, ...Entry[]], besides.get(key) ?? [], { ofRun, ofAll });
  });
}

type Entries = readonly [Entry, ...Entry[]];

function positionOf(mine: Entries, theirs: readonly Entry[], all: { ofRun: Protected; ofAll: Protected }): Position {
  const [{ symbol, side }] = mine;
  const opening = mine.filter((order) => isOpening(order.side));
  const both = [...mine, ...theirs];
  const opens = opening.length > 0;
  const ofThis = ({ symbol: of, side: way }: PositionProtection): boolean =>
    of === symbol && (way === 'long') === isLong(side);
  return {
    symbol,
    isLong: isLong(side),
    opens,
    ofRun: exposureOf(mine, opens ? opening : mine, all.ofRun.filter(ofThis)),
    ...(theirs.length > 0 &&
      both.some((order) => isOpening(order.side)) && {
        withStanding: exposureOf(
          both,
          both.filter((order) => isOpening(order.side)),
          all.ofAll.filter(ofThis),
        ),
      }),
  };
}

/** The opening orders among `all`, or the closing ones where none opens. */
function exposureOf(all: readonly Entry[], orders: readonly Entry[], positions: Protected): Exposure {
  const valued = orders.filter(({ guarded }) => entryPrice(guarded) !== undefined);
  const unvalued = orders.filter(({ guarded }) => entryPrice(guarded) === undefined);
  const notional = sum(valued, (order) => order.size.times(priceOf(order)));
  // One digit finer than the prices.
  const places = valued.reduce((most, order) => Math.max(most, priceOf(order).scale), 0) + 1;
  return {
    orders: orders.length,
    size: sizeOf(orders),
    ...(valued.length > 0 && { notional, average: quotientOf(notional, sizeOf(valued), places) }),
    unvalued: { orders: unvalued.length, size: sizeOf(unvalued) },
    byReference: valued.filter(({ price, trigger }) => price === undefined && trigger === undefined).length,
    waiting: orders.filter(({ trigger }) => trigger !== undefined).length,
    ...(orders.every(({ side }) => isOpening(side)) && openingFigures(all, positions)),
  };
}

/** For an order that has an entry. */
const priceOf = ({ guarded }: Entry): Decimal => entryPrice(guarded) as Decimal;

function openingFigures(all: readonly Entry[], positions: Protected): Pick<Exposure, 'loss' | 'gain' | 'ratio'> {
  const loss = lossOf(positions);
  const gain = gainOf(
    all.map(({ guarded, takeProfit }) => ({ order: guarded, takeProfit })),
    positions,
  );
  const isWhole = [gain.without, loss.naked, loss.unknown, loss.unpriced].every((size) => size.isZero);
  return { loss, gain, ...(isWhole && !loss.amount.isZero && { ratio: quotientOf(gain.amount, loss.amount, 2) }) };
}

function lossOf(positions: Protected): Loss {
  const total = (of: (one: PositionProtection) => Decimal): Decimal =>
    positions.reduce((all, one) => all.plus(of(one)), Decimal.zero);
  const pieces = positions.flatMap((one) => one.pieces);
  const bare = new Set(pieces.flatMap(({ result, unit }) => (result === 'covered' ? [] : [unit.order])));
  const triggers = new Map(
    pieces.flatMap(({ at, stop, unit }) =>
      at === undefined || stop === unit.order ? [] : [[at.canonical(), at] as const],
    ),
  );
  return {
    amount: total(({ lossAtStops }) => lossAtStops),
    covered: total(({ covered }) => covered),
    state: STATES.find((state) => positions.some((one) => one.state === state)) ?? 'none',
    naked: total(({ naked }) => naked),
    unknown: total(({ unknown }) => unknown),
    worth: { naked: worthOf(pieces, 'naked'), unknown: worthOf(pieces, 'unknown') },
    unpriced: total(({ unpriced }) => unpriced),
    bareOrders: bare.size,
    triggers: [...triggers.values()].toSorted((a, b) => b.compare(a)),
  };
}

const sizeOf = (orders: readonly DrawnOrder[]): Decimal => sum(orders, ({ size }) => size);

const sum = <Order extends DrawnOrder>(orders: readonly Order[], of: (order: Order) => Decimal): Decimal =>
  orders.reduce((total, order) => total.plus(of(order)), Decimal.zero);

function worthOf(pieces: readonly StakePiece[], result: StakePiece['result']): Decimal | undefined {
  let worth = Decimal.zero;
  for (const piece of pieces) {
    if (piece.result !== result) continue;
    if (piece.unit.entry === undefined) return undefined;
    worth = worth.plus(piece.size.times(piece.unit.entry));
  }
  return worth;
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
