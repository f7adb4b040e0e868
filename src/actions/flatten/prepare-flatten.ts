/** What a flatten would do, as the account is now. */
import type { PlanOrder } from '../../journal/records/known-account.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { CancelCall } from '../../model/cancel.ts';
import { noWeight, type Weight } from '../../model/call.ts';
import { callsDigest } from '../../model/ids.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import { refuse } from '../../refusal.ts';
import { approvalOfFlatten } from '../approval.ts';
import { refuseForTrouble } from '../prepare/found-elsewhere.ts';
import { byPlan, cancelPlan } from './cancel-orders.ts';
import { lookAtAll, positionName, type HeldNow, type LookedAtAll, type LookingAt } from './look-at-all.ts';
import { standingSteps, type StandingSteps } from './standing.ts';

export interface PreparedFlatten extends StandingSteps {
  readonly looked: LookedAtAll;
  readonly closes: readonly HeldNow[];
  /** Held, and left as it is. */
  readonly untouched: readonly HeldNow[];
  readonly calls: readonly CancelCall[];
  readonly weight: Weight;
  readonly approval: Approval;
}

const NOT_KNOWN = 'whether the account is flat is not known';

interface FlattenAsked extends LookingAt {
  readonly account: AccountName;
  readonly all: boolean;
}

/** Refuses where not all of the account is told: nobody knows then whether it is flat (exit 7), unless a person has to mend something first (2). */
export async function prepareFlatten(asked: FlattenAsked): Promise<PreparedFlatten> {
  const { session, config, account, all } = asked;
  const looked = await lookAtAll(asked);
  if (looked === undefined) return refuseUnread(asked);
  const steps = standingSteps(looked.account);
  const closes = looked.held.filter(({ isOurs }) => all || isOurs);
  const groups = [...byPlan(steps.openers), ...byPlan(steps.limits)];
  const plans = groups.map((group) =>
    cancelPlan(
      group.map(({ order }: PlanOrder) => order),
      config,
    ),
  );
  const calls = plans.flatMap((one) => one.calls);
  const held = closes.map((one) => `${positionName(one)} ${one.size.canonical()}`);
  const digest = callsDigest(calls);
  return {
    ...steps,
    looked,
    closes,
    untouched: looked.held.filter((one) => !closes.includes(one)),
    calls,
    weight: plans.reduce((sum, { weight }) => ({ ip: sum.ip + weight.ip, uid: sum.uid + weight.uid }), noWeight),
    approval: approvalOfFlatten({ digest, held, all }, config, account),
  };

  function refuseUnread({ account: { origin } }: FlattenAsked): never {
    if (session.trouble !== undefined)
      refuseForTrouble(session.trouble, origin, { code: 'flatten/unread', words: NOT_KNOWN });
    if (session.limited !== undefined)
      refuse('exchange/rate-limited', `the account cannot be read: ${session.limited}`, 'nothing was sent; try again');
    return refuse(
      'flatten/unread',
      `not all of what the account holds could be read: ${NOT_KNOWN}`,
      'nothing was sent; try again',
    );
  }
}
