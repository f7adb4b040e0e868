/** What another journal placed of a plan that is followed, as it is taken into this one: by whole orders, and by parts of exits. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { partNamed } from '../../compile/follow/exit-parts.ts';
import { needsFollow } from '../../compile/follow/later.ts';
import { untriggered } from '../../compile/later-steps.ts';
import { orderChanges } from '../../model/order-changes.ts';
import { orderContent, type Order, type Plan } from '../../model/order.ts';
import type { FoundAs, LookedUp } from '../../session/lists/look-up.ts';
import { asItRests } from './as-it-rests.ts';

export const isFollowedPlan = ({ orders }: Plan): boolean => orders.some(needsFollow);

/** The order that a person names, or the part of an exit: `stop/2`. */
export function plannedOf(plan: Plan, id: string, { pending, withheld, later = [] }: Schedule): Order | undefined {
  const all = [...pending.values(), ...withheld.map(({ order }) => order), ...later];
  return partNamed(plan, id) ?? all.find((order) => order.id === id);
}

/** As its follower sent it: a part that the market had passed is no trigger order, and what was decided then is no edit. */
export function asFollowed(planned: Order, { order: told }: LookedUp, as: FoundAs): Order {
  const because = 'taken-in';
  if (planned.exit === undefined) return { ...planned, because };
  const order = told.isTrigger ? planned : untriggered(planned);
  const changed = orderChanges(orderContent(planned), asItRests(order, as).content).map(({ field }) => field);
  return { ...order, because, filledIn: [...new Set(['size', ...changed])] };
}

/** When the first of its lineages was placed. */
export function createdOf({ records, before }: FoundAs): number | undefined {
  const all = [...before.flatMap((one) => one.records), ...records];
  const created = all.flatMap(({ record }) => record.createdMs ?? []);
  return created.length === 0 ? undefined : Math.min(...created);
}
