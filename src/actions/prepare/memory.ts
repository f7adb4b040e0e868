import type { JournalPlace } from '../../journal/records/scope.ts';
import { historyOf, stateOf, type JournalHistory, type KnownAccount } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Objection } from '../../journal/records/objection.ts';
import type { Plan } from '../../model/order.ts';
import { inPlanNames } from '../../model/plan-names.ts';

/** What a journal knows of an account, and of one plan in it. */
export interface Memory {
  readonly place: JournalPlace;
  readonly account: KnownAccount;
  /** The plan's orders, by the ids that the plan gives them now. */
  readonly known: JournalState;
  readonly history: JournalHistory;
  /** Who awaits what is in flight, in words. */
  readonly heldBy?: string;
  /** Why a run would refuse the journal. */
  readonly objection?: Objection;
}

export function memoryOf(
  place: JournalPlace,
  account: KnownAccount,
  plan: Plan,
  beside: Pick<Memory, 'heldBy' | 'objection'> = {},
): Memory {
  const known = inPlanNames(stateOf(account, place), plan.orders);
  return { place, account, known, history: historyOf(account, plan.name), ...beside };
}
