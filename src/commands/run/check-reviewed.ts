/** A reviewed plan against the files and options that it is run with. */
import { apart } from '../../actions/approval.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import {
  checkReviewed,
  refuseDifferent,
  type NamedReview,
  type Reviewable,
} from '../../actions/review/check-reviewed.ts';
import { earlyDifferences, interfaceDifference, type ReviewedHow } from '../../actions/review/differences.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import {
  appeared,
  fileDifferences,
  inputDifferences,
  interfaceNow,
  inputSums,
  reviewedInputs,
} from '../review/input-files.ts';
import { keptInputs, type KeptInputs } from '../review/kept-inputs.ts';
import type { Files, World } from '../world.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Before anything is read but the files' bytes. Refuses (exit 5) with every difference, each on its line. Of one that is followed the
 * journal tells first whether it is begun: then files that differ are read as they were reviewed, where they are kept.
 */
export async function checkEarly(
  world: World,
  reviewed: NamedReview,
  how: ReviewedHow,
): Promise<KeptInputs | undefined> {
  const { files } = world;
  const changed = fileDifferences(files, reviewed.plan);
  const differs = how.follows ? [...changed, ...appeared(files, reviewed.plan)] : [];
  const kept = differs.length === 0 ? undefined : keptInputs(world, reviewed.plan, differs);
  const now = changed.length === 0 || kept !== undefined ? undefined : await interfaceNow(files, reviewed.plan);
  refuseDifferent(reviewed, [
    ...earlyDifferences(reviewed.plan, how),
    ...(kept === undefined ? changed : []),
    ...interfaceDifference(reviewed.plan, now),
  ]);
  return kept;
}

/** That the bytes which were read are those of the review, and no file more. */
export const checkInputs = (files: Files, reviewed: NamedReview, setup: Setup): void =>
  refuseDifferent(reviewed, [
    ...inputDifferences(reviewed.plan, inputSums(files, setup)),
    ...interfaceDifference(reviewed.plan, setup.config.exchange.interface),
  ]);

/** What would be sent, before it is approved: it is what was reviewed, or the rest of it. */
export function checkRunReviewed(
  files: Files,
  options: RunOptions,
  what: { readonly setup: Setup; readonly run: PreparedRun; readonly approvals: readonly Approval[] },
): void {
  const { reviewed, approve } = options;
  if (reviewed === undefined) return;
  checkReviewed(reviewed, reviewableOf(files, options, what.setup, what.run), what.approvals);
  const { approval } = reviewed.plan;
  if (approve === undefined || approval === approve) return;
  const [asked, now] = apart(approve, approval);
  refuse(
    'approval/other-bytes',
    `approved ${asked}, but ${reviewed.file} has the approval code ${now}`,
    'look at it again, and approve its code',
  );
}

export const reviewableOf = (files: Files, options: RunOptions, setup: Setup, run: PreparedRun): Reviewable => ({
  run,
  read: reviewedInputs(files, setup, options),
  account: run.live === undefined ? undefined : { origin: run.exchange, name: run.live.account },
});
