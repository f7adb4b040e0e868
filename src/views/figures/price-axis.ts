/**
 * The orders of one symbol on a price axis, the highest price first.
 *
 * Invariants
 * 1. There are at most as many rows as asked for, breaks included, whatever the number of orders: if there are more price
 *    levels, neighbours are put together, but never across a gap that is marked.
 * 2. Every order appears once with its size: in the bar at its price; or, as it rests nowhere, among those at market now or
 *    in the words of its trigger where it is at market then. Stops, targets and triggers are marked besides.
 */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { SIDES, type Side } from '../../model/order.ts';
import { RowsAtPrice, type AxisRow } from './axis-row.ts';
import type { DrawnOrder } from './drawn-order.ts';

/** Fewest rows that always do: four sides at market, and four at prices. */
const LEAST_ROWS = 2 * SIDES.length;

/** Most gaps that are marked. */
const MOST_GAPS = 2;

/** A gap is wide if it is more than this many times the median one. */
const WIDE = Decimal.of('3');

export interface Level {
  readonly high: Decimal;
  /** The same object as `high` for a single price. */
  readonly low: Decimal;
  /** One for each side that has something here. */
  readonly rows: readonly AxisRow[];
  /** The next level is so much lower that the axis shows a break. */
  readonly gapBelow: boolean;
}

export interface PriceAxis {
  readonly market: readonly AxisRow[];
  /** In at most so many rows together with those at market, which are never fewer than eight. */
  readonly levels: (most: number) => readonly Level[];
  readonly highest?: Decimal;
  readonly lowest?: Decimal;
}

export function priceAxis(orders: readonly DrawnOrder[]): PriceAxis {
  const market = new RowsAtPrice();
  const prices = new Map<string, PricedPlace>();
  const at = (price: Decimal): RowsAtPrice => {
    const key = price.canonical();
    const known = prices.get(key) ?? { price, place: new RowsAtPrice() };
    prices.set(key, known);
    return known.place;
  };
  for (const order of orders) {
    const { price, trigger, stopLoss, takeProfit } = order;
    if (price !== undefined) at(price).put(order);
    else if (trigger === undefined) market.put(order);
    else at(trigger).mark('market-trigger', order);
    if (price !== undefined && trigger !== undefined) at(trigger).mark('trigger', order, price);
    if (stopLoss !== undefined) at(stopLoss).mark('stop', order);
    if (takeProfit !== undefined) at(takeProfit).mark('target', order);
  }
  const sorted = [...prices.values()].toSorted((a, b) => b.price.compare(a.price));
  const rows = market.rows();
  return {
    market: rows,
    levels: (most) => fitted(sorted, Math.max(LEAST_ROWS, most) - rows.length),
    ...defined({ highest: sorted[0]?.price, lowest: sorted.at(-1)?.price }),
  };
}

interface PricedPlace {
  readonly price: Decimal;
  readonly place: RowsAtPrice;
}

/** With as many gaps marked as leave every stretch its rows. */
function fitted(sorted: readonly PricedPlace[], room: number): Level[] {
  for (let gaps = MOST_GAPS; gaps > 0; gaps--) {
    const groups = grouped(stretches(sorted, gaps), room);
    if (rowsOf(groups) <= room) return levelsOf(groups);
  }
  return levelsOf(grouped([[...sorted]], room));
}

/** Splits the levels into stretches at the widest gaps; one stretch if no gap is much wider than the others. */
function stretches(sorted: readonly PricedPlace[], most: number): PricedPlace[][] {
  const gaps = sorted
    .slice(1)
    .map(({ price }, at) => ({ below: at, width: (sorted[at] as PricedPlace).price.minus(price) }))
    .toSorted((a, b) => b.width.compare(a.width) || a.below - b.below);
  const median = gaps[Math.floor(gaps.length / 2)]?.width ?? Decimal.zero;
  const wide = gaps.slice(0, most).filter(({ width }) => width.compare(median.times(WIDE)) > 0);
  const ends = [...wide.map(({ below }) => below + 1), sorted.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => sorted.slice(ends[at - 1] ?? 0, end));
}

