/** What records of an account say, as its memory keeps it. */
import { SymbolMap } from '../../model/symbol.ts';
import type { ClosedElsewhere } from '../records/closed-elsewhere.ts';
import type { Halt } from '../records/halt.ts';
import type { Approval } from '../records/ledger.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { KeptMarket, KeptStop } from '../records/run-record.ts';
import type { PlanName } from '../records/scope.ts';
import type { KeptRange, KnownCancel, KnownOrder } from '../records/state.ts';
import type { KnownAttempt } from './known-attempt.ts';

export interface MemoryOfPlan extends PlanName {
  readonly orders: Map<string, KnownOrder>;
  readonly approvals: Approval[];
  /** Whether a call of it was ever begun from here. */
  isPlaced: boolean;
  /** Whether its last run that was to place something demanded stops. */
  requiresStop?: true | undefined;
  /** When a run that followed it wrote last. */
  followedMs?: number;
  stops?: readonly KeptStop[] | undefined;
  again?: ReadonlyMap<string, number>;
  /** The oldest first. */
  elsewhere?: readonly ClosedElsewhere[];
}

/** What a run says of the stops of its plan, and of what a person allows again. */
export function takeDemands(
  plan: MemoryOfPlan,
  { isFollow, isLookUp, isCancel, requiresStop, stops, again }: Said['run'],
): void {
  if (isFollow === true) plan.stops = stops;
  if (again !== undefined) plan.again = new Map([...(plan.again ?? []), ...again]);
  if (isLookUp !== true && isCancel !== true) plan.requiresStop = requiresStop;
}

/** Where an order's newest client order id went last. */
export interface LastSent {
  readonly plan: MemoryOfPlan;
  readonly id: string;
  readonly attempt: KnownAttempt;
  readonly at: number;
}

export const rangesOf = (kept: readonly KeptMarket[]): ReadonlyMap<string, KeptRange> =>
  new SymbolMap(kept.map(([symbol, low, high]) => [symbol, [low, high] as const]));

export const keyOf = ({ plan, generation }: PlanName): string => `${generation} ${plan}`;

export function haltOf(record: LogRecord): Halt {
  const { user, host, why } = saidOf('halt', record);
  return { user, host, atMs: record.atMs, why };
}

export function closedOf(record: LogRecord): ClosedElsewhere {
  const { entries, symbol, side, size, trades } = saidOf('closed-elsewhere', record);
  return { entries, symbol, side, size, trades };
}

export function approvalOf(record: LogRecord): Approval {
  const { code, settings, orders } = saidOf('approval', record);
  return { code, settings, orders, atMs: record.atMs };
}

/** The endings of a call that the exchange may have taken. */
export const MAY_BE_TAKEN: ReadonlySet<LogRecord['kind']> = new Set(['answered', 'lost', 'unrecorded']);

/** What each cancel of a call was answered. One that did not leave, or was refused for its time or the rate limit, takes nothing off. */
export const cancelAnswer = (isTaken: boolean, answers: Said['ending']['answers'], at: number): KnownCancel['answer'] =>
  isTaken ? (answers?.[at]?.answer ?? 'unknown') : 'refused';
