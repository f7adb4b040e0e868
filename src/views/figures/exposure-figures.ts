/** The figures of orders of one symbol and direction. Everything is exact except a quotient, which says whether it was rounded. */
import { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { entryPrice } from '../../protection/held.ts';
import { STATES, type PositionProtection, type StakePiece, type State } from '../../protection/protection.ts';
import { Sum, sum as sumOf } from '../../protection/sum.ts';
import { guardedOf, type DrawnOrder } from './drawn-order.ts';
import { gainOf, type Gain } from './gain.ts';
import { quotientOf, type Quotient } from './quotient.ts';

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
  /** The stops that a follower sends after each fill. */
  readonly followed: readonly Decimal[];
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

/** An order with what protection needs of it. */
export type DrawnEntry = DrawnOrder & { readonly guarded: GuardedOrder };

export const entryWith = (order: DrawnOrder): DrawnEntry => ({ ...order, guarded: guardedOf(order) });

export type Protected = readonly PositionProtection[];

/** What is held and what works, whoever opened it: by the units that protection knows. */
export function standingExposure(all: readonly DrawnEntry[], positions: Protected): Exposure {
  const units = [...new Set(positions.flatMap(({ pieces }) => pieces.map(({ unit }) => unit)))];
  const orders = new Set(units.map(({ order }) => order));
  const priced = units.flatMap(({ size, entry }) => (entry === undefined ? [] : [{ size, entry }]));
  const [size, valued] = [sumOf(units), sumOf(priced)];
  const notional = sumOf(priced.map((unit) => ({ size: unit.size.times(unit.entry) })));
  const unvalued = units.filter(({ entry }) => entry === undefined);
  const working = units.filter(({ state }) => state === 'working');
  return {
    orders: orders.size,
    size,
    ...(priced.length > 0 && { notional, average: quotientOf(notional, valued, placesOf(positions)) }),
    unvalued: { orders: unvalued.length, size: sumOf(unvalued) },
    byReference: working.filter(({ order, entry }) => entry !== undefined && isAtMarket(order)).length,
    waiting: working.filter(({ order }) => order?.trigger !== undefined && order.standing !== 'fired').length,
    ...openingFigures(
      all.filter(({ side, guarded }) => !isOpening(side) || orders.has(guarded)),
      positions,
    ),
  };
}

const isAtMarket = (order: GuardedOrder | undefined): boolean =>
  order?.price.kind === 'market' && order.trigger === undefined;

/** One digit finer than the prices that somebody wrote: what is held was opened at an average, which may have any number of digits. */
export const placesOf = (positions: Protected): number =>
  positions.reduce(
    (most, { pieces }) => pieces.reduce((sofar, { unit: { order } }) => Math.max(sofar, scaleOf(order)), most),
    0,
  ) + 1;

const scaleOf = (order: GuardedOrder | undefined): number =>
  order === undefined
    ? 0
    : Math.max(
        order.price.kind === 'limit' ? order.price.at.scale : 0,
        order.trigger?.scale ?? 0,
        order.stopLoss?.scale ?? 0,
      );

/** The opening orders among `all`, or the closing ones where none opens. */
export function exposureOf(all: readonly DrawnEntry[], orders: readonly DrawnEntry[], positions: Protected): Exposure {
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
const priceOf = ({ guarded }: DrawnEntry): Decimal => entryPrice(guarded) as Decimal;

function openingFigures(all: readonly DrawnEntry[], positions: Protected): Pick<Exposure, 'loss' | 'gain' | 'ratio'> {
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
  const stopsOf = (is: (piece: StakePiece) => boolean): Decimal[] => {
    const stops = new Map<string, Decimal>();
    for (const one of pieces) if (one.at !== undefined && is(one)) stops.set(one.at.canonical(), one.at);
    return [...stops.values()].toSorted((a, b) => b.compare(a));
  };
  return {
    amount: total(({ lossAtStops }) => lossAtStops),
    covered: total(({ covered }) => covered),
    state: STATES.find((state) => positions.some((one) => one.state === state)) ?? 'none',
    naked: total(({ naked }) => naked),
    unknown: total(({ unknown }) => unknown),
    worth: { naked: worthOf(pieces, 'naked'), unknown: worthOf(pieces, 'unknown') },
    unpriced: total(({ unpriced }) => unpriced),
    bareOrders: bare.size,
    triggers: stopsOf(({ stop, unit }) => stop !== unit.order),
    followed: stopsOf(({ stop, unit }) => stop === unit.order && stop?.isStopFollowed === true),
  };
}

const sizeOf = (orders: readonly DrawnOrder[]): Decimal => sum(orders, ({ size }) => size);

function sum<Order extends DrawnOrder>(orders: readonly Order[], of: (order: Order) => Decimal): Decimal {
  const all = new Sum();
  for (const order of orders) all.add(of(order));
  return all.total;
}

function worthOf(pieces: readonly StakePiece[], result: StakePiece['result']): Decimal | undefined {
  const worth = new Sum();
  for (const piece of pieces) {
    if (piece.result !== result) continue;
    if (piece.unit.entry === undefined) return undefined;
    worth.add(piece.size.times(piece.unit.entry));
  }
  return worth.total;
}
