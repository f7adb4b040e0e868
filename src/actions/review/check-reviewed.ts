/** Nothing is sent of a reviewed plan but what was reviewed (docs/contract.md#reviewed-plans). */
import type { ReviewedPlan } from '../../generated/reviewed.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { AccountName } from '../../journal/records/scope.ts';
import type { ReviewedFacts } from '../../model/event.ts';
import { safeText } from '../../model/safe-text.ts';
import { refuse } from '../../refusal.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { approvalCode } from '../approval.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { lateDifferences } from './differences.ts';
import { compiledReview, type ReviewedInputs, type Sources } from './reviewed-plan.ts';

export interface NamedReview {
  /** Its file, as it was given. */
  readonly file: string;
  readonly plan: ReviewedPlan;
}

/** What of it is compiled: the run, with what it was read from. */
export interface Reviewable {
  readonly run: PreparedRun;
  readonly read: ReviewedInputs;
  /** The live account; undefined on paper. */
  readonly account: AccountName | undefined;
}

export const reviewedFactsOf = ({ file, plan }: NamedReview): ReviewedFacts => ({
  file,
  expires: plan.expires,
  ...(plan.target === 'live' && { approval: plan.approval }),
});

/** The client order ids that it carries: what it placed again is not placed once more. */
export const carriedBy = ({ orders }: ReviewedPlan): ReadonlySet<string> =>
  new Set(orders.flatMap(({ clientOid }) => (clientOid === undefined ? [] : [clientOid])));

/** What would be sent is what was reviewed, or the rest of it. Refuses (exit 5) with every difference, each on its line. */
export function checkReviewed(reviewed: NamedReview, now: Reviewable, approvals: readonly Approval[]): void {
  const { plan, known, schedule, approval } = now.run;
  const { digest, approval: code } = reviewed.plan;
  const differences = lateDifferences(reviewed.plan, {
    now: compiledReview(sourcesOf(now)),
    approval: approval === undefined ? digest : approvalCode(digest, approval.settings),
    plan,
    pending: schedule.pending,
    known,
    isApproved: approvals.some((one) => one.code === code),
  });
  refuseDifferent(reviewed, differences);
}

export function sourcesOf({ run, read, account }: Reviewable): Sources {
  const { plan, schedule, known, approval, config } = run;
  return {
    read,
    plan,
    spoken: config.exchange.interface,
    schedule,
    known,
    account,
    approval: approval?.code ?? schedule.digest,
  };
}

export function refuseDifferent({ file, plan }: NamedReview, differences: readonly string[]): void {
  if (differences.length === 0) return;
  const again = `look at it again: ${commandOf(plan, file)}`;
  refuse('reviewed/changed', `${file} is not what would be sent now`, again, differences);
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
