import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { checkAccountFile } from './account-age.ts';
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

/**
 * What time has against a run that opens (exit 5): its `validUntil`, the last moment of its reviewed plan, the age of the account file
 * that its sizes go by. Not of a run that follows what is held or works: exits and cancels go on.
 */
export function checkStillOpens(run: PreparedRun, nowMs: number): void {
  if (isBegun(run)) return;
  checkStillValid(run.plan, nowMs);
  checkNotExpired(run, nowMs);
  checkAccountFile(run, nowMs);
}

function checkNotExpired({ reviewed, planFile }: PreparedRun, nowMs: number): void {
  if (reviewed === undefined || nowMs < Date.parse(reviewed.expires)) return;
  const { file, expires } = reviewed;
  refuse(
    'reviewed/changed',
    `${file} expired at ${expires}`,
    `look at ${planFile} again, and write it again with --out`,
  );
}

/** After this moment nothing more is sent. */
export function lastMomentOf({ plan: { validUntil }, reviewed }: PreparedRun): number | undefined {
  const expiresMs = reviewed === undefined ? undefined : Date.parse(reviewed.expires);
  return expiresMs === undefined ? validUntil?.ms : Math.min(expiresMs, validUntil?.ms ?? Number.POSITIVE_INFINITY);
}
