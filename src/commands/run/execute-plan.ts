/**
 * `ordo run --execute`: everything that can be checked is checked before the first byte, in this order: plan and policy,
 * environment, time, lock, journal, compile, approval, keys. Where the account has to be read, keys and account come before the
 * approval.
 */
import { apart } from '../../actions/approval.ts';
import { beforeFirstByte, checkAccount, prepareRun, sends } from '../../actions/place.ts';
import { checkAccountFile } from '../../actions/prepare/account-age.ts';
import { tellEarlier } from '../../actions/prepare/earlier-unknown.ts';
import { memoryOf } from '../../actions/prepare/memory.ts';
import { nameOf, type PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import { defined } from '../../model/defined.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { youngLook } from '../../protection/journal/account.ts';
import { refuse } from '../../refusal.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { noteOtherFile } from '../live/live-facts.ts';
import { withNotices } from '../live/notices.ts';
import { withLiveSession } from '../live/live-session.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { World } from '../world.ts';
import { checkRunApproved } from './approval-question.ts';
import { canLive, loadFor } from './dry-run.ts';
import { withPaperSession } from './paper-session.ts';
import { finishOf, placeOnScreen } from './place-run.ts';
import type { RunOptions } from './run-options.ts';
import { ofCommit, requestOf } from './run-request.ts';

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
    refuseOthersFiles(world.files, setup);
  }
  checkStillValid(setup.plan, world.clock.wallMs());
  const { config } = setup;
  const task = { options, setup, plan: setup.plan };
  if (!options.live) return executeOnPaper(world, task, told);
  const about = { account: config.exchange.account, plan: setup.plan.name };
  return withNotices(world, { setup, about }, told, (heard) => executeLive(world, task, heard));
}

/** What is executed: a valid plan, as it was asked for. */
interface Task {
  readonly options: RunOptions;
  readonly setup: Setup;
  readonly plan: Plan;
}

function executeOnPaper(world: World, task: Task, told: Reporter): Promise<ExitCode> {
  const { options, setup, plan } = task;
  const { config } = setup;
  const { journalPath: journal } = options;
  return withPaperSession(world, { config, journal, told }, async ({ session, exchange, origin }) => {
    const how = { mode: 'execute', exchange: origin, canLive: canLive(world, config) } as const;
    const { run } = await prepareRun(session, requestOf(options, { setup, plan }, how));
    checkPaperApproval(options, run.schedule.digest);
    await checkAsReviewed(world, task, run, []);
    if (!told.isForPrograms) await told.diagnostics(setup.diagnostics);
    await session.connect(() => Promise.resolve(exchange), false);
    return placeOnScreen(world, { options, run, session }, told);
  });
}

async function executeLive(world: World, task: Task, told: Reporter): Promise<ExitCode> {
  const { options, setup, plan } = task;
  const { emit } = told;
  const { config } = setup;
  const account = accountOf(world, config);
  checkAccountFile({ plan, config, target: 'live', exchange: account.origin }, world.clock.wallMs());
  const place = { ...nameOf(plan), journal: await journalAt(world, options.journalPath, config), account };
  return withLiveSession(world, { place, config, emit }, async (session) => {
    const look = youngLook(await session.newestLook(), world.clock.wallMs());
    const memory = memoryOf(place, await session.account(), plan, defined({ look, halt: await session.halted() }));
    const how = { mode: 'execute', exchange: account.origin } as const;
    const judged = await prepareRun(session, requestOf(options, { setup, plan, memory }, how));
    const { renamed } = judged;
    await checkAsReviewed(world, task, judged.run, await session.approvals(place));
    if (told.isForPrograms) await told.diagnostics(renamed);
    else if (judged.run.schedule.calls.length > 0) await told.diagnostics([...setup.diagnostics, ...renamed]);
    noteOtherFile(world.files, options.planPath, memory.history, emit);
    if (judged.run.earlier !== undefined) tellEarlier(emit, judged.run.earlier);
    const connect = once(() => connectKnown(world, { setup, session, place, rebind: options.rebind }));
    const asking = { session, clock: world.clock, emit, connect };
    const compiled = await checkAccount(asking, judged);
    if (sends(compiled.run)) await checkRunApproved(world, options, compiled, session);
    const run = await beforeFirstByte(asking, compiled);
    return placeOnScreen(world, { options, run: ofCommit(world.files, run, setup), session }, told);
  });
}

function once(connect: () => Promise<void>): () => Promise<void> {
  let connected: Promise<void> | undefined;
  return () => (connected ??= connect());
}

/** Where a reviewed plan is run, nothing else is sent. */
async function checkAsReviewed(
  world: World,
  { options, setup }: Task,
  run: PreparedRun,
  approvals: readonly Approval[],
): Promise<void> {
  if (options.reviewed === undefined) return;
  (await import('./check-reviewed.ts')).checkRunReviewed(world.files, options, { setup, run, approvals });
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
