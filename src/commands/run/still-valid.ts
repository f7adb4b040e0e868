import { EXIT } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../command-line/refusal.ts';
import type { World } from '../world.ts';

/** Refuses (exit 5) a plan that is past its validUntil. */
export function checkStillValid(world: World, plan: Plan): void {
  if (plan.validUntil === undefined || world.clock.wallMs() < plan.validUntil.ms) return;
  refuse(
    EXIT.notAsReviewed,
    `the plan is past its validUntil ${plan.validUntil.text}`,
    'look at it again, and set a later time',
  );
}
