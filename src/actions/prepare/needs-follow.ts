/** A plan with exits, ends or times is executed with `--follow` only: an entry never leaves without the stop that was reviewed with it. */
import { followedNames } from '../../compile/follow/later.ts';
import { someOf } from '../../model/count.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';

/** Refuses (exit 2) what needs a follower, before anything is sent or a key is asked for. */
export function checkNoFollow({ orders }: Pick<Plan, 'orders'>): void {
  const names = followedNames(orders);
  if (names.length === 0) return;
  refuse(
    'plan/needs-follow',
    `${someOf(names)} ${names.length === 1 ? 'needs' : 'need'} --follow, which this version does not have yet`,
    'look at the plan by its dry run, without --execute; or take `filled`, `until`, `over` and times out of it',
  );
}