/** Puts just enough neighbours together for the rows, and the breaks between them, to have room. */
function grouped(parts: readonly PricedPlace[][], room: number): PricedPlace[][][] {
  const prices = parts.reduce((sum, part) => sum + part.length, 0);
  return prices > 2 * room ? evenly(parts, prices, room) : byNearness(parts, room);
}

const levelsOf = (groups: readonly PricedPlace[][][]): Level[] =>
  groups.flatMap((part, at) => part.map((group, n) => levelOf(group, at + 1 < groups.length && n + 1 === part.length)));

/** Where most rows are of several prices, each is of as many: the bars are to be compared. */
function evenly(parts: readonly PricedPlace[][], prices: number, room: number): PricedPlace[][][] {
  for (let groups = room; ; groups--) {
    const found = parts.map((part) => groupsOf(part, Math.max(1, Math.floor((groups * part.length) / prices))));
    if (groups <= 1 || rowsOf(found) <= room) return found;
  }
}

/** The nearest go together first. */
function byNearness(parts: readonly PricedPlace[][], room: number): PricedPlace[][][] {
  const groups = parts.map((part) => groupsOf(part, part.length));
  while (rowsOf(groups) > room) {
    const nearest = nearestPair(groups);
    if (nearest === undefined) break;
    const { part, at } = nearest;
    part.splice(at, 2, [...(part[at] as PricedPlace[]), ...(part[at + 1] as PricedPlace[])]);
  }
  return groups;
}

interface Pair {
  readonly part: PricedPlace[][];
  readonly at: number;
  readonly span: Decimal;
  /** Whether both have rows of one side, which become one. */
  readonly saves: boolean;
}

/** The neighbours to put together: those that save a row, then those that span the least; undefined where no two are left. */
function nearestPair(groups: readonly PricedPlace[][][]): Pair | undefined {
  let nearest: Pair | undefined;
  for (const part of groups)
    for (let at = 0; at + 1 < part.length; at++) {
      const [above, below] = [part[at] as PricedPlace[], part[at + 1] as PricedPlace[]];
      const span = (above[0] as PricedPlace).price.minus((below.at(-1) as PricedPlace).price);
      const saves = !sidesOf(above).isDisjointFrom(sidesOf(below));
      const isNearer = nearest === undefined || (saves === nearest.saves ? span.compare(nearest.span) < 0 : saves);
      if (isNearer) nearest = { part, at, span, saves };
    }
  return nearest;
}

/** Rows of all groups, one for each side, with the breaks between the stretches. */
const rowsOf = (groups: readonly PricedPlace[][][]): number =>
  groups.flat().reduce((sum, group) => sum + sidesIn(group), groups.length - 1);

/** Each group is asked many times. */
const sidesKnown = new WeakMap<readonly PricedPlace[], ReadonlySet<Side>>();

function sidesOf(group: readonly PricedPlace[]): ReadonlySet<Side> {
  const known = sidesKnown.get(group);
  if (known !== undefined) return known;
  const sides = new Set<Side>();
  for (const { place } of group) for (const side of place.sides) sides.add(side);
  sidesKnown.set(group, sides);
  return sides;
}

const sidesIn = (group: readonly PricedPlace[]): number => sidesOf(group).size;

/** A stretch in so many groups, as even as can be. */
function groupsOf(part: readonly PricedPlace[], groups: number): PricedPlace[][] {
  const start = (group: number): number => Math.floor((group * part.length) / groups);
  return Array.from({ length: groups }, (_, group) => part.slice(start(group), start(group + 1)));
}

function levelOf(group: readonly PricedPlace[], gapBelow: boolean): Level {
  const [high, low] = [group[0] as PricedPlace, group.at(-1) as PricedPlace];
  const place = group.length === 1 ? high.place : RowsAtPrice.of(group.map((one) => one.place));
  return { high: high.price, low: low.price, rows: place.rows(), gapBelow };
}
