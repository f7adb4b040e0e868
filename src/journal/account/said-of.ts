/** What records of an account say, as its memory keeps it. */
import { SymbolMap } from '../../model/symbol.ts';
import type { ClosedElsewhere } from '../records/closed-elsewhere.ts';
import type { Approval } from '../records/ledger.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { LeftOrder } from '../records/known-account.ts';
import type { KeptGroup, KeptMarket, KeptStop } from '../records/run-record.ts';
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
  /** What the last run that followed it left to be done. */
  left?: readonly LeftOrder[] | undefined;
  stops?: readonly KeptStop[] | undefined;
  groups?: readonly KeptGroup[] | undefined;
  again?: ReadonlyMap<string, number>;
  edited?: ReadonlyMap<string, number>;
  off?: ReadonlySet<string> | undefined;
  /** The oldest first. */
  elsewhere?: readonly ClosedElsewhere[];
}

/** What a run says of the stops and groups of its plan, and of what a person allows again or takes up. */
export function takeDemands(
  plan: MemoryOfPlan,
  { isFollow, isLookUp, isCancel, requiresStop, stops, groups, again, edited, off }: Said['run'],
): void {
  if (isFollow === true) {
    plan.stops = stops;
    plan.groups = withEarlier(groups, plan.groups);
    plan.left = [];
  }
  if (again !== undefined) {
    plan.again = new Map([...(plan.again ?? []), ...again]);
    plan.off = plan.off?.difference(new Set(again.map(([id]) => id)));
  }
  if (edited !== undefined) plan.edited = new Map([...(plan.edited ?? []), ...edited]);
  if (off !== undefined) plan.off = new Set([...(plan.off ?? []), ...off]);
  if (isLookUp !== true && isCancel !== true) plan.requiresStop = requiresStop;
}

/** What was filled of a group counts for as long as the plan may have an order of it: one that no later run has is kept. */
function withEarlier(
  now: readonly KeptGroup[] | undefined,
  before: readonly KeptGroup[] | undefined,
): readonly KeptGroup[] | undefined {
  if (before === undefined) return now;
  const entries = new Set(now?.flatMap((group) => group.entries));
  const earlier = before.filter((group) => !group.entries.some((id) => entries.has(id)));
  return [...(now ?? []), ...earlier];
}

/** A record of a run that follows its plan. */
export function takeFollowed(plan: MemoryOfPlan, record: LogRecord): void {
  plan.followedMs = record.atMs;
  if (record.kind === 'finished') takeLeft(plan, saidOf('finished', record));
}

/** What it leaves, where it ended before nothing could become due any more. */
function takeLeft(plan: MemoryOfPlan, { told, end }: Said['finished']): void {
  const isEarly = told.some(([, , event]) => event.event === 'run-stopping');
  plan.left = isEarly ? end.left : undefined;
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

export function approvalOf(record: LogRecord): Approval {
  const { code, settings, orders } = saidOf('approval', record);
  return { code, settings, orders, atMs: record.atMs };
}

/** The endings of a call that the exchange may have taken. */
export const MAY_BE_TAKEN: ReadonlySet<LogRecord['kind']> = new Set(['answered', 'lost', 'unrecorded']);

/** What each cancel of a call was answered. One that did not leave, or was refused for its time or the rate limit, takes nothing off. */
export const cancelAnswer = (isTaken: boolean, answers: Said['ending']['answers'], at: number): KnownCancel['answer'] =>
  isTaken ? (answers?.[at]?.answer ?? 'unknown') : 'refused';
