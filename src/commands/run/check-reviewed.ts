/** Nothing is sent of a reviewed plan but what was reviewed (docs/contract.md#reviewed-plans). */
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import { safeText } from '../../model/safe-text.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { refuse } from '../../refusal.ts';
import type { Setup } from '../inputs/setup.ts';
import { earlyDifferences, inputDifferences, interfaceDifference, lateDifferences } from '../review/differences.ts';
import { compiledReview, inputSums, type Sources } from '../review/reviewed-plan.ts';
import type { World } from '../world.ts';
import { apart, approvalCode } from '../../actions/approval.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { ReviewedRun, RunOptions } from './run-options.ts';

/** Before anything is read but the files' bytes. Refuses (exit 5) with every difference, each on its line. */
export const checkEarly = async (world: World, reviewed: ReviewedRun, isLive: boolean): Promise<void> =>
  refuseDifferent(reviewed, await earlyDifferences(world, reviewed.plan, isLive));

/** That the bytes which were read are those of the review, and no file more. */
export const checkInputs = (world: World, reviewed: ReviewedRun, setup: Setup): void =>
  refuseDifferent(reviewed, [
    ...inputDifferences(reviewed.plan, inputSums(world, setup)),
    ...interfaceDifference(reviewed.plan, setup.config.exchange.interface),
  ]);

/** What would be sent, before it is approved: it is what was reviewed, or the rest of it. */
export function checkReviewed(
  world: World,
  options: RunOptions,
  what: { readonly setup: Setup; readonly run: PreparedRun; readonly approvals: readonly Approval[] },
): void {
  const { reviewed } = options;
  if (reviewed === undefined) return;
  const { setup, run, approvals } = what;
  const { plan, known, schedule } = run;
  const { digest, approval } = reviewed.plan;
  const differences = lateDifferences(reviewed.plan, {
    now: compiledReview(world, sourcesOf(options, setup, run)),
    approval: run.approval === undefined ? digest : approvalCode(digest, run.approval.settings),
    plan,
    pending: schedule.pending,
    known,
    isApproved: approvals.some(({ code }) => code === approval),
  });
  refuseDifferent(reviewed, differences);
  if (options.approve === undefined || approval === options.approve) return;
  const [asked, now] = apart(options.approve, approval);
  refuse(
    'approval/other-bytes',
    `approved ${asked}, but ${reviewed.file} has the approval code ${now}`,
    'look at it again, and approve its code',
  );
}

export function sourcesOf(options: RunOptions, setup: Setup, run: PreparedRun): Sources {
  const { plan, schedule, known, approval, live, exchange } = run;
  const { planPath, configPath, variables, only } = options;
  const account = live === undefined ? undefined : { origin: exchange, name: live.account };
  const code = approval?.code ?? schedule.digest;
  return { setup, plan, schedule, known, account, approval: code, planPath, configPath, variables, only };
}

function refuseDifferent({ file, plan }: ReviewedRun, differences: readonly string[]): void {
  if (differences.length === 0) return;
  const anew = `look at it again: ${commandOf(plan, file)}`;
  refuse('reviewed/changed', `${file} is not what would be sent now`, anew, differences);
}

const quoted = (text: string): string => shellWord(safeText(text));

function commandOf({ planFile, target, options }: ReviewedPlan, file: string): string {
  const { config, only, again } = options;
  const given = [
    ...(config === undefined ? [] : [['--config', config]]),
    ...Object.entries(options.var).map(([name, value]) => ['--var', `${name}=${value}`]),
    ...only.map((id) => ['--only', id]),
    ...again.map((id) => ['--again', id]),
    ['--out', file],
  ].map(([option, value = '']) => `${option} ${quoted(value)}`);
  return ['ordo run', quoted(planFile), ...(target === 'live' ? ['--live'] : []), ...given].join(' ');
}
