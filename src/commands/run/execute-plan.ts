/**
 * `ordo run --execute`: everything that can be checked is checked before the first byte, in this order: plan and policy,
 * environment, time, lock, journal, compile, approval, keys.
 */
import { historyOf, standingOf, stateOf } from '../../ledger/known-account.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { emptyJournal } from '../../ledger/state.ts';
import { MEMORY } from '../../ledger/url.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { DIGEST_SHOWN } from '../../report/text/phrases.ts';
import { openSession, type Session } from '../../session/session.ts';
import { refuse } from '../command-line/refusal.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectLive } from '../live/connect-live.ts';
import { checkDead } from '../live/dead-requests.ts';
import { earlierUnknown, earlierWords } from '../live/earlier-unknown.ts';
import { refuseFoundElsewhere } from '../live/found-elsewhere.ts';
import { checkGeneration, checkKey, liveFacts, noteOtherFile } from '../live/live-facts.ts';
import { withLiveSession } from '../live/live-session.ts';
import { accountOf, checkSafeToRunLive, journalPath } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { World } from '../world.ts';
import { approvalOf, approve } from './approval.ts';
import { canLive, loadFor } from './dry-run.ts';
import { finishOf, placeRun } from './place-run.ts';
import { compileUnder, withPlaces } from '../inputs/compile-under.ts';
import { checkStandingCap } from './standing-cap.ts';
import type { PreparedRun } from './prepared-run.ts';
import { renamedWarnings } from './renamed-warnings.ts';
import { givenOptions, type RunOptions } from './run-options.ts';

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
  checkStillValid(world, setup.plan);
  const task = { options, setup, plan: setup.plan };
  return options.live ? executeLive(world, task, told) : executeOnPaper(world, task, told);
}

function checkStillValid(world: World, plan: Plan): void {
  if (plan.validUntil === undefined || world.clock.wallMs() < plan.validUntil.ms) return;
  refuse(
    EXIT.notAsReviewed,
    `the plan is past its validUntil ${plan.validUntil.text}`,
    'look at it again, and set a later time',
  );
}

/** What is executed: a valid plan, as it was asked for. */
interface Task {
  readonly options: RunOptions;
  readonly setup: Setup;
  readonly plan: Plan;
}

async function executeOnPaper(world: World, { options, setup, plan }: Task, told: Reporter): Promise<ExitCode> {
  const { limits, locale, timeoutMs, refusalCodes } = setup.config.exchange;
  const paper = await world.startPaper(limits, { locale, timeoutMs, refusalCodes: new Set(refusalCodes) });
  try {
    const session = await paperSession(world, setup, paper.origin, told);
    try {
      if (options.journalPath !== undefined) {
        told.emit({ event: 'note', message: 'a paper run keeps its journal in memory: --journal is for --live' });
      }
      const known = emptyJournal;
      const schedule = withPlaces(compileUnder(setup.config, plan, known, options), options.planPath);
      const run = {
        ...prepared(options, setup, { plan, known, standing: [], schedule, exchange: paper.origin }),
        canLive: canLive(world, setup.config),
      };
      checkPaperApproval(options, schedule.digest);
      if (!told.isForPrograms) await told.diagnostics(setup.diagnostics);
      await session.connect(() => Promise.resolve(paper.exchange), false);
      return await placeRun(world, { options, run, session }, told);
    } finally {
      await session.close();
    }
  } finally {
    await paper.close();
  }
}

async function paperSession(world: World, { config }: Setup, origin: string, { emit }: Reporter): Promise<Session> {
  const account = { origin, name: 'paper' };
  const opened = await openSession({
    ledger: await world.openLedger(MEMORY),
    spool: await world.openSpool(MEMORY, account),
    scope: { account },
    limits: config.exchange.limits,
    settings: config.execution,
    clock: world.clock,
    emit,
  });
  if (!opened.ok) throw new Error('somebody else holds a ledger in memory');
  return opened.value;
}

async function executeLive(world: World, { options, setup, plan }: Task, told: Reporter): Promise<ExitCode> {
  const { emit } = told;
  const { config } = setup;
  const account = accountOf(world, config);
  const name = { plan: plan.name, generation: plan.generation };
  const place = { ...name, file: await journalPath(world, options.journalPath), account };
  return withLiveSession(world, { place, config, emit }, async (session) => {
    const memory = await session.account();
    const known = inPlanNames(stateOf(memory, name), plan.orders);
    const history = historyOf(memory, plan.name);
    checkGeneration(plan, history);
    const schedule = withPlaces(compileUnder(config, plan, known, options), options.planPath);
    await checkDead(session, known, schedule);
    const renamed = setup.source === undefined ? [] : renamedWarnings(plan, known, setup.source);
    if (told.isForPrograms) await told.diagnostics(renamed);
    else if (schedule.calls.length > 0) await told.diagnostics([...setup.diagnostics, ...renamed]);
    const earlier = earlierUnknown(config, known, schedule);
    const run = {
      ...prepared(options, setup, { plan, known, standing: standingOf(memory), schedule, exchange: account.origin }),
      live: liveFacts(place, setup, history),
      approval: approvalOf(plan, config, account, schedule),
      warnings: setup.diagnostics.length + renamed.length,
      ...defined({ earlier }),
    };
    checkStandingCap(run);
    noteOtherFile(world, options.planPath, history, emit);
    if (earlier !== undefined) emit({ event: 'note', message: earlierWords(earlier) });
    // Where nothing can be sent, no key is read.
    if (schedule.calls.length > 0 && earlier?.canLookUp !== false) {
      await approve(world, options, run, session);
      checkKey(await session.connect(() => connectLive(world, setup, account.origin), options.rebind), place);
      if (!history.wasPlaced && config.exchange.queries) {
        await refuseFoundElsewhere({
          session,
          schedule,
          known,
          planPath: options.planPath,
          options: run.options,
          nowMs: world.clock.wallMs(),
        });
      }
    }
    return placeRun(world, { options, run, session }, told);
  });
}

/** On paper there is nothing to approve but the bytes. */
function checkPaperApproval({ approve: asked }: RunOptions, digest: string): void {
  if (asked === undefined || digest.startsWith(asked)) return;
  refuse(
    EXIT.notAsReviewed,
    `approved ${asked.slice(0, DIGEST_SHOWN)}, but the plan compiles to ${digest.slice(0, DIGEST_SHOWN)}`,
    'look at the dry run again and approve its digest; an approval code is for --live',
  );
}

const prepared = (
  options: RunOptions,
  setup: Setup,
  what: Pick<PreparedRun, 'plan' | 'known' | 'standing' | 'schedule' | 'exchange'>,
): PreparedRun => ({
  ...what,
  config: setup.config,
  planFile: options.planPath,
  mode: 'execute',
  target: options.live ? 'live' : 'paper',
  precision: setup.precision,
  ...defined({ configFile: setup.configFile }),
  canLive: true,
  obstacles: [],
  warnings: setup.diagnostics.length,
  bytes: false,
  options: givenOptions(options),
});
