/** Who follows plans of an account, and has to end before anything can be done with them: asked, and awaited. */
import { END_ASKED_MS, followerWords } from '../journal/records/end-asked.ts';
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

/** Whoever gives up takes it back: a follower that was stopped meanwhile goes on. */
export async function withdraw(
  { ledger, account, command }: Omit<AskWith, 'emit'>,
  followers: readonly HoldingFollower[],
): Promise<void> {
  for (const { plan, pid, host } of followers)
    // Where it cannot be written, it is void by its age.
    await ledger.askToEnd(account, { plan, command, follower: { pid, host }, withdrawn: true }).catch(() => {});
}

/** So long whoever has what is needed is waited for. */
export const LONGEST_WAIT_MS = END_ASKED_MS;
export const EVERY_MS = 250;

interface EndedWith extends Omit<AskWith, 'ledger' | 'emit'> {
  readonly ledger: Pick<Ledger, 'askToEnd' | 'holder'>;
  readonly clock: Clock;
}

/** Refuses (exit 10) where one of them still follows its plan then. Their plans are not locked: nobody begins one for long by chance. */
export async function onceEnded(how: EndedWith, followers: readonly HoldingFollower[]): Promise<void> {
  const { ledger, account, clock } = how;
  const untilMs = clock.monotonicMs() + LONGEST_WAIT_MS;
  const follows = async (follower: HoldingFollower): Promise<boolean> =>
    isSameRun(await ledger.holder(account, follower.plan), follower);
  for (const follower of followers)
    while (await follows(follower)) {
      if (clock.monotonicMs() >= untilMs) {
        await withdraw(how, followers);
        if (await follows(follower)) refuseNotEnded(follower);
      } else await clock.sleep(EVERY_MS);
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
    `it was asked to end, and did not within ${LONGEST_WAIT_MS / 1000} s, so nothing was sent, and it is asked no more: if it is stopped (Ctrl-Z), continue it or end it, then give this command again`,
  );
