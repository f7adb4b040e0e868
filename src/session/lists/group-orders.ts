/**
 * Which orders of the account are of a group of a plan that is followed, as its entries and exits. A close that is no exit is plain: what
 * it closes counts for no group by itself, only where a position is smaller than what groups hold. Pure.
 */
import { tradeKey } from '../../journal/records/closed-elsewhere.ts';
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { orderOfPart } from '../../model/ids.ts';
import { isOpening, type Side } from '../../model/order.ts';

export const isSamePlan = (one: PlanName, { plan, generation }: PlanName): boolean =>
  one.plan === plan && one.generation === generation;

/** Whether somebody follows it, or did. */
const wasFollowed = ({ orders }: Pick<KnownPlan, 'orders'>): boolean =>
  [...orders.values()].some(({ because }) => because !== undefined);

export const lineagesOf = (order: KnownOrder): readonly KnownOrder[] => [...(order.earlier ?? []), order];

/** Under which its trades are told. */
export const tradeIdsOf = ({ orderId, seen }: KnownOrder): readonly string[] =>
  [orderId, seen?.firedAs].filter((id) => id !== undefined);

export const opens = ({ content }: Pick<KnownOrder, 'content'>): boolean => isOpening(content['side'] as Side);

/**
 * What an exit closes is decided as it is sent, and its journal says so for good. One that was sent as a plain close is an exit once its
 * plan makes it one.
 */
export const isPlainClose = ({ groups = [] }: Pick<KnownPlan, 'groups'>, order: KnownOrder): boolean =>
  !opens(order) &&
  order.filledIn === undefined &&
  !groups.some(({ exits }) => exits.some(([id]) => id === orderOfPart(order.id)));

/** All that plans which are followed have placed, or were. */
export function* followedOrders(
  account: KnownAccount,
  own: PlanName,
): Generator<{ readonly known: KnownPlan; readonly order: KnownOrder }> {
  for (const known of account)
    if (isSamePlan(known, own) || wasFollowed(known))
      for (const one of known.orders.values()) for (const order of lineagesOf(one)) yield { known, order };
}

/** The order ids of what counts as a fill of some group, and of what its triggers became. */
export function groupIds(account: KnownAccount, own: PlanName): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { known, order } of followedOrders(account, own))
    if (!isPlainClose(known, order)) for (const id of tradeIdsOf(order)) ids.add(id);
  return ids;
}

/** All trades of the account that count as closed elsewhere. */
export const tradesCounted = (account: KnownAccount): ReadonlySet<string> =>
  new Set(account.flatMap(({ elsewhere = [] }) => elsewhere.flatMap(({ trades }) => trades.map(tradeKey))));
