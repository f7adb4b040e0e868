/** What of a journal may still act, over all plans and generations, by the step of a flatten that takes it off. */
import type { KnownAccount, PlanOrder } from '../../journal/records/known-account.ts';
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import { isOpening, type Side } from '../../model/order.ts';
import { isOwnPlan } from '../../model/own-plans.ts';

export interface StandingSteps {
  /** They may open. */
  readonly openers: readonly PlanOrder[];
  /** Closes that rest, and hold what a close at market would take. */
  readonly limits: readonly PlanOrder[];
  /** They stay on until their position is seen to be gone. */
  readonly stops: readonly PlanOrder[];
}

export function standingSteps(account: KnownAccount): StandingSteps {
  const resting = account.flatMap(({ plan, generation, orders }) =>
    [...orders.values()].filter(mayRest).map((order): PlanOrder => ({ plan, generation, order })),
  );
  const closing = resting.filter((one) => !opens(one.order));
  return {
    openers: resting.filter((one) => opens(one.order)),
    // A close of ordo's own is at market: it is looked for, and never taken off.
    limits: closing.filter(({ order, plan }) => !isTrigger(order) && !isOwnPlan(plan)),
    stops: closing.filter(({ order }) => isTrigger(order)),
  };
}

const opens = ({ content }: KnownOrder): boolean => isOpening(content['side'] as Side);

/** One that fired is an ordinary order by now. */
const isTrigger = ({ content, seen }: KnownOrder): boolean =>
  content['trigger'] !== undefined && seen?.firedAs === undefined;
