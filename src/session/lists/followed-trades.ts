/** The orders of which no trade is somebody else's, as a plan that is followed judges what is missing of its position. Pure. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { identityOf, isOpening } from '../../model/order.ts';
import { followedOrders, isPlainClose, isSamePlan, tradeIdsOf } from './group-orders.ts';
import { closedOf, heldBy, positionOf, sizeIn, type Sizes } from './held-by-plan.ts';

/**
 * By the order ids of what followed plans have placed, and of what triggers of theirs became: the trades on record. Undefined of one that
 * a person has closed: nobody reads its trades any more.
 */
export type Ours = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export interface FollowedTrades {
  readonly ours: Ours;
  /** The order ids of what is of this plan and of no group. */
  readonly plain: ReadonlySet<string>;
}

/**
 * A plain close is none of ours: what it closed may have been a group's. That of another plan is, while that plan has opened something
 * which it may have closed: it counts there first.
 */
export function followedTrades(
  account: KnownAccount,
  own: PlanName,
  follow: Pick<FollowPlan, 'orders' | 'groups'>,
): FollowedTrades {
  const [ours, plain] = [new Map<string, ReadonlySet<string> | undefined>(), new Set<string>()];
  const plainOpens = plainOpensOf(follow);
  const openedBy = openedIn(account, own);
  for (const { known, order } of followedOrders(account, own)) {
    const isOwn = isSamePlan(known, own);
    const isClose = isPlainClose(known, order);
    const [ids, trades] = [tradeIdsOf(order), new Set((order.trades ?? []).map(([id]) => id))];
    if (isOwn && (isClose || plainOpens.has(order.id))) for (const id of ids) plain.add(id);
    else if (isOwn || !isClose || sizeIn(openedBy(known), positionOf(order)).coefficient > 0n)
      for (const id of ids) ours.set(id, order.state === 'closed' ? undefined : trades);
  }
  return { ours, plain };
}

/** By the ids that they had first. */
function plainOpensOf({ orders, groups }: Pick<FollowPlan, 'orders' | 'groups'>): ReadonlySet<string> {
  const entries = new Set(groups.flatMap((group) => group.entries));
  return new Set(orders.flatMap((one) => (isOpening(one.side) && !entries.has(one.id) ? [identityOf(one)] : [])));
}

/** What a plan has opened and neither its exits nor others have closed. */
function openedIn(account: KnownAccount, own: PlanName): (known: KnownPlan) => Sizes {
  const [closed, opened] = [closedOf(account, own), new Map<KnownPlan, Sizes>()];
  return (known) => {
    const sizes = opened.get(known) ?? heldBy(known, closed, false);
    opened.set(known, sizes);
    return sizes;
  };
}
