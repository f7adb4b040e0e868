/** A plan with exits, ends or times is executed with `--follow` only: an entry never leaves without the stop that was reviewed with it. */
import { followedNames } from '../../compile/follow/later.ts';
import { someOf } from '../../model/count.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';

/** Why an execution of the plan would be refused; undefined where nothing in it needs a follower. */
export function whyNoFollow({ orders }: Pick<Plan, 'orders'>): string | undefined {
  const names = followedNames(orders);
  if (names.length === 0) return undefined;
  return `${someOf(names)} ${names.length === 1 ? 'needs' : 'need'} --follow, which this version does not have yet`;
}

/** Refuses (exit 2) what needs a follower, before anything is sent or a key is asked for. */
export function checkNoFollow(plan: Pick<Plan, 'orders'>): void {
  const why = whyNoFollow(plan);
  if (why === undefined) return;
  refuse(
    'plan/needs-follow',
    why,
    'look at the plan by its dry run, without --execute; or take `filled`, `until`, `over` and times out of it',
  );
}
