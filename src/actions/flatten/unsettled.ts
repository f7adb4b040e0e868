/** What keeps an account from being known to be flat that no later flatten ends by itself: a person has to look on the exchange, and say it. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { isNowhere, mayRest, type KnownOrder } from '../../journal/records/state.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import type { FlattenWith } from './flatten-with.ts';

/** Orders of one plan. A list may have them yet: the same flatten looks again. */
export interface Unsettled extends PlanName {
  /** Whether they were placed is not known, and no list proves it. */
  readonly unplaced: readonly string[];
  /** From when on no request of these can be taken any more, in ms since 1970; undefined where that is so by now. */
  readonly deadAtMs?: number;
  /** They were accepted, and no list has them. */
  readonly nowhere: readonly string[];
}

export async function unsettledOf(
  { session }: Pick<FlattenWith, 'session'>,
  account: KnownAccount,
): Promise<readonly Unsettled[]> {
  const all: Unsettled[] = [];
  for (const { plan, generation, orders } of account) {
    const resting = [...orders.values()].filter(mayRest);
    const unplaced = resting.filter(({ orderId }) => orderId === undefined);
    const nowhere = resting.filter(isNowhere);
    if (unplaced.length + nowhere.length === 0) continue;
    const live = await session.liveRequests(unplaced.map(({ clientOid }) => clientOid));
    const deadInMs = Math.max(0, ...live.map((one) => one.deadInMs));
    const deadAtMs = deadInMs === 0 ? undefined : session.wallMs() + deadInMs;
    all.push({ plan, generation, unplaced: idsOf(unplaced), nowhere: idsOf(nowhere), ...defined({ deadAtMs }) });
  }
  return all;
}

const idsOf = (orders: readonly KnownOrder[]): readonly string[] => orders.map(({ id }) => id);
