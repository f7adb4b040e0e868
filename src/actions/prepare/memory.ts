import type { Halt } from '../../journal/records/halt.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { historyOf, stateOf, type JournalHistory, type KnownAccount } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Objection } from '../../journal/records/objection.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { Plan } from '../../model/order.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { nameOf } from './prepared-run.ts';

/** What a journal knows of an account, and of one plan in it. */
export interface PlanMemory {
  readonly account: KnownAccount;
  /** The plan's orders, by the ids that the plan gives them now. */
  readonly known: JournalState;
  readonly history: JournalHistory;
  /** What the newest look at the account saw, where it is young enough to count. */
  readonly look?: AccountLook;
  /** The halt that is in force. */
  readonly halt?: Halt;
}

/** The same of a journal that has a place. */
export interface Memory extends PlanMemory {
  readonly place: JournalPlace;
  /** Who awaits what is in flight, in words. */
  readonly heldBy?: string;
  /** Why a run would refuse the journal. */
  readonly objection?: Objection;
}

export const memoryOf = (
  place: JournalPlace,
  account: KnownAccount,
  plan: Plan,
  beside: Pick<Memory, 'heldBy' | 'objection' | 'look' | 'halt'> = {},
): Memory => ({ place, ...memoryIn(account, plan), ...beside });

export function memoryIn(account: KnownAccount, plan: Plan): PlanMemory {
  const known = inPlanNames(stateOf(account, nameOf(plan)), plan.orders);
  return { account, known, history: historyOf(account, plan.name) };
}
