/** A past run as a reader of the journal keeps it, before it is told. */
import type { RunEvent } from '../../model/event.ts';
import type { SightStep } from '../../model/outcome.ts';
import type { BudgetGauges } from '../records/request.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { Said, Settlement } from '../records/record-schema.ts';
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
  /** The journal’s, when the run had ended. */
  head?: string;
}
