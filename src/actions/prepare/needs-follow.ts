/** A plan with exits, ends or times is executed with `--follow` only: an entry never leaves without the stop that was reviewed with it. */
import { followedNames, needsFollow } from '../../compile/follow/later.ts';
import { someOf } from '../../model/count.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';

/** Refuses (exit 2) what needs a follower where the run is none, before anything is sent or a key is asked for. */
export function checkNoFollow({ orders }: Pick<Plan, 'orders'>, follows: boolean): void {
  const names = follows ? [] : followedNames(orders);
  if (names.length === 0) return;
  const why = `${someOf(names)} ${names.length === 1 ? 'needs' : 'need'} --follow: only a run that keeps going can send or cancel what the plan has for later`;
  refuse('plan/needs-follow', why, 'add --follow');
}

/** Whether the plan has something that only a follower does. */
export const isToFollow = ({ orders }: Pick<Plan, 'orders'>): boolean => orders.some(needsFollow);
