/** A past run as a reader of the journal keeps it, before it is told. */
import type { RunEvent } from '../../model/event.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { BudgetGauges } from '../records/request.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { Said, Settlement } from '../records/record-schema.ts';
import type { JournalState } from '../records/state.ts';
import type { CancelsKept } from './cut-cancels.ts';
import type { KnownAccount } from '../records/known-account.ts';
import type { KeptLook } from '../records/looked.ts';
import type { PlanName } from '../records/scope.ts';

/** A run of the plan, as it is counted and chosen. */
export interface RunListed extends PlanName {
  /** From 1, over the plan's generations. */
  readonly run: number;
  /** The number of its record. */
  readonly record: number;
  readonly startedAtMs: number;
}

/** What an order came to after its call: by a settlement, or by a look at the exchange. */
export interface LaterEnd extends Pick<Settlement, 'intent' | 'at' | 'message' | 'orderId' | 'rule'> {
  readonly step: Settlement['step'] | Exclude<SightStep, 'stands'>;
}

/** With when that was, and the number of its record. */
type LaterSettlement = LaterEnd & { readonly atMs: number; readonly record: number };

/** What the journal knew of the account once a run was gone: up to the next run of its plan, or all of it. */
export interface LeftAtCut extends PlanName {
  readonly account: KnownAccount;
  /** The newest look. */
  readonly look?: KeptLook;
  /** Of the newest record. */
  readonly atMs: number;
}

/** What a run that was cut off says of itself. */
export interface CutRun {
  /** In ms since 1970. */
  readonly startedAtMs: number;
  /** What it was about to do. */
  readonly announced: readonly RunEvent[];
  /** When the answer to each of its orders came, by client order id: by the clock that requests are signed with. */
  readonly answeredMs: ReadonlyMap<string, number>;
}

/** What a run that followed its plan and was killed left covered, naked and not known, as its end would have told it. */
export type TellLeft = (left: LeftAtCut, run: CutRun) => readonly RunEvent[];

/** What the store has of a run. */
export interface KeptRun {
  readonly listed: RunListed;
  /** Its calls and their ends, each with what both windows held then. */
  readonly records: { readonly record: LogRecord; readonly gauges?: BudgetGauges }[];
  /** When the run before began that followed this plan, where this one does too. */
  goesOnFromMs?: number;
  /** Its calls that take orders off, and how these ended. */
  readonly cancels: LogRecord[];
  readonly off: CancelsKept;
  /** What settled its orders later. */
  readonly settled: LaterSettlement[];
  begun?: LogRecord;
  /** The last record of its own. */
  last?: LogRecord;
  /** How its plan’s orders stood as it began, and how they stand now. */
  before?: JournalState;
  now?: JournalState;
  announced?: readonly RunEvent[];
  finished?: Said['finished'];
  /** The newest record once it was gone, where it has no end: the last before the next run of its plan. */
  goneAt?: number;
  /** What was known once it was gone, where it followed its plan and has no end. */
  left?: LeftAtCut;
  /** The journal’s, when the run had ended. */
  head?: string;
}
