/** What a run that follows its plan is given, and how it ends. */
import type { GroupingRules } from '../../compile/group-calls.ts';
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { GroupStanding } from '../../compile/follow/standing.ts';
import type { SpooledVerdict } from '../../journal/records/ledger.ts';
import type { Reservation } from '../../journal/records/reservation.ts';
import type { RunRecord } from '../../journal/records/run-record.ts';
import type { CancelPart, FollowKnown, FollowWithheld } from '../../model/followed.ts';
import type { Weight } from '../../model/call.ts';
import type { ClosedTold } from '../../model/closed-elsewhere.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Order } from '../../model/order.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { Sizes } from '../lists/held-by-plan.ts';
import type { ShortPosition } from '../lists/short-positions.ts';
import type { Hold } from '../send/hold.ts';

export interface FollowTask extends Omit<RunRecord, 'isLookUp' | 'isCancel' | 'isFollow' | 'reserve'> {
  readonly follow: FollowPlan;
  readonly rules: GroupingRules;
  /** Most orders of a call that cancels. */
  readonly cancelBatch: number;
  /** What one look at all that is followed weighs at most. */
  readonly look: Weight;
  /** How far apart looks are. */
  readonly everyMs: number;
  /** When what is followed was first approved, in ms since 1970. */
  readonly approvedMs?: number;
  /** What it came to before the journal's server was gone: it starts again in place. */
  readonly goesOn?: FollowEnd;
  /** Something of it was held or worked as it began: no cap keeps it from its exits. */
  readonly isBegun?: true;
  /** What forbids the plan as it is written: nothing of it is opened, and what is held keeps its exits. */
  readonly forbidden?: string;
  /** Milliseconds since 1970: past it nothing is opened any more. */
  readonly validUntilMs?: number;
  /** Nothing new starts once it is aborted; its reason says why, in words. */
  readonly signal: AbortSignal;
  readonly hold?: Hold | undefined;
  readonly onUnrecorded?: (verdicts: readonly SpooledVerdict[]) => void;
  readonly reservation?: Reservation;
  /**
   * Asked before these are opened: what the account has against it by now. A promise where somebody has to be asked: the answer holds
   * from then on, and is asked for again. Nobody is asked any more once the signal is aborted.
   */
  readonly checkOpenings?: (
    orders: readonly Order[],
    signal: AbortSignal,
  ) => OpeningsChecked | Promise<OpeningsChecked>;
  /**
   * Given where the journal may be from before the last parts: asked before the first step, until the lists say whether another journal has
   * placed more of the plan. Why they do not; rejects where one has.
   */
  readonly lookForPlaced?: () => Promise<string | undefined>;
  /** Told of cancels as they are sent. */
  readonly onCancelling?: (steps: readonly CancelPart[]) => void;
  /** Told of each outcome that is told, once it is. */
  readonly onOutcome?: (event: RunEvent) => void;
  /** Told after each look that has news, and after each step. */
  readonly onNews?: (news: FollowNews) => void;
  /** Told once nothing is due. */
  readonly onQuiet?: (news: FollowNews, look: LookIfRoom) => Promise<void>;
}

/** What looks go by. */
export type LooksTask = Pick<FollowTask, 'plan' | 'generation' | 'follow' | 'signal' | 'goesOn' | 'approvedMs'>;

/** `later`: nobody could be asked, or that would keep looks waiting; why, once a person is to hear of it. */
export type OpeningsChecked = 'may' | { readonly later: string | undefined } | { readonly refused: string };

/** A look at all of the account, which the journal keeps; undefined where nothing is at stake. */
export type LookAtAccount = () => Promise<AccountLook | undefined>;

/** The same; put off where its questions would hold up the looks at what is followed. */
export type LookIfRoom = () => Promise<AccountLook | 'put-off' | undefined>;

/** A part of an exit that is due, and was put off as there is no room for it yet. */
export interface WaitingPart {
  readonly name: string;
  /** Of its exit. */
  readonly id: string;
  /** How long from now; absent where that is not known. */
  readonly waitMs?: number;
  /** The exchange refused too many, and nothing is sent until it is over. */
  readonly isPaused?: true;
}

/** What is known after a turn. */
export interface FollowNews {
  readonly known: FollowKnown;
  readonly groups: readonly GroupStanding[];
  /** What looks know of a `stopLoss` that is not where it should be, and of triggers beside it; other words once that changes. */
  readonly presetWords?: string;
  /** Positions that are smaller than what the plan counts, and no trades explain it: nothing follows from one. */
  readonly short: readonly ShortPosition[];
  /** What was closed by orders that do not follow the plan, and trades prove. */
  readonly elsewhere: readonly ClosedTold[];
  /** Parts of stops, and what closes besides, that wait for room for longer than a look. */
  readonly waits?: readonly WaitingPart[];
  /** The newest look of which all was read; absent before the first, and while something that left a list is not found. */
  readonly read?: LookRead;
  readonly atMs: number;
}

/** Lists, trades and positions. */
export interface LookRead {
  /** When it began, by the exchange's clock. */
  readonly ms: number;
  /** What is held, whoever opened it, by `positionName`. */
  readonly sizes: Sizes;
}

/** Why it ended; `taken`: another run has the plan by now. */
export type FollowStop = 'at-end' | 'stopped' | 'banned' | 'journal' | 'asked' | 'taken';

export interface FollowEnd extends FollowNews {
  readonly stop: FollowStop;
  readonly why?: string;
  /** What will not be sent, by id, and why. */
  readonly withheld: ReadonlyMap<string, NeverSent>;
  /** Orders that fired, and of which nobody knows what they became: why, by client order id. */
  readonly lost: ReadonlyMap<string, string>;
  readonly look: LookAtAccount;
}

export interface NeverSent {
  readonly reason:
    | FollowWithheld
    | Extract<WithheldReason, 'halted' | 'policy' | 'expired' | 'stopped' | 'rate-limit' | 'waiting'>;
  readonly message?: string;
  /** Its time is over. */
  readonly isOver?: true;
  readonly lateMs?: number;
}
