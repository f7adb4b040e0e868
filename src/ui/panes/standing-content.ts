import type { StandingOrder } from '../../model/event.ts';
import type { OrderContent } from '../../model/order-changes.ts';
import type { RunView } from '../../report/view/run-view.ts';

const contents = new WeakMap<readonly StandingOrder[], ReadonlyMap<string, OrderContent>>();

/** What was sent of an order of this plan that stands. */
export function standingContent(id: string, { standing, plan }: RunView): OrderContent | undefined {
  let known = contents.get(standing);
  if (known === undefined) {
    const own = standing.filter((one) => one.plan === plan?.name && one.generation === plan.generation);
    contents.set(standing, (known = new Map(own.map((one) => [one.id, one.content]))));
  }
  return known.get(id);
}
