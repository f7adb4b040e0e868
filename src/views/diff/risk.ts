/** What two plans come to, side by side: the figures of a dry run, of whole plans, as if nothing was sent yet. */
import { headline } from '../../model/event-of.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { drawnOrder } from '../figures/drawn-order.ts';
import { positionsOf, type Exposure, type Position } from '../figures/exposure.ts';
import type { Difference } from './difference.ts';

/** What opens, or where nothing does, what closes. */
export const DIRECTIONS = ['long', 'short', 'close-long', 'close-short'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One direction of one symbol; missing on the side that has none of it. */
export interface RiskRow {
  readonly symbol: string;
  readonly direction: Direction;
  readonly before?: Exposure;
  readonly after?: Exposure;
}

export const riskOf = (orders: readonly PlannedOrder[]): readonly Position[] =>
  positionsOf(
    orders.flatMap((order) => drawnOrder(headline(order)) ?? []),
    [],
  );

export const directionOf = ({ isLong, opens }: Position): Direction =>
  opens ? (isLong ? 'long' : 'short') : isLong ? 'close-long' : 'close-short';

/** By symbol, in the order of the plan behind; what only the one before has comes last. */
export function riskRows({ before, after }: Difference): RiskRow[] {
  const rows = new Map<string, { symbol: string; direction: Direction; before?: Exposure; after?: Exposure }>();
  const sides = [
    ['after', riskOf(after.orders)],
    ['before', riskOf(before.orders)],
  ] as const;
  for (const [side, positions] of sides) {
    for (const position of positions) {
      const { symbol, ofRun } = position;
      const direction = directionOf(position);
      const key = `${symbol} ${direction}`;
      const row = rows.get(key) ?? { symbol, direction };
      row[side] = ofRun;
      rows.set(key, row);
    }
  }
  const bySymbol = Map.groupBy(rows.values(), ({ symbol }) => symbol);
  return [...bySymbol.values()].flat();
}
