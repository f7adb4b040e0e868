/** What `ordo cancel` is about to take off: orders, calls, and the approval code that stands for them. */
import type { JournalPlace, PlanName } from '../../journal/records/scope.ts';
import type { Halt } from '../../journal/records/halt.ts';
import { historyOf, knownOf, unfollowed, type KnownAccount } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { refuse } from '../../refusal.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { CancelShown } from '../../views/cancel.ts';
import { approvedCancels, type WantedCancels } from '../../actions/cancel.ts';
import type { GivenExecution } from '../command-line/approval-code.ts';
import type { OnePlan } from '../inputs/one-plan.ts';
import { placeWords, runAgain, sameAgain, type GivenPlace } from '../live/same-again.ts';
import { journalWords } from '../live/live-facts.ts';
import { protectionWithout, type AccountKnown } from '../../actions/prepare/run-protection.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { Protection } from '../../protection/protection.ts';
import { statedOf } from '../../protection/words.ts';
import type { SpokenApproval } from '../../actions/approval.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { HoldingFollower } from '../../actions/asked-followers.ts';
import { inOtherGenerations } from './known-plan.ts';

export interface CancelChosen extends GivenExecution, Omit<GivenPlace, 'planPath'> {
  readonly only: readonly string[];
  readonly removed: boolean;
}

export interface CancelAsked extends OnePlan {
  readonly options: CancelChosen;
}

/** What would be cancelled. */
export interface PreparedCancel {
  readonly place: JournalPlace;
  readonly cancels: WantedCancels;
  readonly approval: Approval;
  readonly approvals: SpokenApproval;
  /** By what it is judged what would be left. */
  readonly known: AccountKnown;
  /** What would be left. */
  readonly protection: Protection;
  readonly shown: CancelShown;
  /** What the journal knows of the plan. */
  readonly state: JournalState;
  /** What may rest of the plan in its other generations, in words; empty where only some orders are asked about. */
  readonly elsewhere: readonly string[];
}

export interface AccountBefore {
  readonly all: KnownAccount;
  readonly look: AccountLook | undefined;
  /** What still opens of the account is halted. */
  readonly halt: Halt | undefined;
  readonly state: JournalState;
  readonly nowMs: number;
  /** Who follows the plan, and would be asked to end. */
  readonly follower?: HoldingFollower | undefined;
}

/** Refuses (exit 2) what names nothing that was placed. */
export function prepareCancel(task: CancelAsked, place: JournalPlace, asked: AccountBefore): PreparedCancel {
  const { options, setup } = task;
  const { look, halt, state, nowMs, follower } = asked;
  const { config, plan = task.forbidden } = setup;
  if (options.removed && plan === undefined) {
    refuse(
      'option/needs-another',
      `--removed compares with the plan, and ${task.unread?.why ?? 'only its name was given'}`,
      'name the orders with --only, or leave --removed out',
    );
  }
  const known = inPlanNames(state, plan?.orders ?? []);
  const { all, isFollowed } = followedBefore(asked, place);
  const choice = { ...options, ...defined({ plan }), ...(isFollowed && { followed: place }) };
  const { cancels, approval, approvals } = approvedCancels(known, choice, config, place.account);
  const { code } = approval;
  const before = { account: all, config, ...defined({ plan, look }) };
  const off = new Set(
    cancels.resting.filter((order) => !cancels.unnamed.includes(order)).map(({ clientOid }) => clientOid),
  );
  const protection = protectionWithout(before, off);
  const shown = {
    protection: statedOf(protection, nowMs, { plan: place }),
    plan: place.plan,
    generation: place.generation,
    account: place.account,
    journal: journalWords(place.journal, historyOf(all, place.plan)),
    ...cancels,
    code,
    limits: config.exchange.limits,
    nowMs,
    ...defined({ halt, follower }),
    again: sameAgain({ ...options, ...defined({ planPath: task.planPath }) }, place.plan),
    ...(task.planPath !== undefined && { run: runAgain(task.planPath, options) }),
    inPlan: cancels.asked.filter(({ id }) => plan?.orders.some((order) => order.id === id) !== false),
    command: commandOf(task, place.plan),
  };
  // Where nothing is left to compare with the plan, what stands under another generation is all that stands.
  const isWhole = options.only.length === 0 && (!options.removed || cancels.asked.length === 0);
  const more = placeWords({ ...options, variables: [] }).map((word) => ` ${word}`);
  const elsewhere = isWhole ? inOtherGenerations(all, place, more.join('')) : [];
  return { cancels, elsewhere, place, state, approval, approvals, known: before, protection, shown };
}

/** As it is once a follower has ended: no stop of it comes any more. `isFollowed`: it is followed, or was. */
function followedBefore(
  { all, follower }: AccountBefore,
  place: PlanName,
): { readonly all: KnownAccount; readonly isFollowed: boolean } {
  if (follower !== undefined) return { all: unfollowed(all, new Set([place.plan])), isFollowed: true };
  return { all, isFollowed: knownOf(all, place)?.followedMs !== undefined };
}

/** The words behind `ordo cancel` that go on from here. */
function commandOf({ planPath, options }: CancelAsked, name: string): Safe {
  const picked = [
    ...options.only.map((id) => safe`--only ${shellWord(safeText(id))}`),
    ...(options.removed ? [safe`--removed`] : []),
  ];
  return joined([sameAgain({ ...options, ...defined({ planPath }) }, name), ...picked], safe` `);
}
