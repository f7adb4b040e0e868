/** What two plans come to, side by side: the figures of a dry run, of whole plans, as if nothing was sent yet. */
import { headline } from '../../model/event-of.ts';
import { isLong, type PlannedOrder } from '../../model/order.ts';
import { groupsOf } from '../../compile/follow/groups.ts';
import { laterIds } from '../../compile/follow/later.ts';
import { stopsOfPlan } from '../../protection/followed.ts';
import { drawnFollowed } from '../figures/drawn-order.ts';
import { positionsOf, type Position } from '../figures/exposure.ts';
import type { Exposure } from '../figures/exposure-figures.ts';
import type { Difference } from './difference.ts';

/** What opens, or where nothing does, what closes. */
const DIRECTIONS = ['long', 'short', 'close-long', 'close-short'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One direction of one symbol; missing on the side that has none of it. */
export interface RiskRow {
  readonly symbol: string;
  readonly direction: Direction;
  readonly before?: Exposure;
  readonly after?: Exposure;
  /** Orders that only a follower sends, before and after. */
  readonly later: readonly [before: number, after: number];
}

/** With exits as what they are to their entries. */
export function riskOf(orders: readonly PlannedOrder[]): readonly Position[] {
  const { groups } = groupsOf(orders);
  const kinds = new Map(groups.flatMap(({ exits }) => exits.map(({ id, kind }) => [id, kind] as const)));
  const stops = stopsOfPlan({ orders, groups });
  const drawn = orders.flatMap((order) => {
    const one = drawnFollowed(headline(order, stops.get(order.id)), kinds.get(order.id));
    return one === undefined || one === 'stop' ? [] : [one];
  });
  return positionsOf(drawn, []);
}

/** How many orders of that direction of a symbol only a follower sends. */
function laterOf(orders: readonly PlannedOrder[]): (symbol: string, ofLong: boolean) => number {
  const later = laterIds(orders);
  return (symbol, ofLong) =>
    orders.filter((one) => later.has(one.id) && one.symbol === symbol && isLong(one.side) === ofLong).length;
}

export const directionOf = ({ isLong: ofLong, opens }: Position): Direction =>
  opens ? (ofLong ? 'long' : 'short') : ofLong ? 'close-long' : 'close-short';

/** By symbol, in the order of the plan behind; what only the one before has comes last. */
export function riskRows({ before, after }: Difference): RiskRow[] {
  type Row = { -readonly [Key in keyof RiskRow]: RiskRow[Key] };
  const rows = new Map<string, Row>();
  const [wasLater, isLater] = [laterOf(before.orders), laterOf(after.orders)];
  const sides = [
    ['after', riskOf(after.orders)],
    ['before', riskOf(before.orders)],
  ] as const;
  for (const [side, positions] of sides) {
    for (const position of positions) {
      const { symbol, isLong: ofLong, ofRun } = position;
      const direction = directionOf(position);
      const key = `${symbol} ${direction}`;
      const row = rows.get(key) ?? { symbol, direction, later: [wasLater(symbol, ofLong), isLater(symbol, ofLong)] };
      row[side] = ofRun;
      rows.set(key, row);
    }
  }
  const bySymbol = Map.groupBy(rows.values(), ({ symbol }) => symbol);
  return [...bySymbol.values()].flat();
}
