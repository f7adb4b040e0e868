/** Who follows plans of an account, and has to end before a command can act on them. */
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { Awaiting, Holder, Ledger } from '../../journal/records/ledger.ts';
import type { AccountName, JournalPlace } from '../../journal/records/scope.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { holderWords } from '../../actions/prepare/account-checks.ts';
import { readAccountInUse } from './journal-place.ts';
import type { World } from '../world.ts';
import { followerWords } from '../../journal/records/end-asked.ts';

/** It holds the plan that it follows. */
export type HoldingFollower = Holder & { readonly plan: string };

export const isFollower = (holder: Holder | undefined): holder is HoldingFollower =>
  holder?.isFollow === true && holder.plan !== undefined;

/** Those of plans that `isMeant`. */
export function followersOf(
  all: KnownAccount,
  awaiting: Awaiting,
  isMeant: (known: KnownPlan) => boolean = () => true,
): readonly HoldingFollower[] {
  const plans = new Set(all.filter(isMeant).map(({ plan }) => plan));
  return [...plans].flatMap((plan) => {
    const holder = awaiting(plan);
    return isFollower(holder) ? [holder] : [];
  });
}

/** The same of all of an account, with one that has sent nothing yet. */
export async function accountFollowers(
  world: World,
  store: Pick<JournalPlace, 'journal' | 'account'>,
): Promise<readonly HoldingFollower[]> {
  const { all, awaiting } = await readAccountInUse(world, store);
  const followers = followersOf(all, awaiting);
  const ledger = await world.journals.open(store.journal.url);
  const holder = await ledger.holder(store.account);
  return isFollower(holder) && followers.every(({ plan }) => plan !== holder.plan) ? [...followers, holder] : followers;
}

export interface AskWith {
  readonly ledger: Pick<Ledger, 'askToEnd'>;
  readonly account: AccountName;
  readonly command: string;
  readonly emit: EventSink;
}

/** Once what needs their locks is approved. */
export async function askToEnd(
  { ledger, account, command, emit }: AskWith,
  followers: readonly HoldingFollower[],
): Promise<void> {
  for (const follower of followers) {
    const { plan, pid, host } = follower;
    await ledger.askToEnd(account, { plan, command, follower: { pid, host } });
    emit({ event: 'note', message: `${followerWords(follower)} is asked to end` });
  }
}

/** How long a command waits for whoever has what it needs. */
export const LONGEST_WAIT_MS = 30_000;
export const EVERY_MS = 250;

/** Refuses (exit 10) where one of them still follows its plan then. Their plans are not locked: nobody begins one for long by chance. */
export async function onceEnded(
  {
    ledger,
    account,
    clock,
  }: Pick<AskWith, 'account'> & { readonly ledger: Pick<Ledger, 'holder'>; readonly clock: Clock },
  followers: readonly HoldingFollower[],
): Promise<void> {
  const untilMs = clock.monotonicMs() + LONGEST_WAIT_MS;
  for (const follower of followers)
    while (isSameRun(await ledger.holder(account, follower.plan), follower)) {
      if (clock.monotonicMs() >= untilMs) refuseNotEnded(follower);
      await clock.sleep(EVERY_MS);
    }
}

export const isSameRun = (holder: Holder | undefined, follower: HoldingFollower): boolean =>
  holder?.plan === follower.plan &&
  holder.pid === follower.pid &&
  holder.host === follower.host &&
  holder.since === follower.since;

/** It was asked, and does not answer. */
export const refuseNotEnded = (follower: HoldingFollower): never =>
  refuse(
    'account/locked',
    `the plan ${follower.plan} of this account is still followed: ${holderWords(follower)}`,
    `it was asked to end, and did not within ${LONGEST_WAIT_MS / 1000} s, so nothing was sent: if it is stopped (Ctrl-Z), continue it or end it, then give this command again`,
  );
