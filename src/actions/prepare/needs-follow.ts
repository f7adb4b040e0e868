/** A plan with exits, ends or times is executed with `--follow` only: an entry never leaves without the stop that was reviewed with it. */
import { followedNames } from '../../compile/follow/later.ts';
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

/** Refuses (exit 2) to place again what only a follower places: it takes no such option, so no approval of one may be shown. */
export function checkNotAgain({ orders, name }: Pick<Plan, 'orders' | 'name'>, again: readonly string[]): void {
  const names = followedNames(orders);
  if (names.length === 0 || again.length === 0) return;
  refuse(
    'option/conflict',
    `--again is not for a plan that is followed: ${someOf(names)} ${names.length === 1 ? 'needs' : 'need'} --follow, which does not go with it`,
    `see what is held with ordo status --name ${name}; ordo close <symbol> long (or short) closes it, and a raised generation places the plan again`,
  );
}
