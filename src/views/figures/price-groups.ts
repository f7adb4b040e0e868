/**
 * Prices that share a row where there are too few rows for all. Neighbours are put together, but never across a gap that is marked, and
 * never with the market. Stops share a row last: with nothing while there is room, then with one another.
 */
import { Decimal } from '../../model/decimal.ts';
import type { Side } from '../../model/order.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { RowsAtPrice } from './axis-row.ts';

/** Most gaps that are marked. */
const MOST_GAPS = 2;

/** A gap is wide if it is more than this many times the median one. */
const WIDE = Decimal.of('3');

export interface PricedPlace {
  readonly price: Decimal;
  readonly place: RowsAtPrice;
  /** Where the market itself is. */
  readonly market?: MarketRange;
}

/** Places of one row for each side. */
export interface PriceGroup {
  readonly places: readonly PricedPlace[];
  readonly gapBelow: boolean;
}

/** How a place that stops something may share its row. */
type StopsShare = 'nothing' | 'stops' | 'all';

/** The highest first, with as many gaps marked as leave every stretch its rows. */
export function fitted(sorted: readonly PricedPlace[], room: number): PriceGroup[] {
  for (const share of ['nothing', 'stops', 'all'] as const)
    for (let gaps = MOST_GAPS; gaps >= 0; gaps--) {
      const found = groupedIn(sorted, { gaps, share, room });
      if (found !== undefined) return found;
    }
  // Four sides above the market and four below it are more rows than there always are.
  const orders = sorted.filter(({ market }) => market === undefined);
  return [...grouped([[...orders]], room)].flat().map((places) => ({ places, gapBelow: false }));
}

interface Grouping {
  readonly gaps: number;
  readonly share: StopsShare;
  readonly room: number;
}

function groupedIn(sorted: readonly PricedPlace[], { gaps, share, room }: Grouping): PriceGroup[] | undefined {
  const stretched = stretches(sorted, gaps);
  const lasts = new Set(stretched.slice(0, -1).map((stretch) => stretch.at(-1)));
  const parts = stretched.flatMap((stretch) => apart(stretch, share));
  // Each part has a row at least.
  if (parts.length + lasts.size > room) return undefined;
  const groups = grouped(parts, room - lasts.size);
  if (rowsOf(groups) + lasts.size > room) return undefined;
  return groups.flat().map((places) => ({ places, gapBelow: lasts.has(places.at(-1)) }));
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

/** Splits a stretch where two places may not share a row. */
function apart(stretch: readonly PricedPlace[], share: StopsShare): PricedPlace[][] {
  const parts: PricedPlace[][] = [];
  for (const place of stretch) {
    const part = parts.at(-1);
    const above = part?.at(-1);
    if (part !== undefined && above !== undefined && mayShare(above, place, share)) part.push(place);
    else parts.push([place]);
  }
  return parts;
}

function mayShare(one: PricedPlace, other: PricedPlace, share: StopsShare): boolean {
  if (one.market !== undefined || other.market !== undefined) return false;
  if (share === 'all') return true;
  const [first, second] = [one.place.hasStop, other.place.hasStop];
  return first === second && (share === 'stops' || !first);
}

/** Puts just enough neighbours of a part together for the rows to have room. */
function grouped(parts: readonly PricedPlace[][], room: number): PricedPlace[][][] {
  const prices = parts.reduce((sum, part) => sum + part.length, 0);
  return prices > 2 * room ? evenly(parts, prices, room) : byNearness(parts, room);
}

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

/** Rows of all groups, one for each side, and one of the market. */
const rowsOf = (groups: readonly PricedPlace[][][]): number =>
  groups.flat().reduce((sum, group) => sum + Math.max(1, sidesIn(group)), 0);

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

/** A part in so many groups, as even as can be. */
function groupsOf(part: readonly PricedPlace[], groups: number): PricedPlace[][] {
  const start = (group: number): number => Math.floor((group * part.length) / groups);
  return Array.from({ length: groups }, (_, group) => part.slice(start(group), start(group + 1)));
}
