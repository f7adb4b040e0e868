/** Who follows plans of an account, and has to end before a command can act on them. */
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { Awaiting, Holder, Ledger } from '../../journal/records/ledger.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { EventSink } from '../../ports.ts';
import { followerWords } from '../../journal/records/end-asked.ts';

/** It holds the plan that it follows. */
export type Follower = Holder & { readonly plan: string };

export const isFollower = (holder: Holder | undefined): holder is Follower =>
  holder?.isFollow === true && holder.plan !== undefined;

/** Those of plans that `isMeant`. */
export function followersOf(
  all: KnownAccount,
  awaiting: Awaiting,
  isMeant: (known: KnownPlan) => boolean = () => true,
): readonly Follower[] {
  const plans = new Set(all.filter(isMeant).map(({ plan }) => plan));
  return [...plans].flatMap((plan) => {
    const holder = awaiting(plan);
    return isFollower(holder) ? [holder] : [];
  });
}

export interface Asking {
  readonly ledger: Pick<Ledger, 'askToEnd'>;
  readonly account: AccountName;
  readonly command: string;
  readonly emit: EventSink;
}

/** Once what needs their locks is approved. */
export async function askToEnd(
  { ledger, account, command, emit }: Asking,
  followers: readonly Follower[],
): Promise<void> {
  for (const follower of followers) {
    const { plan, pid, host } = follower;
    await ledger.askToEnd(account, { plan, command, follower: { pid, host } });
    emit({ event: 'note', message: `${followerWords(follower)} is asked to end` });
  }
}
