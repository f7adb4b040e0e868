/** What a run looks like after the events so far: screen, lines and summary are all drawn from it. */
import type {
  Assumption,
  EarlierStated,
  Gauge,
  PlannedWithheld,
  ProtectionStated,
  PublicEvent,
  StandingOrder,
  StandingStated,
} from '../../model/event.ts';
import type { GroupStated } from '../../model/follow-stated.ts';
import type { CallRows } from './call-list.ts';
import type { OrderRows, OrderStateView } from './order-list.ts';
import type { RunFacts } from './run-facts.ts';

export type { OrderStateView };

export type PublicEventOf<Name extends PublicEvent['event']> = Extract<PublicEvent, { event: Name }>;
type Finished = Omit<PublicEventOf<'run-finished'>, 'event'>;
export type StepView = Omit<PublicEventOf<'step-planned'>, 'event'>;
export type CancelView = Omit<PublicEventOf<'cancel-outcome'>, 'event'>;
export type Compiled = Omit<PublicEventOf<'plan-compiled'>, 'event'>;
export type DiagnosticView = Omit<PublicEventOf<'diagnostic'>, 'event'>;

/** How a plan that is followed stands. */
interface FollowView {
  readonly groups: readonly GroupStated[];
  /** When the last full look began, on the clock of the events; absent before the first. */
  readonly lookedAtMs?: number;
  /** What the exchange's clock said when the event came: in ms since 1970, and on the clock of the events. */
  readonly exchangeMs: number;
  readonly atMs: number;
}

export interface RunView {
  /** When the first event came. */
  readonly startedAtMs: number | undefined;
  readonly plan:
    | {
        readonly name: string;
        readonly generation: number;
        readonly digest: string;
        readonly approval?: string;
      }
    | undefined;
  readonly run: RunFacts | undefined;
  readonly orders: OrderRows;
  readonly calls: CallRows;
  readonly compiled: Compiled | undefined;
  /** What only a follower does, in the plan's order. */
  readonly steps: readonly StepView[];
  /** Once a follower has told it. */
  readonly following: FollowView | undefined;
  /** Since when no look was read: by the exchange's clock, in ms since 1970, and on the clock of the events. */
  readonly blind: { readonly sinceMs: number; readonly atMs: number } | undefined;
  readonly budget:
    | { readonly ip: Gauge; readonly uid: Gauge; readonly inFlight: number; readonly atMs: number }
    | undefined;
  readonly pause:
    | {
        readonly why: 'rate-limit' | 'not-sent';
        readonly call: number;
        readonly message: string;
        readonly untilMs: number;
      }
    | undefined;
  /** Until when a second Ctrl-C ends it, on the clock of the events. */
  readonly endAskedUntilMs: number | undefined;
  readonly stopping:
    | { readonly why: string; readonly inFlight: number; readonly cause?: 'asked' | 'journal' | 'output' | 'taken' }
    | undefined;
  /** What earlier runs left unknown; once it was looked up, what of it remains so. */
  readonly earlier: Omit<EarlierStated, 'event'> | undefined;
  readonly assumptions: readonly Assumption[];
  /** How each order stands to the journal: those of the plan, in its order, then those that are gone from it. */
  readonly states: readonly OrderStateView[];
  /** What a dry run would not send. */
  readonly withheld: readonly PlannedWithheld[];
  /** All that may stand of the account, of this plan and of others. */
  readonly standing: readonly StandingOrder[];
  /** What was seen of the account before. */
  readonly seen: StandingStated['seen'];
  /** The newest few. */
  readonly notes: readonly string[];
  /** The newest few; `errors` and `warnings` count them all. */
  readonly diagnostics: readonly DiagnosticView[];
  readonly errors: number;
  readonly warnings: number;
  /** Warnings as a person reads them, each event's text. */
  readonly framed: readonly string[];
  /** What became of the orders that were to be taken off. */
  readonly cancels: readonly CancelView[];
  /** The account, as it would be after the run; once that has ended, as it is. */
  readonly protection: ProtectionStated | undefined;
  /** When the last look began that found it as it was told, in ms since 1970; absent where none has since. */
  readonly protectionAsOfMs: number | undefined;
  /** The groups of a plan that is followed, as they stood when that was told. */
  readonly toldGroups: readonly GroupStated[];
  readonly finished: Finished | undefined;
}
