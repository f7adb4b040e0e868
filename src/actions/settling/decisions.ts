import type { JournalState } from '../../journal/records/state.ts';
import type { Ladder } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { refuse } from '../../refusal.ts';
import { CLOSABLE } from './closing.ts';

/** A person's word on one unknown order, or on an accepted one that is closed. */
export interface GivenDecision {
  readonly id: string;
  /** Undefined: it is absent, or closed. */
  readonly orderId?: string;
  /** It was accepted and filled, and its position is gone. */
  readonly isClosed?: true;
  /** Said twice: it has that order id though the lists do not show it. */
  readonly isUnseen?: true;
}

export interface Decisions {
  /** None: the orders are to be looked up. */
  readonly orders: readonly GivenDecision[];
  /** Never empty; always there where one is absent. */
  readonly why?: string;
}

const UNKNOWN: ReadonlySet<OrderState> = new Set(['unknown']);

export function refuseTwice(orders: readonly GivenDecision[]): void {
  const ids = orders.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) refuse('settle/decided-twice', `${twice} is decided twice`, 'decide each order once');
}

/**
 * A decision for each order: a ladder that is absent is each of its unknown rungs, one that is closed each that can be. A ladder of
 * the plan goes before an order of that name that the plan has no more; where both can be meant, both are.
 */
export function byOrder(
  given: readonly GivenDecision[],
  known: JournalState,
  ladders: readonly Ladder[],
): readonly GivenDecision[] {
  const orders = given.flatMap((one): readonly GivenDecision[] => {
    const ladder = ladders.find(({ name }) => name === one.id);
    if (ladder === undefined) return [one];
    const states: ReadonlySet<OrderState> = one.isClosed === true ? CLOSABLE : UNKNOWN;
    const meant = [one.id, ...ladder.orders].filter((id) => states.has(known.get(id)?.state ?? 'never-sent'));
    const what = one.isClosed === true ? 'accepted, filled or cancelled' : 'unknown';
    if (meant.length === 0) refuse('settle/wrong-state', `no rung of ${one.id} is ${what}`, 'ordo status lists them');
    if (one.orderId === undefined) return meant.map((id) => ({ ...one, id }));
    if (meant[0] === one.id) return [one];
    return refuse(
      'order/ladder',
      `${one.id} is a ladder, and an order id belongs to one rung`,
      `name the rung: --placed ${meant[0]}=${one.orderId}`,
    );
  });
  refuseTwice(orders);
  return orders;
}
