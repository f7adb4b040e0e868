/**
 * `ordo run --execute`: everything that can be checked is checked before the first byte, in this order: plan and policy,
 * environment, time, lock, journal, compile, approval, keys.
 */
import type { Approval } from '../../journal/records/ledger.ts';
import { emptyJournal } from '../../journal/records/state.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { apart } from '../command-line/approval-code.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import { compileUnder, withPlaces } from '../../actions/prepare/compile-under.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectKnown } from '../live/connect-live.ts';
import { tellEarlier } from '../../actions/prepare/earlier-unknown.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import { noteOtherFile } from '../live/live-facts.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { memoryOf } from '../../actions/prepare/memory.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { World } from '../world.ts';
import { checkApproved, recordApproval } from './approval.ts';
import { canLive, loadFor } from './dry-run.ts';
import { checkFirstSend, executionOf, liveRunOf, looksUp, ofCommit, sends } from './live-run.ts';
import { paperSession } from './paper-session.ts';
import { finishOf, placeOnScreen } from './place-run.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { RunOptions } from './run-options.ts';

export async function executePlan(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  const { emit } = told;
  const setup = await loadFor(world, options);
  // A person is told of warnings only where something is sent.
  if (setup.plan === undefined || told.isForPrograms) await told.diagnostics(setup.diagnostics);
  if (setup.plan === undefined) {
    emit(finished(world, finishOf(options), setup.exitCode));
    return setup.exitCode;
  }
  if (options.live) {
    checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
    refuseOthersFiles(world, setup);
  }
  checkStillValid(setup.plan, world.clock.wallMs());
  const task = { options, setup, plan: setup.plan };
  return options.live ? executeLive(world, task, told) : executeOnPaper(world, task, told);
}

/** What is executed: a valid plan, as it was asked for. */
interface Task {
  readonly options: RunOptions;
  readonly setup: Setup;
  readonly plan: Plan;
}

async function executeOnPaper(world: World, task: Task, told: Reporter): Promise<ExitCode> {
  const { options, setup, plan } = task;
  const { limits, locale, timeoutMs, refusalCodes } = setup.config.exchange;
  const paper = await world.startPaper(limits, { locale, timeoutMs, refusalCodes: new Set(refusalCodes) });
  try {
    const session = await paperSession(
      world,
      { config: setup.config, journal: options.journalPath },
      paper.origin,
      told,
    );
    try {
      const known = emptyJournal;
      const schedule = withPlaces(compileUnder(setup.config, plan, known, options), options.planPath);
      const run = {
        ...executionOf(options, setup, { plan, known, standing: [], schedule, exchange: paper.origin }),
        canLive: canLive(world, setup.config),
      };
      checkPaperApproval(options, schedule.digest);
      await checkAsReviewed(world, task, run, []);
      if (!told.isForPrograms) await told.diagnostics(setup.diagnostics);
      await session.connect(() => Promise.resolve(paper.exchange), false);
      return await placeOnScreen(world, { options, run, session }, told);
    } finally {
      await session.close();
    }
  } finally {
    await paper.close();
  }
}

async function executeLive(world: World, task: Task, told: Reporter): Promise<ExitCode> {
  const { options, setup, plan } = task;
  const { emit } = told;
  const { config } = setup;
  const account = accountOf(world, config);
  const place = {
    plan: plan.name,
    generation: plan.generation,
    journal: await journalAt(world, options.journalPath, config),
    account,
  };
  return withLiveSession(world, { place, config, emit }, async (session) => {
    const memory = memoryOf(place, await session.account(), plan);
    const live = await liveRunOf(options, { setup, plan, memory }, session);
    const { run, renamed } = live;
    await checkAsReviewed(world, task, run, await session.approvals(place));
    if (told.isForPrograms) await told.diagnostics(renamed);
    else if (run.schedule.calls.length > 0) await told.diagnostics([...setup.diagnostics, ...renamed]);
    noteOtherFile(world, options.planPath, memory.history, emit);
    if (run.earlier !== undefined) tellEarlier(emit, run.earlier);
    if (sends(live)) {
      await checkApproved(world, options, run, session);
      await connectKnown(world, { setup, session, memory, rebind: options.rebind });
      await checkFirstSend(world, live, session, memory);
      await recordApproval(run, session);
    } else if (looksUp(live)) await connectKnown(world, { setup, session, memory, rebind: options.rebind });
    return placeOnScreen(world, { options, run: ofCommit(world, run, setup), session }, told);
  });
}

/** Where a reviewed plan is run, nothing else is sent. */
async function checkAsReviewed(
  world: World,
  { options, setup }: Task,
  run: PreparedRun,
  approvals: readonly Approval[],
): Promise<void> {
  if (options.reviewed === undefined) return;
  (await import('./check-reviewed.ts')).checkReviewed(world, options, { setup, run, approvals });
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
