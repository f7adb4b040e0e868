/** Which plans of an account others follow, by the locks of this moment. */
import type { KnownAccount } from '../records/known-account.ts';
import type { Eventually } from '../records/record-log.ts';

/** A claim of one plan, in all its generations, or of none that only asks; others hold other plans of the account. */
export interface Beside {
  readonly plan?: string;
  readonly othersPlans: () => Eventually<ReadonlySet<string>>;
  /** Whether somebody follows that plan now. */
  readonly isFollowed: (plan: string) => Promise<boolean>;
}

/** Nobody is asked of a plan whose last follower had no stop to send, or that nobody holds. */
export async function followedBeside(
  account: KnownAccount,
  { plan: own, othersPlans, isFollowed }: Beside,
): Promise<ReadonlySet<string>> {
  const plans = new Set(account.flatMap(({ plan, stops }) => (stops === undefined || plan === own ? [] : [plan])));
  const held = plans.size === 0 ? plans : await othersPlans();
  const followed = new Set<string>();
  for (const plan of plans) if (held.has(plan) && (await isFollowed(plan))) followed.add(plan);
  return followed;
}
