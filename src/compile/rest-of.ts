/**
 * What is left to place of an order that was placed before: the plan's size without what was filled of it, over all its
 * lineages. So never more of it stands than the plan says. Nothing is carried over to another symbol, side or margin mode:
 * what was filled there is a position of its own.
 */
import { filledBefore, filledOf, lineageFilled, wasNeverThere, type KnownOrder } from '../journal/records/state.ts';
import { heldBefore } from '../journal/records/what-stands.ts';
import type { Decimal } from '../model/decimal.ts';
import { changeWords, orderChanges, otherPosition, type OrderChange } from '../model/order-changes.ts';
import { orderContent, type Order, type PlannedOrder } from '../model/order.ts';
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

type MinSizeOf = (symbol: string) => Decimal | undefined;

/** The most that is placed: of one that may still rest, what its earlier lineages left; of one that is over, what is left. */
export function restOf(
  order: PlannedOrder,
  before: KnownOrder,
  { minSizeOf }: { readonly minSizeOf?: MinSizeOf },
): Rest {
  const mayFill = !wasNeverThere(before) && before.state !== 'cancelled' && before.state !== 'filled';
  const filled = mayFill || wasNeverThere(before) ? filledBefore(before) : filledOf(before);
  if (filled === undefined) return { vain: unresolved(before) };
  const other = otherThan(before, order, mayFill);
  if (other !== undefined) return { vain: { outcome: 'withheld', reason: 'edited-after-send', message: other } };
  const rest = ofCarried(order, filled, minSizeOf);
  return !mayFill || rest.vain !== undefined
    ? rest
    : { sent: { size: order.size, ...rest.sent, replaces: before.clientOid } };
}

/** Why it is another order than the one that was filled, or that may yet be; undefined where it is not. */
function otherThan(before: KnownOrder, order: PlannedOrder, mayFill: boolean): string | undefined {
  const content = orderContent(order);
  const isFilled = mayFill || lineageFilled(before)?.isZero === false;
  const own = isFilled ? otherPosition(orderChanges(before.content, content)) : [];
  if (own.length > 0) return anotherOrder(before, own);
  for (const held of heldBefore(before)) {
    const changes = otherPosition(orderChanges(held.content, content));
    if (changes.length > 0)
      return `${held.content['size'] ?? ''} of it was filled before: ${anotherOrder(held, changes)}`;
  }
  return undefined;
}

/** In words: an edit that makes it one. What rests can be cancelled, what was filled cannot. */
export function anotherOrder({ state }: Pick<KnownOrder, 'state'>, changes: readonly OrderChange[]): string {
  const cancel = state === 'filled' || state === 'cancelled' ? '' : 'cancel this one, ';
  return `${changeWords(changes)} is another order: ${cancel}give the new one an id of its own`;
}

function ofCarried(order: PlannedOrder, carried: Decimal, minSizeOf: MinSizeOf | undefined): Rest {
  if (carried.isZero) return WHOLE;
  const size = order.size.minus(carried);
  if (size.coefficient <= 0n) return filledFar(`${carried.canonical()} of ${order.size.canonical()} was filled before`);
  const least = minSizeOf?.(order.symbol);
  if (least !== undefined && size.compare(least) < 0)
    return filledFar(
      `${size.canonical()} is left of ${order.size.canonical()}, less than the minimum size ${least.toString()}`,
    );
  return { sent: { size, carried } };
}

const filledFar = (message: string): Rest => ({ vain: { outcome: 'withheld', reason: 'filled', message } });

const unresolved = ({ clientOid }: KnownOrder): Withheld => ({
  outcome: 'withheld',
  reason: 'unresolved',
  message: `how much of ${clientOid} was filled is not known: ordo status --refresh`,
});
