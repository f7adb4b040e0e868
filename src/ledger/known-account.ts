/** What an account's journal knows, over plans, generations and files; and what of it may stand on the exchange. */
import type { JournalHistory, KnownAccount, PlanName } from './ledger.ts';
import { emptyJournal, mayStand, type JournalState, type KnownOrder } from './state.ts';

export function stateOf(account: KnownAccount, { plan, generation }: PlanName): JournalState {
  return account.find((known) => known.plan === plan && known.generation === generation)?.orders ?? emptyJournal;
}

export function historyOf(account: KnownAccount, plan: string): JournalHistory {
  const ours = account.filter((known) => known.plan === plan);
  const planFile = ours.findLast((known) => known.planFile !== undefined)?.planFile;
  return {
    isNew: account.length === 0,
    wasPlaced: ours.some(({ isPlaced }) => isPlaced),
    ...(ours.length > 0 && { generation: Math.max(...ours.map(({ generation }) => generation)) }),
    ...(planFile !== undefined && { planFile }),
  };
}

/** An order with the plan that placed it. */
export interface PlanOrder extends PlanName {
  readonly order: KnownOrder;
}

/** Every order of the account that may stand on the exchange, whatever plan, generation or file placed it. */
export const standingOf = (account: KnownAccount): PlanOrder[] =>
  account.flatMap(({ plan, generation, orders }) =>
    [...orders.values()].filter(mayStand).map((order) => ({ plan, generation, order })),
  );
