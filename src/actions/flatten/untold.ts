/** Orders of ours that went off, and of which nobody knows whether anything was filled before. */
import type { KnownAccount, PlanOrder } from '../../journal/records/known-account.ts';
import { filledBefore, lineageFilled, type KnownOrder } from '../../journal/records/state.ts';
import { isOpening, type Side } from '../../model/order.ts';

/** It went off, and the exchange has not told how far it was filled before. */
const isUntold = (order: KnownOrder): boolean =>
  order.state === 'cancelled' &&
  isOpening(order.content['side'] as Side) &&
  lineageFilled(order) === undefined &&
  filledBefore(order).isZero;

export const untoldOff = (account: KnownAccount): readonly PlanOrder[] =>
  account.flatMap(({ plan, generation, orders }) =>
    [...orders.values()].filter(isUntold).map((order) => ({ plan, generation, order })),
  );

/** The account as if nothing was filled of those. */
export const withoutUntold = (account: KnownAccount): KnownAccount =>
  account.map((plan) => ({ ...plan, orders: new Map([...plan.orders].filter(([, order]) => !isUntold(order))) }));
