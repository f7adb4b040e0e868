/** What a save changed of a plan, order by order. */
import type { Schedule } from '../../compile/compile-plan.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import { planChanges } from '../../model/plan-changes.ts';

/** What a dry run showed, as the next save is compared with it. */
export interface Shown {
  readonly plan: Plan;
  readonly schedule: Pick<Schedule, 'weight'>;
}

export function planChanged(before: Shown, now: Shown): Extract<PublicEvent, { event: 'plan-changed' }> {
  const [was, is] = [before.schedule.weight, now.schedule.weight];
  const weight = { ip: [was.ip, is.ip] as [number, number], uid: [was.uid, is.uid] as [number, number] };
  return { event: 'plan-changed', ...planChanges(before.plan.orders, now.plan.orders), weight };
}
