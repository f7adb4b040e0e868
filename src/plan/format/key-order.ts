/** The order in which the keys of a mapping are written. */
import type { Path } from '../../document/locate.ts';
import { orderShapeAt } from '../vocabulary/order-words.ts';
import { planShapeAt } from '../vocabulary/plan-words.ts';

const isOrder = (path: Path): boolean => path[0] === 'orders' && typeof path[1] === 'number';

/**
 * Sorts entries with the keys of the mapping at `path` into the order of the plan language. Unknown keys come last, in their
 * own order.
 */
export function inOrder<T>(list: readonly T[], path: Path, keyOf: (one: T) => string): T[] {
  const shape = isOrder(path) ? orderShapeAt(path.slice(2)) : planShapeAt(path);
  const known = Object.keys(shape?.fields ?? {});
  const rank = (one: T): number => {
    const index = known.indexOf(keyOf(one));
    return index === -1 ? known.length : index;
  };
  return list.toSorted((a, b) => rank(a) - rank(b));
}
