import type { Limits, Weight } from './call.ts';
import type { ExecutionSettings } from './config.ts';
import type { Interface } from './interfaces.ts';
import type { Ladder, OrderNumber } from './order.ts';
import type { FieldTexts } from './order-fields.ts';
import type { OrderContent } from './order-changes.ts';
import type { WithheldReason } from './outcome.ts';
import type { BlindStated, FollowStated } from './follow-stated.ts';
import type { WatchEvent } from './watch-event.ts';
import type { OrderStands, ProtectionStated, SeenBefore } from './protection-stated.ts';
import type { PublicEvent } from '../generated/event.ts';

export type { ProtectionStated, PublicEvent };

/** A close that a run took off to place it again, and that is off still. */
export type NotBack = NonNullable<Extract<PublicEvent, { event: 'run-finished' }>['notBack']>[number];

/** What a close or a flatten leaves, or nobody knows. */
export type Remains = NonNullable<Extract<PublicEvent, { event: 'run-finished' }>['remains']>;

/** What became of an order, once it is final. */
export type OrderOutcome = Extract<PublicEvent, { event: 'order-outcome' }>;

/** Before the first outcome: what the run is, for the screen's head. */
export type RunStarted = {
  readonly event: 'run-started';
  readonly planFile: string;
  readonly description?: string;
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  readonly exchange: string;
  /** Present in a live run and its dry run. */
  readonly live?: LiveFacts;
  /** The config that was found, by its path. */
  readonly config?: string;
  /** Names of the limits of the policy that holds. */
  readonly policy?: readonly string[];
  /** The interface that is spoken, and what its orders cannot say is checked by; absent on version 2. */
  readonly spoken?: SpokenFacts;
  /** By which list prices and sizes were checked, in words. */
  readonly precision?: string;
  /** Whether a live exchange is configured. */
  readonly canLive?: boolean;
  /** The approval code of what a live run sends. */
  readonly approval?: string;
  /** Whether an unknown order holds back the rest. */
  readonly stopsAtUnknown?: boolean;
  /** In a dry run: which other process holds the account now, in words. What it awaits is in flight. */
  readonly heldBy?: string;
  /** The account is halted: by whom, since when and why, in words. */
  readonly halted?: string;
  /** The reviewed plan that is run, or that the dry run wrote. */
  readonly reviewed?: ReviewedFacts;
  /** Why an execution would be refused, each in words. */
  readonly obstacles?: readonly string[];
  /** In a dry run: every call is to be shown with its body. */
  readonly bytes?: boolean;
  readonly limits: Limits;
  /** For a plan that needs a follower: what looking at the lists takes, or where only time matters what its calls take in all. */
  readonly followed?: LooksStated | { readonly inAll: Weight };
  /** Every order of the plan, in its order: what a line needs to name it. */
  readonly orders: readonly OrderHeadline[];
  readonly ladders: readonly Ladder[];
  /** What a command that goes on from here must say as well, such as `--var entry=64500`. */
  readonly options?: readonly GivenOption[];
  /** It is shown again, from the journal: its number among the runs of its plan, and when it began, in ms since 1970. */
  readonly past?: { readonly run: number; readonly startedAtMs: number };
};

/** How far apart looks are, and what all of one window take at most. */
export type LooksStated = { readonly everyMs: number; readonly windowMs: number; readonly inWindow: Weight };

/** Whether the margin mode, which no order says, is checked against the account before the first one. */
export type SpokenFacts = { readonly interface: Interface; readonly accountCheck: ExecutionSettings['accountCheck'] };

/** For whom a live run sends, by which config, and from which journal: each in words. */
export type LiveFacts = { readonly account: string; readonly config: string; readonly journal: string };

/** A reviewed plan's file and when it expires; whether its time was cut at the plan's own, and whether it was written now. */
export type ReviewedFacts = {
  readonly file: string;
  readonly expires: string;
  /** The code that it was reviewed with; absent on paper, and where it was written just now. */
  readonly approval?: string;
  readonly isWritten?: boolean;
  readonly isCut?: boolean;
};

export type GivenOption = {
  readonly name: 'config' | 'journal' | 'var' | 'only' | 'again' | 'replace' | 'removed';
  /** Empty where the option takes none. */
  readonly value: string;
};

