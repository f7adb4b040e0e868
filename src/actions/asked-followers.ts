/** Who follows plans of an account, and has to end before anything can be done with them: asked, and awaited. */
import { followerWords } from '../journal/records/end-asked.ts';
import type { KnownAccount, KnownPlan } from '../journal/records/known-account.ts';
import type { Awaiting, Holder, Ledger } from '../journal/records/ledger.ts';
import type { AccountName } from '../journal/records/scope.ts';
import type { Clock, EventSink } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { holderWords } from './prepare/account-checks.ts';

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

/** All who follow a plan of an account now, also one that has sent nothing yet. */
export async function followersNow(
  ledger: Pick<Ledger, 'account' | 'holder'>,
  account: AccountName,
): Promise<readonly HoldingFollower[]> {
  const plans = (await ledger.account(account)).flatMap(({ plan, followedMs }) =>
    followedMs === undefined ? [] : plan,
  );
  const holders = await Promise.all([...new Set(plans), undefined].map((plan) => ledger.holder(account, plan)));
  return [...new Map(holders.filter(isFollower).map((holder) => [holder.plan, holder])).values()];
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

/** So long whoever has what is needed is waited for. */
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
