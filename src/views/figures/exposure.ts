/** What orders of one symbol and direction come to. Everything is exact except a quotient, which says whether it was rounded. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { entryOf, stopsOf, type Stoppable, type Stops } from '../../model/stops.ts';
import type { DrawnOrder } from './drawn-order.ts';

/** The result of a division with a given number of digits; if it is not exact, the last digit is rounded half up. */
export interface Quotient {
  readonly text: string;
  readonly exact: boolean;
}

/** What is lost if every order is filled at its entry and closed by its stop, its own or a trigger. */
export interface Loss {
  /** Quote coin. */
  readonly amount: Decimal;
  /** Base coin, with a stop and an entry to reckon from. */
  readonly counted: Decimal;
  /** Base coin, with a stop and no entry: at market without a reference. */
  readonly unpriced: Decimal;
  /** Base coin that nothing closes. */
  readonly bare: Decimal;
  /** Orders that nothing closes, or not wholly. */
  readonly bareOrders: number;
  /** The triggers that close orders without a stop of their own. */
  readonly triggers: readonly Decimal[];
}

/** What the take-profit prices bring. */
export interface Gain {
  /** Quote coin. */
  readonly amount: Decimal;
  /** Base coin of orders without one, or without an entry to reckon from. */
  readonly without: Decimal;
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
  /** Of opening orders only. */
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

type Entry = DrawnOrder & { readonly stoppable: Stoppable };

const entryWith = (order: DrawnOrder): Entry => ({
  ...order,
  stoppable: { ...order, price: order.price === undefined ? { kind: 'market' } : { kind: 'limit', at: order.price } },
});

type Stopped = ReadonlyMap<Stoppable, Stops>;

/** The positions that a run touches, by symbol in the plan's order; `standing` has what stands besides. */
export function positionsOf(sent: readonly DrawnOrder[], standing: readonly DrawnOrder[]): Position[] {
  // What closes at a limit neither adds to a position nor stops it.
  const counted = standing.filter(({ side, trigger }) => isOpening(side) || trigger !== undefined);
  const [own, stood] = [sent.map(entryWith), counted.map(entryWith)];
  const ofRun = stopsOf(own.map(({ stoppable }) => stoppable));
  const ofAll = stood.length === 0 ? ofRun : stopsOf([...own, ...stood].map(({ stoppable }) => stoppable));
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

function positionOf(mine: Entries, theirs: readonly Entry[], stops: { ofRun: Stopped; ofAll: Stopped }): Position {
  const [{ symbol, side }] = mine;
  const opening = mine.filter((order) => isOpening(order.side));
  const all = [...opening, ...theirs.filter((order) => isOpening(order.side))];
  const opens = opening.length > 0;
  return {
    symbol,
    isLong: isLong(side),
    opens,
    ofRun: exposureOf(opens ? opening : mine, stops.ofRun),
    ...(theirs.length > 0 && all.length > 0 && { withStanding: exposureOf(all, stops.ofAll) }),
  };
}

function exposureOf(orders: readonly Entry[], stops: Stopped): Exposure {
  const valued = orders.filter(({ stoppable }) => entryOf(stoppable) !== undefined);
  const unvalued = orders.filter(({ stoppable }) => entryOf(stoppable) === undefined);
  const notional = sum(valued, (order) => order.size.times(priceOf(order)));
  // One digit finer than the prices.
  const places = valued.reduce((most, order) => Math.max(most, priceOf(order).scale), 0) + 1;
  return {
    orders: orders.length,
    size: sizeOf(orders),
    ...(valued.length > 0 && { notional, average: quotient(notional, sizeOf(valued), places) }),
    unvalued: { orders: unvalued.length, size: sizeOf(unvalued) },
    byReference: valued.filter(({ price, trigger }) => price === undefined && trigger === undefined).length,
    waiting: orders.filter(({ trigger }) => trigger !== undefined).length,
    ...(orders.every(({ side }) => isOpening(side)) && openingFigures(orders, stops)),
  };
}

/** Of an order that has an entry. */
const priceOf = ({ stoppable }: Entry): Decimal => entryOf(stoppable) as Decimal;

function openingFigures(orders: readonly Entry[], stops: Stopped): Pick<Exposure, 'loss' | 'gain' | 'ratio'> {
  const loss = lossOf(orders, stops);
  const having = orders.filter((order) => order.takeProfit !== undefined && entryOf(order.stoppable) !== undefined);
  const gain = {
    amount: sum(having, (order) => order.size.times(distance(priceOf(order), order.takeProfit as Decimal))),
    without: sizeOf(orders).minus(sizeOf(having)),
  };
  const isWhole = [gain.without, loss.bare, loss.unpriced].every((size) => size.isZero);
  return { loss, gain, ...(isWhole && !loss.amount.isZero && { ratio: quotient(gain.amount, loss.amount, 2) }) };
}

function lossOf(orders: readonly Entry[], stops: Stopped): Loss {
  let [amount, counted, unpriced, bare] = [Decimal.zero, Decimal.zero, Decimal.zero, Decimal.zero];
  let bareOrders = 0;
  const triggers = new Map<string, Decimal>();
  for (const { stoppable, stopLoss, side } of orders) {
    const found = stops.get(stoppable);
    if (found === undefined) continue;
    bare = bare.plus(found.bare);
    if (!found.bare.isZero) bareOrders += 1;
    const entry = entryOf(stoppable);
    for (const { size, at } of found.stops) {
      if (stopLoss === undefined) triggers.set(at.canonical(), at);
      if (entry === undefined) {
        unpriced = unpriced.plus(size);
        continue;
      }
      counted = counted.plus(size);
      // A stop beyond the entry closes at a profit: it loses nothing.
      const lost = isLong(side) ? entry.minus(at) : at.minus(entry);
      if (lost.compare(Decimal.zero) > 0) amount = amount.plus(size.times(lost));
    }
  }
  return {
    amount,
    counted,
    unpriced,
    bare,
    bareOrders,
    triggers: [...triggers.values()].toSorted((a, b) => b.compare(a)),
  };
}

const distance = (a: Decimal, b: Decimal): Decimal => (a.compare(b) < 0 ? b.minus(a) : a.minus(b));

const sizeOf = (orders: readonly DrawnOrder[]): Decimal => sum(orders, ({ size }) => size);

const sum = <Order extends DrawnOrder>(orders: readonly Order[], of: (order: Order) => Decimal): Decimal =>
  orders.reduce((total, order) => total.plus(of(order)), Decimal.zero);

/** `of` by `by`, none below zero and `by` not zero, with `places` digits behind the point. Exact results lose trailing zeros. */
export function quotient(of: Decimal, by: Decimal, places: number): Quotient {
  const ratio = Rational.of(of).dividedBy(Rational.of(by));
  const exact = ratio.toDecimal();
  if (exact !== undefined && exact.scale <= places) return { text: exact.canonical(), exact: true };
  const zero = Decimal.ofDigits(0n, places);
  // A sum has the digits of the longer: the zeros that `nearest` leaves out stay.
  return { text: ratio.nearest(Decimal.ofDigits(1n, places)).plus(zero).toString(), exact: false };
}