export type OrderHeadline = FieldTexts & {
  readonly id: string;
  /** The id that it had first, where that changed: the journal knows it by this. */
  readonly was?: string;
  /** Ids of the orders that it waits for. */
  readonly after?: readonly string[];
  readonly ladder?: string;
  /** For an entry whose group has a stop from its first fill on: the worst price at which that closes. */
  readonly followedStop?: string;
  /** For an exit: the formulas of prices that are known only once its entry is filled. */
  readonly late?: Readonly<Partial<Record<'trigger' | 'price', string>>>;
  /** How its computed numbers came about. */
  readonly formulas?: Readonly<Partial<Record<OrderNumber, string>>>;
  readonly line: number;
};

/** Named assumptions with their value and where to change it (docs/contract.md#assumptions). */
export type Assumption = {
  readonly name: string;
  readonly value: string;
  readonly change: string;
  /** It differs from the default. */
  readonly isChanged?: true;
};
export type AssumptionsStated = { readonly event: 'assumptions-stated'; readonly assumptions: readonly Assumption[] };

/** What a budget holds now, and when its oldest part comes back (undefined: when an answer arrives, or nothing is held). */
export type Gauge = { readonly used: number; readonly limit: number; readonly freesInMs?: number };
export type BudgetChanged = {
  readonly event: 'budget-changed';
  readonly ip: Gauge;
  readonly uid: Gauge;
  readonly inFlight: number;
};

/** An order of the account that may be open on the exchange, whatever plan and generation placed it. */
export type StandingOrder = {
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly state: 'accepted' | 'unknown' | 'in-flight';
  readonly orderId?: string;
  /** What was sent of it; of what was filled and is over, that part. */
  readonly content: OrderContent;
  /** Nothing more comes of it: this part of it was filled. */
  readonly isHeld?: true;
  /** What a look saw of the trigger that its stop became. */
  readonly preset?: 'resting' | 'not-seen' | 'missing';
  /** How protection knows it, where that says more than its state: it fired, is in no list, or is filled in part. */
  readonly known?: Pick<OrderStands, 'standing' | 'filled'>;
  /** The stop that a follower of its plan sends as it fills. */
  readonly followedStop?: string;
};
/** Before the first call: all that may be open of the account, of this plan and of others. */
export type StandingStated = {
  readonly event: 'standing-stated';
  readonly orders: readonly StandingOrder[];
  /** What was seen of the account before the run: by it the run is judged when it is shown again. Absent where nobody looked or asked. */
  readonly seen?: SeenBefore;
};

/** An order that a dry run would not send, and why. */
export type PlannedWithheld = {
  readonly id: string;
  readonly reason: WithheldReason;
  readonly message?: string;
};

/** Warnings as a person reads them, with the lines that they mean: part of the end of a dry run. */
export type WarningsFramed = { readonly event: 'warnings-framed'; readonly amount: number; readonly text: string };

/** Nothing new starts any more; `inFlight` calls are awaited. */
type RunStopping = {
  readonly event: 'run-stopping';
  readonly why: string;
  readonly inFlight: number;
  /** Of a run that follows its plan: another command asked it to end, its journal failed, or its output was lost. */
  readonly cause?: 'asked' | 'journal' | 'output' | 'taken';
};

/** Ctrl-C of a run that follows its plan and holds something: a second one within that time ends it. */
export type EndAsked = { readonly event: 'end-asked'; readonly withinMs: number };

/** Ids of what earlier runs of the plan left unknown, in the plan or not: placings, and cancels whose end nobody saw. */
export type EarlierStated = {
  readonly event: 'earlier-stated';
  readonly unknown: readonly string[];
  readonly cancels: readonly string[];
  /** Those of the cancels whose orders are in no list. */
  readonly nowhere: readonly string[];
  /** And those that a run sent to place the order again: one by hand would leave it off. */
  readonly replaced: readonly string[];
};

/** Something to say that is neither an outcome nor a diagnostic. */
type NoteMade = { readonly event: 'note'; readonly message: string };

/** Part of the stream for the screen and the lines only; the public stream is exactly the schema's. */
export type ScreenEvent =
  | RunStarted
  | AssumptionsStated
  | StandingStated
  | WarningsFramed
  | BudgetChanged
  | RunStopping
  | EndAsked
  | EarlierStated
  | ProtectionStated
  | FollowStated
  | BlindStated
  | NoteMade
  | WatchEvent;

/** All that can happen in a run, in one union. What is shown is a fold over these; no reader decides anything. */
export type RunEvent = PublicEvent | ScreenEvent;
