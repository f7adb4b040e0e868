/**
 * What is left to place of an order that was placed before: the plan's size without what was filled of it, over all its
 * lineages. So never more of it stands than the plan says.
 */
import { filledOf, type KnownOrder } from '../ledger/state.ts';
import { Decimal } from '../model/decimal.ts';
import type { Order, PlannedOrder } from '../model/order.ts';
import type { OrderState, Withheld } from '../model/outcome.ts';

export interface Rest {
  /** What makes the order the rest of itself. */
  readonly sent?: Pick<Order, 'size' | 'carried' | 'replaces'>;
  /** Why nothing of it is placed. */
  readonly vain?: Withheld;
}

/** Nothing of it was placed before. */
export const WHOLE: Rest = {};

const REPLACEABLE: ReadonlySet<OrderState> = new Set([
  'accepted',
  'cancelling',
  'cancel-unknown',
  'cancelled',
  'filled',
]);

/** Whether the place of it can be taken: it was accepted, and no person has closed it. */
export const isReplaceable = ({ state }: KnownOrder): boolean => REPLACEABLE.has(state);

/** Nothing of its last lineage stands, or ever did. */
const NEVER_THERE: ReadonlySet<OrderState> = new Set(['never-sent', 'rejected', 'absent']);

type MinSizeOf = (symbol: string) => Decimal | undefined;

/** The most that is placed: of one that may still rest, what its earlier lineages left; of one that is over, what is left. */
export function restOf(
  order: PlannedOrder,
  before: KnownOrder,
  { minSizeOf }: { readonly minSizeOf?: MinSizeOf },
): Rest {
  if (NEVER_THERE.has(before.state)) return ofCarried(order, before.filled, minSizeOf);
  if (before.state !== 'cancelled' && before.state !== 'filled') {
    const rest = ofCarried(order, before.filled, minSizeOf);
    return rest.vain === undefined ? { sent: { size: order.size, ...rest.sent, replaces: before.clientOid } } : rest;
  }
  const filled = filledOf(before);
  return filled === undefined ? { vain: unresolved(before) } : ofCarried(order, filled.canonical(), minSizeOf);
}

function ofCarried(order: PlannedOrder, filled: string | undefined, minSizeOf: MinSizeOf | undefined): Rest {
  const carried = filled === undefined ? Decimal.zero : Decimal.of(filled);
  if (carried.isZero) return WHOLE;
  const size = order.size.minus(carried);
  if (size.coefficient <= 0n) return filledFar(`${carried.canonical()} of ${order.size.canonical()} was filled before`);
  const least = minSizeOf?.(order.symbol);
  if (least !== undefined && size.compare(least) < 0)
    return filledFar(
      `${size.canonical()} is left of ${order.size.canonical()}, less than the least size ${least.toString()}`,
    );
  return { sent: { size, carried } };
}

const filledFar = (message: string): Rest => ({ vain: { outcome: 'withheld', reason: 'filled', message } });

const unresolved = ({ clientOid }: KnownOrder): Withheld => ({
  outcome: 'withheld',
  reason: 'unresolved',
  message: `how much of ${clientOid} was filled is not known: ordo status --refresh`,
});
