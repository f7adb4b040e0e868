/** A market takes so much of an order until its next step. What is left of it waits where no price comes. */
import type { Decimal } from '../../model/decimal.ts';
import type { BookOrder } from './standing.ts';
import type { Waiting } from './waiting.ts';

/** How much of an order fills now, and the order as it waits after that. */
export function ofDepth(
  order: BookOrder,
  depth: Decimal | undefined,
): { readonly size: Decimal; readonly rest: BookOrder } {
  if (depth === undefined || order.left.compare(depth) <= 0) return { size: order.left, rest: order };
  const at = order.rising ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return { size: depth, rest: { ...order, at } };
}

/** Those that wait for the next step, the first that began to wait first. */
export const spentIn = ({ rising, falling }: Waiting): readonly BookOrder[] =>
  [...rising, ...falling].filter(({ at }) => !Number.isFinite(at)).toSorted((one, other) => one.since - other.since);
