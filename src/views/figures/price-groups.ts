/**
 * Prices that share a row where there are too few rows for all. Neighbours are put together, but never across a gap that is marked, and
 * never with the market. Stops share a row last: with nothing while there is room, then with one another.
 */
import type { Decimal } from '../../model/decimal.ts';
import type { Side } from '../../model/order.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import { compareKeys } from '../../protection/prices.ts';
import type { RowsAtPrice } from './axis-row.ts';

/** Most gaps that are marked. */
const MOST_GAPS = 2;

/** A gap is wide if it is more than this many times the median one. */
const WIDE = 3n;

export interface PricedPlace {
  readonly price: Decimal;
  /** The price as a whole number that can be compared with the others of its axis at once. */
  readonly key: bigint;
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
  const wide = wideGaps(sorted);
  for (const share of ['nothing', 'stops', 'all'] as const)
    for (let gaps = MOST_GAPS; gaps >= 0; gaps--) {
      const found = groupedIn(splitAt(sorted, wide.slice(0, gaps)), { share, room });
      if (found !== undefined) return found;
    }
  // Four sides above the market and four below it are more rows than there always are.
  const orders = sorted.filter(({ market }) => market === undefined);
  return [...grouped([[...orders]], room)].flat().map((places) => ({ places, gapBelow: false }));
}

interface Grouping {
  readonly share: StopsShare;
  readonly room: number;
}

function groupedIn(
  stretched: readonly (readonly PricedPlace[])[],
  { share, room }: Grouping,
): PriceGroup[] | undefined {
  const lasts = new Set(stretched.slice(0, -1).map((stretch) => stretch.at(-1)));
  // Each part has a row at least.
  const parts = apart(stretched, share, room - lasts.size);
  if (parts === undefined) return undefined;
  const groups = grouped(parts, room - lasts.size);
  if (rowsOf(groups) + lasts.size > room) return undefined;
  return groups.flat().map((places) => ({ places, gapBelow: lasts.has(places.at(-1)) }));
}

/** The places below which the widest gaps are, the widest first; none if no gap is much wider than the others. */
function wideGaps(sorted: readonly PricedPlace[]): number[] {
  const gaps = sorted.slice(1).map(({ key }, below) => ({ below, width: (sorted[below] as PricedPlace).key - key }));
  gaps.sort((a, b) => compareKeys(b.width, a.width) || a.below - b.below);
  const median = gaps[Math.floor(gaps.length / 2)]?.width ?? 0n;
  return gaps.slice(0, MOST_GAPS).flatMap(({ below, width }) => (width > median * WIDE ? [below] : []));
}

/** The places as stretches, with these as their ends. */
function splitAt(sorted: readonly PricedPlace[], gaps: readonly number[]): PricedPlace[][] {
  const ends = [...gaps.map((below) => below + 1), sorted.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => sorted.slice(ends[at - 1] ?? 0, end));
}

/** Splits stretches where two places may not share a row; undefined if that makes more parts than `most`. */
function apart(
  stretches: readonly (readonly PricedPlace[])[],
  share: StopsShare,
  most: number,
): PricedPlace[][] | undefined {
  const parts: PricedPlace[][] = [];
  for (const stretch of stretches) {
    let part: PricedPlace[] = [];
    let above: PricedPlace | undefined;
    for (const place of stretch) {
      if (above === undefined || !mayShare(above, place, share)) {
        part = [];
        if (parts.push(part) > most) return undefined;
      }
      part.push(place);
      above = place;
    }
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
  readonly span: bigint;
  /** Whether both have rows of one side, which become one. */
  readonly saves: boolean;
}

/** The neighbours to put together: those that save a row, then those that span the least; undefined where no two are left. */
function nearestPair(groups: readonly PricedPlace[][][]): Pair | undefined {
  let nearest: Pair | undefined;
  for (const part of groups)
    for (let at = 0; at + 1 < part.length; at++) {
      const [above, below] = [part[at] as PricedPlace[], part[at + 1] as PricedPlace[]];
      const span = (above[0] as PricedPlace).key - (below.at(-1) as PricedPlace).key;
      const saves = !sidesOf(above).isDisjointFrom(sidesOf(below));
      const isNearer = nearest === undefined || (saves === nearest.saves ? span < nearest.span : saves);
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
