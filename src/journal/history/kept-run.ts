/** A past run as a reader of the journal keeps it, before it is told. */
import type { RunEvent } from '../../model/event.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { BudgetGauges } from '../records/request.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { Said, Settlement } from '../records/record-schema.ts';
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
export interface LaterEnd extends Pick<Settlement, 'intent' | 'at' | 'message' | 'orderId'> {
  readonly step: Settlement['step'] | Exclude<SightStep, 'stands'>;
}

/** With when that was. */
type LaterSettlement = LaterEnd & { readonly atMs: number };

/** What the journal knew of the account once a run was gone: up to the next run of its plan, or all of it. */
export interface LeftAtCut extends PlanName {
  readonly account: KnownAccount;
  /** The newest look. */
  readonly look?: KeptLook;
  /** Of the newest record. */
  readonly atMs: number;
}

/** What a run that followed its plan and was killed left covered, naked and not known, as its end would have told it. */
export type TellLeft = (left: LeftAtCut) => readonly RunEvent[];

/** What the store has of a run. */
export interface KeptRun {
  readonly listed: RunListed;
  /** Its calls and their ends, each with what both windows held then. */
  readonly records: { readonly record: LogRecord; readonly gauges?: BudgetGauges }[];
  /** When the run before began that followed this plan, where this one does too. */
  goesOnFromMs?: number;
  /** Its calls that take orders off. */
  readonly cancels: LogRecord[];
  /** What settled its orders later. */
  readonly settled: LaterSettlement[];
  begun?: LogRecord;
  announced?: readonly RunEvent[];
  finished?: Said['finished'];
  /** What was known once it was gone, where it followed its plan and has no end. */
  left?: LeftAtCut;
  /** The journal’s, when the run had ended. */
  head?: string;
}
