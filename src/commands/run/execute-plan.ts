/**
 * `ordo run --execute`: everything that can be checked is checked before the first byte, in this order: plan and policy,
 * environment, time, lock, journal, compile, approval, keys.
 */
import { resolve } from 'node:path';
import { Executor } from '../../session/executor.ts';
import type { Tally } from '../../session/tally.ts';
import { err } from '../../model/result.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Aside, AsideVerdict, Exchange, Journal } from '../../ports.ts';
import { CODE_SHOWN } from '../../report/run/next-steps.ts';
import { approvalOf, approve } from './approval.ts';
import { connectLive } from '../live/connect-live.ts';
import { checkDead } from '../live/dead-requests.ts';
import { loadFor } from './dry-run.ts';
import { bindKey, checkGeneration, liveFacts, noteOtherFile } from '../live/live-facts.ts';
import { exitCodeOf, tellLoss, type Interruption } from '../command-line/interruption.ts';
import { withLiveJournal } from '../live/live-journal.ts';
import { announce } from './announce.ts';
import { compileUnder, type PreparedRun } from './prepare-run.ts';
import { refuse } from '../command-line/refusal.ts';
import { finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { givenOptions, type RunOptions } from './run-options.ts';
import type { Setup } from '../inputs/setup.ts';
import { accountOf, checkSafeToRunLive, journalPath } from '../live/live-target.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { JournalPlace, Screen, World } from '../world.ts';

export async function executePlan(world: World, options: RunOptions, told: Reporter): Promise<ExitCode> {
  const { emit } = told;
  const setup = await loadFor(world, options);
  await told.diagnostics(setup.diagnostics);
  if (setup.plan === undefined) {
    emit(finished(world, finishOf(options), setup.exitCode));
    return setup.exitCode;
  }
  if (options.live) {
    checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
    refuseOthersFiles(world, setup);
  }
  checkStillValid(world, setup.plan);
  return options.live
    ? executeLive(world, options, setup, setup.plan, told)
    : executeOnPaper(world, options, setup, setup.plan, told);
}

const finishOf = ({ live, startedMs }: RunOptions): Finish => ({
  mode: 'execute',
  target: live ? 'live' : 'paper',
  startedMs,
});

function checkStillValid(world: World, plan: Plan): void {
  if (plan.validUntil === undefined || world.clock.wallMs() < plan.validUntil.ms) return;
  refuse(
    EXIT.notAsReviewed,
    `the plan is past its validUntil ${plan.validUntil.text}`,
    'look at it again, and set a later time',
  );
}

async function executeOnPaper(
  world: World,
  options: RunOptions,
  setup: Setup,
  plan: Plan,
  told: Reporter,
): Promise<ExitCode> {
  const { limits, locale, timeoutMs, refusalCodes } = setup.config.exchange;
  const paper = await world.startPaper(limits, { locale, timeoutMs, refusalCodes: new Set(refusalCodes) });
  const journal = await world.openJournal(placeOf(plan, ':memory:', { origin: paper.origin, name: 'paper' }));
  try {
    if (options.journalPath !== undefined) {
      told.emit({ event: 'note', message: 'a paper run keeps its journal in memory: --journal is for --live' });
    }
    const known = journal.state();
    const schedule = compileUnder(setup.config, plan, known, options);
    const run = prepared(options, setup, { plan, known, schedule, exchange: paper.origin });
    checkPaperApproval(options, schedule.digest);
    return await place(world, options, run, { exchange: paper.exchange, journal, aside: noAside }, told);
  } finally {
    journal.close();
    await paper.exchange.close();
    await paper.close();
  }
}

async function executeLive(
  world: World,
  options: RunOptions,
  setup: Setup,
  plan: Plan,
  told: Reporter,
): Promise<ExitCode> {
  const account = accountOf(world, setup.config);
  const at = placeOf(plan, await journalPath(world, options.journalPath), account);
  return withLiveJournal(world, at, told.emit, async (journal, aside) => {
    const [known, history] = [journal.state(), journal.history()];
    checkGeneration(plan, history);
    const schedule = compileUnder(setup.config, plan, known, options);
    checkDead(journal, known, schedule);
    const run = {
      ...prepared(options, setup, { plan, known, schedule, exchange: account.origin }),
      live: liveFacts(at, setup, history),
      approval: approvalOf(plan, setup.config, account, schedule),
    };
    noteOtherFile(world, options.planPath, history, told.emit);
    if (schedule.calls.length === 0) {
      return place(world, options, run, { exchange: nothingToSend, journal, aside }, told);
    }
    await approve(world, options, run, journal);
    const exchange = await connectLive(world, setup, account.origin);
    try {
      bindKey(journal, exchange, at, options.rebind);
      return await place(world, options, run, { exchange, journal, aside }, told);
    } finally {
      await exchange.close();
    }
  });
}

/** On paper there is nothing to approve but the bytes. */
function checkPaperApproval({ approve: asked }: RunOptions, digest: string): void {
  if (asked === undefined || digest.startsWith(asked)) return;
  refuse(
    EXIT.notAsReviewed,
    `approved ${asked.slice(0, CODE_SHOWN)}, but the plan compiles to ${digest.slice(0, CODE_SHOWN)}`,
    'look at the dry run again and approve its digest; an approval code is for --live',
  );
}

/** A paper run has no disk to keep anything on. */
const noAside: Aside = () => err('a paper run has no disk');

/** Stands in where every order was sent before: no key is read for it. */
const nothingToSend: Exchange = {
  timestampMs: () => 0,
  keyFingerprint: () => '',
  place: () => Promise.reject(new Error('there is nothing to send')),
  syncClock: () => Promise.resolve(false),
  close: () => Promise.resolve(),
};

const placeOf = (plan: Plan, file: string, account: JournalPlace['account']): JournalPlace => ({
  file,
  account,
  plan: plan.name,
  generation: plan.generation,
});

const prepared = (
  options: RunOptions,
  setup: Setup,
  what: Pick<PreparedRun, 'plan' | 'known' | 'schedule' | 'exchange'>,
): PreparedRun => ({
  ...what,
  config: setup.config,
  planFile: options.planPath,
  mode: 'execute',
  target: options.live ? 'live' : 'paper',
  precision: setup.precision,
  options: givenOptions(options),
});

/** Sends the schedule, shown live; an interruption stops the sending and waits for what is in flight. */
async function place(
  world: World,
  options: RunOptions,
  run: PreparedRun,
  parts: { exchange: Exchange; journal: Journal; aside: Aside },
  { emit, tellTo }: Reporter,
): Promise<ExitCode> {
  const noMore = `nothing more is sent${options.live ? '; what was is in the journal: ordo status' : ''}`;
  let first: Interruption | undefined;
  let executor: Executor | undefined;
  const interrupt = (interruption: Interruption): void => {
    first ??= interruption;
    if (typeof interruption !== 'string') tellLoss(world.stderr, interruption, noMore);
    executor?.stop('stopped', whyOf(interruption));
  };
  const screen: Screen | undefined =
    options.output === 'tui' ? await world.mountScreen(() => interrupt('SIGINT')) : undefined;
  tellTo(screen?.sink);
  const unsubscribe = world.onInterruption(interrupt);
  const unjournaled: string[] = [];
  const tellUnjournaled = (): void => unjournaled.splice(0).forEach((line) => world.stderr.write(line));
  try {
    announce(emit, run);
    // Nothing is sent that nobody could be told of.
    await world.flushOutput();
    parts.journal.beginRun({ planFile: resolve(world.folder, run.planFile), digest: run.schedule.digest });
    executor = new Executor(run.schedule, {
      ...parts,
      aside: (verdicts) => {
        unjournaled.push(...verdicts.map((one) => unjournaledLine(one, run)));
        if (screen === undefined || !world.stderr.isTerminal) tellUnjournaled();
        return parts.aside(verdicts);
      },
      clock: world.clock,
      emit,
      limits: run.config.exchange.limits,
      settings: run.config.execution,
      ...(run.plan.validUntil !== undefined && { validUntilMs: run.plan.validUntil.ms }),
    });
    if (first !== undefined) executor.stop('stopped', whyOf(first));
    const tally: Tally = await executor.run();
    const exitCode = tally.exitCode(first === undefined ? undefined : exitCodeOf(first));
    emit(finished(world, finishOf(options), exitCode, tally.counts));
    return exitCode;
  } finally {
    unsubscribe();
    await screen?.finish();
    tellTo();
    // A terminal that the screen draws on gets them when it is free again.
    tellUnjournaled();
  }
}

function whyOf(interruption: Interruption): string {
  if (typeof interruption !== 'string') return `the output cannot be written: ${interruption.why}`;
  return interruption === 'SIGINT' ? 'interrupted' : 'asked to end';
}

/** One line on stderr, whatever the output: it may be the only record of an order id. */
function unjournaledLine({ clientOid, verdict }: AsideVerdict, { schedule }: PreparedRun): string {
  const id = schedule.pending.get(clientOid)?.id ?? '?';
  const words = verdict.outcome === 'accepted' ? `order id ${verdict.orderId}` : safeText(verdict.message);
  return `ordo: not in the journal: ${id} ${clientOid} ${verdict.outcome} ${words}\n`;
}
