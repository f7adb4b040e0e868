/** The orders that close the parts of a position, as a plan of ordo's own: each under an id that no close had before. */
import type { JournalState } from '../../journal/records/state.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import type { Plan, PlannedOrder } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';
import type { PositionSide } from '../../protection/guarded.ts';
import type { ClosedPart } from './parts.ts';

interface ClosePlanOf {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly parts: readonly ClosedPart[];
  /** In one line, for whoever reads a report of it. */
  readonly description: string;
}

export function closePlan({ symbol, side, parts, description }: ClosePlanOf, known: JournalState): Plan {
  const first = 1 + Math.max(0, ...[...known.keys()].map(numberOf));
  const orders = parts.map(({ marginMode, size }, at): PlannedOrder => ({
    id: `${symbolKey(symbol)}-${side}-${first + at}`,
    symbol,
    marginMode,
    side: `close-${side}`,
    size,
    price: { kind: 'market' },
    timeInForce: 'normal',
    line: 1,
  }));
  const { plan: name, generation } = CLOSE_PLAN;
  return { name, generation, description, orders, ladders: [], limits: {} };
}

const numberOf = (id: string): number => Number(/\d+$/.exec(id)?.[0] ?? 0);
