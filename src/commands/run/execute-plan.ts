/**
 * `ordo run --execute`: everything that can be checked is checked before the first byte. On paper that is the plan, its policy and
 * its bytes; for a live run live-checks.ts has the list.
 */
import { apart } from '../../actions/approval.ts';
import { prepareRun } from '../../actions/place.ts';
import { RunEnds, toFirstRefusal } from '../../actions/prepare/checks.ts';
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import { checkNoFollow } from '../../actions/prepare/needs-follow.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import { withNotices } from '../live/notices.ts';
import type { World } from '../world.ts';
import { checkAsReviewed, type Read } from './as-reviewed.ts';
import { canLive, loadFor } from './dry-run.ts';
import { ACCOUNT_CHECKS, FILE_CHECKS } from './live-checks.ts';
import { LiveRun } from './live-run.ts';
import { withPaperSession } from './paper-session.ts';
import { onceJournalAnswers } from './once-journal-answers.ts';
import { finishOf, placeOnScreen } from './place-run.ts';
import type { RunOptions } from './run-options.ts';
import { requestOf } from './run-request.ts';

export function executePlan(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  return options.live ? executeLive(world, options, told) : loadForPaper(world, options, told);
}

async function loadForPaper(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  const setup = await loadFor(world, options);
  // A person is told of warnings only where something is sent.
  if (setup.plan === undefined || told.isForPrograms) await told.diagnostics(setup.diagnostics);
  if (setup.plan === undefined) {
    told.emit(finished(world, finishOf(options), setup.exitCode));
    return setup.exitCode;
  }
  checkNoFollow(setup.plan, options.follow === true);
  if (options.follow === true) checkCanAsk(setup.config, 'set it to true: a run that follows its plan relies on them');
  checkStillValid(setup.plan, world.clock.wallMs());
  return executeOnPaper(world, { options, setup, plan: setup.plan }, told);
}

/** What is executed: a valid plan, as it was asked for. */
interface Task extends Read {
  readonly plan: Plan;
}

function executeOnPaper(world: World, task: Task, told: Reporter): Promise<ExitCode> {
  const { options, setup, plan } = task;
  const { config } = setup;
  const { journalPath: journal } = options;
  // A plan is followed on prices that move.
  const market = options.follow === true ? { market: { seed: options.seed, onNews: told.emit } } : {};
  return withPaperSession(world, { config, journal, told, ...market }, async ({ session, exchange, origin }) => {
    const how = { mode: 'execute', exchange: origin, canLive: canLive(world, config) } as const;
    const { run } = await prepareRun(session, requestOf(options, { setup, plan }, how));
    checkPaperApproval(options, run.schedule.digest);
    await checkAsReviewed(world, task, run, []);
    if (!told.isForPrograms) await told.diagnostics(setup.diagnostics);
    await session.connect(() => Promise.resolve(exchange), false);
    return placeOnScreen(world, { options, run, session }, told);
  });
}

async function executeLive(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  const run = new LiveRun(world, options, told, toFirstRefusal);
  try {
    await toFirstRefusal(FILE_CHECKS, run);
  } catch (error) {
    if (!(error instanceof RunEnds)) throw error;
    told.emit(finished(world, finishOf(options), error.exitCode));
    return error.exitCode;
  }
  const { config, plan, setup } = run;
  const about = { account: config.exchange.account, plan: plan.name };
  return withNotices(world, { setup: { ...setup, config }, about }, told, async (heard) => {
    run.told = heard;
    try {
      const ended = await begin(world, options, run);
      if (ended !== undefined) {
        heard.emit(finished(world, finishOf(options), ended));
        return ended;
      }
      return await placeOnScreen(world, { options, ...run.placeable }, heard);
    } finally {
      await run.close();
    }
  });
}

/** The exit code of whoever ends it while it waits for the journal's server. */
async function begin(world: World, { follow }: RunOptions, run: LiveRun): Promise<ExitCode | undefined> {
  if (follow !== true) {
    await toFirstRefusal(ACCOUNT_CHECKS, run);
    return undefined;
  }
  return onceJournalAnswers(world, run.told.emit, async (answers) => {
    run.opened = answers;
    await run.startOver();
    await toFirstRefusal(ACCOUNT_CHECKS, run);
  });
}

/** On paper there is nothing to approve but the bytes. */
function checkPaperApproval({ approve: asked }: RunOptions, digest: string): void {
  if (asked === undefined || digest === asked) return;
  const [was, now] = apart(asked, digest);
  refuse(
    'approval/other-bytes',
    `approved ${was}, but the plan compiles to ${now}`,
    'look at the dry run again and approve its digest; an approval code is for --live',
  );
}
