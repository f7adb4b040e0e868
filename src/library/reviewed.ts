/** A reviewed plan for programs: read from its text, and held against a run before anything is sent. */
import { checkReviewed, refuseDifferent, type NamedReview } from '../actions/review/check-reviewed.ts';
import { earlyDifferences, type ReviewedHow } from '../actions/review/differences.ts';
import { readReviewed } from '../actions/review/read-reviewed.ts';
import type { PreparedRun } from '../actions/prepare/prepared-run.ts';
import type { Result } from '../model/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { CompiledPlan } from './compile.ts';
import { asValue } from './failure.ts';
import type { Working } from './holding.ts';
import type { LoadOptions } from './load.ts';

export type { NamedReview };

/** Reads what `ordo run --out` wrote. Err (exit code 5): it is not exactly as it was written. */
export const loadReviewed = (
  text: string,
  { file = 'reviewed plan in memory' }: LoadOptions = {},
): Promise<Result<NamedReview, Refusal>> =>
  asValue(async () => ({ file, plan: await readReviewed(file, new TextEncoder().encode(text)) }));

/** The time, the version, the target, and that nothing is cancelled: no reviewed plan has a cancel. Throws RefusalError. */
export function checkEarly(reviewed: NamedReview, { replace, removed }: CompiledPlan, how: ReviewedHow): void {
  if (replace.length > 0 || removed)
    refuse('option/conflict', `replace and removed do not go with ${reviewed.file}`, 'compile the plan without them');
  refuseDifferent(reviewed, earlyDifferences(reviewed.plan, how));
}

/** The calls, the orders, the settings and what the ledger knows. The files are not the library’s to read. Throws RefusalError. */
export async function checkLate(
  reviewed: NamedReview,
  run: PreparedRun,
  { session, account: live }: Pick<Working, 'session' | 'account'>,
): Promise<void> {
  const { plan, generation } = reviewed.plan;
  const account = run.target === 'live' ? live : undefined;
  const approvals = account === undefined ? [] : await session.approvals({ plan, generation });
  checkReviewed(reviewed, { run, read: reviewed.plan, account }, approvals);
}
