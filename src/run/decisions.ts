import type { JournalState } from '../ledger/state.ts';
import { EXIT } from '../model/exit-code.ts';
import type { Ladder } from '../model/order.ts';
import { refuse } from '../refusal.ts';

/** A person's word on one unknown order, or on an accepted one that is closed. */
export interface GivenDecision {
  readonly id: string;
  /** Undefined: it is absent, or closed. */
  readonly orderId?: string;
  /** It was accepted and filled, and its position is gone. */
  readonly isClosed?: true;
}

export interface Decisions {
  /** None: the orders are to be looked up. */
  readonly orders: readonly GivenDecision[];
  /** Never empty; always there where one is absent. */
  readonly why?: string;
}

export function refuseTwice(orders: readonly GivenDecision[]): void {
  const ids = orders.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) refuse(EXIT.usage, `${twice} is decided twice`, 'decide each order once');
}

/** A decision for each order: a ladder that is absent is each of its unknown rungs, one that is closed each accepted one. */
export function byOrder(
  given: readonly GivenDecision[],
  known: JournalState,
  ladders: readonly Ladder[],
): readonly GivenDecision[] {
  const orders = given.flatMap((one): readonly GivenDecision[] => {
    const ladder = known.has(one.id) ? undefined : ladders.find(({ name }) => name === one.id);
    if (ladder === undefined) return [one];
    const state = one.isClosed === true ? 'accepted' : 'unknown';
    const rungs = ladder.orders.filter((id) => known.get(id)?.state === state);
    if (rungs.length === 0) refuse(EXIT.usage, `no rung of ${one.id} is ${state}`, 'ordo status lists them');
    if (one.orderId === undefined) return rungs.map((id) => ({ ...one, id }));
    return refuse(
      EXIT.usage,
      `${one.id} is a ladder, and an order id is of one rung`,
      `name the rung: --placed ${rungs[0]}=${one.orderId}`,
    );
  });
  refuseTwice(orders);
  return orders;
}
