/** Past runs of a plan, told from the ledger alone, and the reports of them. */
import { cutLeft } from '../actions/follow/cut-left.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import { listRuns, storiesOf } from '../journal/history/past-runs.ts';
import type { AccountName } from '../journal/records/scope.ts';
import type { RunListed } from '../journal/history/kept-run.ts';
import { defaultConfig } from '../model/config.ts';
import type { Result } from '../model/result.ts';
import type { Story } from '../model/story.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { reportText as written, type ReportForm } from '../views/history/report-text.ts';
import { asValue } from './failure.ts';
import { textStyle, type TextStyle } from './text-style.ts';

/** A run as the ledger lists it. */
export interface PastRun {
  /** Its number among the runs of its plan, in whatever generation: from 1, in the order in which they began. */
  readonly run: number;
  readonly generation: number;
  /** Wall clock, ms since 1970. */
  readonly startedAtMs: number;
  /** The run as the ledger has it when this is called: what was told then, and what became of its orders since. */
  story(): Promise<Result<Story, Refusal>>;
}

type PastLedger = Pick<Ledger, 'records' | 'holder'>;

/**
 * The runs of a plan of that name, the oldest first; empty where there is none. Needs no session, and disturbs none. Err (exit
 * code 2): the ledger cannot be read.
 */
export function pastRuns(
  ledger: PastLedger,
  account: AccountName,
  plan: string,
): Promise<Result<readonly PastRun[], Refusal>> {
  return asValue(async () => (await listRuns(ledger, account, plan)).map((run) => pastRun(ledger, account, run)));
}

function pastRun(ledger: PastLedger, account: AccountName, listed: RunListed): PastRun {
  const { run, generation, startedAtMs } = listed;
  const left = cutLeft(defaultConfig.execution.cancelWaitMs);
  const story = (): Promise<Result<Story, Refusal>> =>
    asValue(async () => (await storiesOf(ledger, account, [listed], left))[0] as Story);
  return { run, generation, startedAtMs, story };
}

/** What `ordo report` writes of these runs. Err (exit code 2) where there is none, or where they are not of one plan of one account. */
export function reportText(
  stories: readonly Story[],
  form: ReportForm = 'lines',
  style: TextStyle = {},
): Promise<Result<string, Refusal>> {
  return asValue(async () => {
    const [first] = stories;
    if (first === undefined)
      return refuse('report/not-one-plan', 'there is no run to report', 'give one story or more');
    const { plan, account } = first;
    if (stories.some((story) => !isOf(story, first)))
      refuse('report/not-one-plan', 'the runs are not of one plan of one account', 'report each plan separately');
    return written(form, { plan, account, stories }, textStyle(style));
  });
}

const isOf = ({ plan, account }: Story, first: Story): boolean =>
  plan === first.plan && account.origin === first.account.origin && account.name === first.account.name;
