import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { isBegun } from './begun.ts';
import type { PreparedRun } from './prepared-run.ts';

/** Refuses (exit 5) a plan past its `validUntil`; `nowMs` since 1970. */
export function checkStillValid({ validUntil }: Plan, nowMs: number): void {
  if (validUntil === undefined || nowMs < validUntil.ms) return;
  refuse(
    'plan/past-valid-until',
    `the plan is past its validUntil ${validUntil.text}`,
    'look at it again, and set a later time',
  );
}

/** The same of a run that follows its plan, unless something of that is held or works: exits and cancels go on past it. */
export function checkStillOpens(run: PreparedRun, nowMs: number): void {
  if (!isBegun(run)) checkStillValid(run.plan, nowMs);
}

/** After this moment nothing more is sent. */
export function lastMomentOf({ plan: { validUntil }, reviewed }: PreparedRun): number | undefined {
  const expiresMs = reviewed === undefined ? undefined : Date.parse(reviewed.expires);
  return expiresMs === undefined ? validUntil?.ms : Math.min(expiresMs, validUntil?.ms ?? Number.POSITIVE_INFINITY);
}
