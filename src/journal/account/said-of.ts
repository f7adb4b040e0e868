/** What records of an account say, as its memory keeps it. */
import { SymbolMap } from '../../model/symbol.ts';
import type { Halt } from '../records/halt.ts';
import type { Approval } from '../records/ledger.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf, type Said } from '../records/record-schema.ts';
import type { KeptMarket } from '../records/run-record.ts';
import type { PlanName } from '../records/scope.ts';
import type { KeptRange, KnownCancel } from '../records/state.ts';

export const rangesOf = (kept: readonly KeptMarket[]): ReadonlyMap<string, KeptRange> =>
  new SymbolMap(kept.map(([symbol, low, high]) => [symbol, [low, high] as const]));

export const keyOf = ({ plan, generation }: PlanName): string => `${generation} ${plan}`;

export function haltOf(record: LogRecord): Halt {
  const { user, host, why } = saidOf('halt', record);
  return { user, host, atMs: record.atMs, why };
}

export const approvalOf = ({ code, settings, orders }: Said['approval']): Approval => ({ code, settings, orders });

/** What each cancel of a call was answered. One that did not leave, or was refused for its time or the rate limit, takes nothing off. */
export const cancelAnswer = (isTaken: boolean, answers: Said['ending']['answers'], at: number): KnownCancel['answer'] =>
  isTaken ? (answers?.[at]?.answer ?? 'unknown') : 'refused';
