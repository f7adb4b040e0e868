import type { Schedule } from '../../compile/compile-plan.ts';
import type { Recovered, SpooledVerdict } from '../../journal/records/ledger.ts';
import type { Reservation } from '../../journal/records/reservation.ts';
import type { RunRecord } from '../../journal/records/run-record.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import type { CancelCall } from '../../model/cancel.ts';
import type { Earlier } from '../lists/earlier.ts';
import type { Hold } from '../send/hold.ts';

/** What an earlier run left behind, and how much of it was put right. */
export interface PutRight extends Recovered {
  /** What was spooled by it. */
  readonly spooled: readonly SpooledVerdict[];
}

/** A schedule of a plan, and what it is sent under. */
export interface Placement extends Omit<RunRecord, 'digest' | 'isLookUp' | 'isCancel'> {
  readonly schedule: Schedule;
  /** Milliseconds since 1970: past it nothing more is sent. */
  readonly validUntilMs?: number;
  /** Nothing new starts once it is aborted; its reason says why, in words. What is in flight is awaited. */
  readonly signal: AbortSignal;
  /** A person's pause; while it is on, nothing new starts. */
  readonly hold?: Hold | undefined;
  /** Told of verdicts that the ledger could not take, before they go to the spool. */
  readonly onUnrecorded?: (verdicts: readonly SpooledVerdict[]) => void;
  /** What goes off the exchange first; and what is placed once it is known how that ended. */
  readonly replacing?: Replacing;
  /** Orders of the plan that are unknown since an earlier run: nothing is sent while one remains so. */
  readonly earlier?: Earlier;
  /** What it may open; judged beside what others of the account may, where they run at the same time. */
  readonly reservation?: Reservation;
}

/** Orders that are taken off before anything is placed. */
export interface Replacing extends Pick<CancelWork, 'orders' | 'calls' | 'lastNumber'> {
  /** The schedule as it is to be placed, by what the journal knows then; `notOff`: ids of those that were not seen off. */
  readonly rest: (known: JournalState, notOff: readonly string[]) => Schedule;
}

/** Orders of one plan that are to be taken off, and the calls for those that may rest. */
export interface CancelWork {
  readonly plan: PlanName;
  /** Every order that is asked about, those that are over included. */
  readonly orders: readonly KnownOrder[];
  readonly calls: readonly CancelCall[];
  /** The last number of a call of this execution, where others follow these: one that goes once more is numbered behind it. */
  readonly lastNumber?: number;
  /** Nothing new starts once it is aborted, and nothing is waited for but what is in flight. */
  readonly signal: AbortSignal;
  /** No further cancel starts once it is aborted: what was sent is awaited, and others look at what came of it. */
  readonly late?: AbortSignal;
  readonly hold?: Hold | undefined;
}

/** The same as an execution of its own. */
export interface CancelTask extends Omit<CancelWork, 'plan'>, Omit<RunRecord, 'isLookUp' | 'isCancel'> {}
