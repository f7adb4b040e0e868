/**
 * The totals of one symbol's orders, per side. Everything is exact except a quotient, which says whether it was rounded.
 */
import { Decimal } from '../../model/decimal.ts';
import { isOpening, SIDES, type Side } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import type { DrawnOrder } from './drawn-order.ts';

/** The result of a division with a given number of digits; if it is not exact, the last digit is rounded half up. */
export interface Quotient {
  readonly text: string;
  readonly exact: boolean;
}

/** What the stops lose, or the targets bring, if every order is filled at its price and closed at its preset. */
export interface Presets {
  /** Quote coin. */
  readonly amount: Decimal;
  /** Base coin, of orders with such a preset and a price. */
  readonly covered: Decimal;
  /** Base coin, of orders with such a preset that are at market, so have no price to reckon from. */
  readonly unpriced: Decimal;
  /** Base coin, of orders without such a preset. */
  readonly without: Decimal;
}

export interface SideExposure {
  readonly side: Side;
  readonly orders: number;
  /** Base coin, of all orders. */
  readonly size: Decimal;
  /** Quote coin, of the orders with a price; undefined where none has one. */
  readonly notional?: Decimal;
  readonly average?: Quotient;
  /** Orders at market now. Nobody knows their price, so they have no notional. */
  readonly atMarket: { readonly orders: number; readonly size: Decimal };
  /** Orders that wait for a trigger, and how many of them are at market then and count at their trigger price. */
  readonly waiting: { readonly orders: number; readonly atTrigger: number };
  /** Opening sides only. */
  readonly stops?: Presets;
  readonly targets?: Presets;
  /** Reward divided by loss, if the same orders have both. */
  readonly ratio?: Quotient;
}

/** The sides that occur, in the order of `SIDES`. */
export function exposure(orders: readonly DrawnOrder[]): SideExposure[] {
  const places =
    orders.reduce((most, order) => Math.max(most, order.price?.scale ?? 0, order.trigger?.scale ?? 0), 0) + 1;
  return SIDES.flatMap((side) => {
    const own = orders.filter((order) => order.side === side);
    return own.length === 0 ? [] : [sideExposure(side, own, places)];
  });
}

/** The price an order counts at: its own, or the trigger price if it is at market once triggered. */
const countedPrice = ({ price, trigger }: DrawnOrder): Decimal | undefined => price ?? trigger;

function sideExposure(side: Side, orders: readonly DrawnOrder[], places: number): SideExposure {
  const priced = orders.filter((order) => countedPrice(order) !== undefined);
  const atMarket = orders.filter((order) => countedPrice(order) === undefined);
  const waiting = orders.filter(({ trigger }) => trigger !== undefined);
  const notional = sum(priced, (order) => order.size.times(countedPrice(order) as Decimal));
  return {
    side,
    orders: orders.length,
    size: sizeOf(orders),
    ...(priced.length === 0 ? {} : { notional, average: quotient(notional, sizeOf(priced), places) }),
    atMarket: { orders: atMarket.length, size: sizeOf(atMarket) },
    waiting: { orders: waiting.length, atTrigger: waiting.filter(({ price }) => price === undefined).length },
    ...(isOpening(side) ? openingFigures(orders) : {}),
  };
}

function openingFigures(orders: readonly DrawnOrder[]): Pick<SideExposure, 'stops' | 'targets' | 'ratio'> {
  const stops = presets(orders, 'stopLoss');
  const targets = presets(orders, 'takeProfit');
  const alike = orders.every(({ stopLoss, takeProfit }) => (stopLoss === undefined) === (takeProfit === undefined));
  const ratio = alike && !stops.amount.isZero ? { ratio: quotient(targets.amount, stops.amount, 2) } : {};
  return { stops, targets, ...ratio };
}

function presets(orders: readonly DrawnOrder[], name: 'stopLoss' | 'takeProfit'): Presets {
  const having = orders.filter((order) => order[name] !== undefined);
  const priced = having.filter((order) => countedPrice(order) !== undefined);
  return {
    amount: sum(priced, (order) => order.size.times(distance(countedPrice(order) as Decimal, order[name] as Decimal))),
    covered: sizeOf(priced),
    unpriced: sizeOf(having.filter((order) => countedPrice(order) === undefined)),
    without: sizeOf(orders.filter((order) => order[name] === undefined)),
  };
}

const distance = (a: Decimal, b: Decimal): Decimal => (a.compare(b) < 0 ? b.minus(a) : a.minus(b));

const sizeOf = (orders: readonly DrawnOrder[]): Decimal => sum(orders, ({ size }) => size);

const sum = (orders: readonly DrawnOrder[], of: (order: DrawnOrder) => Decimal): Decimal =>
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
