/** What kinds of steps a turn has: those of one kind go together. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { FollowStep } from '../../model/followed.ts';
import { isOpening } from '../../model/order.ts';

export type PlaceStepDue = Extract<FollowStep, { does: 'place' }>;
export type CancelStepDue = Extract<FollowStep, { does: 'cancel' }>;

/** `protect`: a stop, or a close at market of all that is held. `close`: a closing order that is no exit. */
type StepKind = 'open' | 'target' | 'protect' | 'close' | Exclude<FollowStep['does'], 'place'>;

type Kinds = Pick<FollowPlan, 'kindOf'>;

export const opensBy = ({ order }: PlaceStepDue): boolean => isOpening(order.side);

export const isTarget = ({ id }: PlaceStepDue, plan: Kinds): boolean => plan.kindOf.get(id) === 'target';

export function kindOf(step: FollowStep, plan: Kinds): StepKind {
  if (step.does !== 'place') return step.does;
  if (opensBy(step)) return 'open';
  const kind = plan.kindOf.get(step.id);
  if (kind === 'target') return 'target';
  return kind === undefined ? 'close' : 'protect';
}

/** The end of the run of steps of one kind that begins there. */
export function endOf(steps: readonly FollowStep[], from: number, plan: Kinds): number {
  const kind = kindOf(steps[from] as FollowStep, plan);
  const end = steps.findIndex((step, at) => at > from && kindOf(step, plan) !== kind);
  return end < 0 ? steps.length : end;
}
