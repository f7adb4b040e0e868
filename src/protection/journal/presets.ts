/** Which of the triggers that a look saw are presets: what the `stopLoss` of a filled order became. */
import type { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import type { GuardedOrder, MarketRange } from '../guarded.ts';
import type { OrderSeen } from './order-seen.ts';

/** An order that was filled, in part or whole, and whose preset may rest. */
export interface FilledOrder {
  readonly order: GuardedOrder;
  readonly stopLoss: Decimal;
  readonly filled: Decimal;
  /** The market that the look saw. */
  readonly market: MarketRange | undefined;
}

interface Row {
  readonly row: OrderSeen;
  left: Decimal;
}

type Fits = (row: Row, of: FilledOrder) => boolean;

const rests = ({ isUnsure, trigger }: OrderSeen): boolean => isUnsure !== true && trigger !== undefined;

const isWhole = ({ row, left }: Row): boolean => row.size === left;

/** The surest first: a preset is of its order's size, or of what was filled of it. A smaller one would not be enough. */
const FITS: readonly Fits[] = [
  (row, { order }) => isWhole(row) && row.left.compare(order.size) === 0,
  (row, { filled }) => isWhole(row) && row.left.compare(filled) === 0,
  ({ left }, { filled }) => left.compare(filled) >= 0,
];

export class PresetRows {
  /** Closing triggers by where they close, from the smallest up. */
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  readonly #all: readonly Row[];

  /** Takes rows that are not orders of ours. */
  constructor(rows: readonly OrderSeen[]) {
    this.#all = rows.map((row) => ({ row, left: row.size }));
    const closing = this.#all.filter(({ row }) => !isOpening(row.side) && rests(row));
    this.#rows = Map.groupBy(
      closing.toSorted((one, other) => one.left.compare(other.left)),
      ({ row }) => placeOf(row, row.trigger as Decimal),
    );
  }

  /** The orders whose preset rests. Each trigger is of one order at most, and what is left of it no longer a preset. */
  claim(wanted: readonly FilledOrder[]): Set<GuardedOrder> {
    const found = new Set<GuardedOrder>();
    const open = wanted.filter(isAhead).toSorted(bySize);
    for (const fits of FITS)
      for (const one of open) if (!found.has(one.order) && this.#take(one, fits)) found.add(one.order);
    return found;
  }

  #take(one: FilledOrder, fits: Fits): boolean {
    const { order, stopLoss } = one;
    const row = this.#rows.get(placeOf(order, stopLoss))?.find((there) => !there.left.isZero && fits(there, one));
    if (row === undefined) return false;
    row.left = row.left.minus(order.size.compare(row.left) < 0 ? order.size : row.left);
    return true;
  }

  /**
   * Rows that may be presets of orders of which nobody knows whether they were filled, each with so much as its order has. They are no
   * row of anybody else from then on.
   */
  doubted(orders: readonly (GuardedOrder & { readonly stopLoss: Decimal })[]): OrderSeen[] {
    return orders.toSorted(bySizeOf).flatMap((order) => {
      const row = this.#rows.get(placeOf(order, order.stopLoss))?.find(({ left }) => !left.isZero);
      if (row === undefined) return [];
      const size = order.size.compare(row.left) < 0 ? order.size : row.left;
      row.left = row.left.minus(size);
      return [{ ...row.row, size }];
    });
  }

  /** Every row that is not a preset, with the size that no preset explains. */
  others(): OrderSeen[] {
    return this.#all.flatMap(({ row, left }) => (left.isZero ? [] : [{ ...row, size: left }]));
  }
}

/** Where something closes: the position, and the price in one spelling. */
const placeOf = (of: Pick<GuardedOrder, 'symbol' | 'marginMode' | 'side'>, at: Decimal): string =>
  `${of.symbol} ${of.marginMode} ${isLong(of.side)} ${at.canonical()}`;

/** Whether the market has yet to come to a stop. One that it has passed has fired: a trigger that rests there is a target. */
function isAhead({ order, stopLoss, market }: FilledOrder): boolean {
  if (market === undefined) return true;
  return isLong(order.side) ? stopLoss.compare(market.low) < 0 : stopLoss.compare(market.high) > 0;
}

const nameOf = ({ plan = '', generation = 0, id = '' }: GuardedOrder): string => `${plan}\n${generation}\n${id}`;

/** The order of the input changes nothing. */
function bySize(one: FilledOrder, other: FilledOrder): number {
  return other.filled.compare(one.filled) || bySizeOf(one.order, other.order);
}

function bySizeOf(one: GuardedOrder, other: GuardedOrder): number {
  const [a, b] = [nameOf(one), nameOf(other)];
  return other.size.compare(one.size) || (a < b ? -1 : a > b ? 1 : 0);
}
