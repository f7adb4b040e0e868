/** What a live run sends, and what has to be so before it does. */
import { resolve } from 'node:path';
import { standingOf } from '../../journal/records/known-account.ts';
import { defined } from '../../model/defined.ts';
import type { Session } from '../../session/session.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { checkRenames } from '../../actions/prepare/lost-renames.ts';
import { compileUnder, withPlaces } from '../../actions/prepare/compile-under.ts';
import { commitOf } from '../inputs/commit-of.ts';
import type { Setup } from '../inputs/setup.ts';
import { checkDead } from '../../actions/prepare/request-expiry.ts';
import { earlierUnknown } from '../../actions/prepare/earlier-unknown.ts';
import { refuseFoundElsewhere } from '../../actions/prepare/found-elsewhere.ts';
import { checkCanAsk, checkGeneration } from '../../actions/prepare/account-checks.ts';
import { liveFacts } from '../live/live-facts.ts';
import type { Memory } from '../../actions/prepare/memory.ts';
import type { World } from '../world.ts';
import { approvalOf, planName } from './approval.ts';
import type { DryRunInput } from './dry-run.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { renamedWarnings } from '../../actions/prepare/renamed-warnings.ts';
import { chosenBy } from './chosen.ts';
import { givenOptions, reviewedFacts, type RunOptions } from './run-options.ts';
import { checkStandingCap } from '../../actions/prepare/standing-cap.ts';

export interface LiveRun {
  readonly run: PreparedRun;
  /** Warnings of what the journal knows beside the plan's text. */
  readonly renamed: readonly Diagnostic[];
}

/** Refuses what must not be sent: a lowered generation, a request that may still be taken, too much that stands. */
export async function liveRunOf(
  options: RunOptions,
  { setup, plan, memory }: DryRunInput & { readonly memory: Memory },
  session: Session,
): Promise<LiveRun> {
  const { config } = setup;
  const { known, history, place } = memory;
  checkGeneration(plan, history);
  checkRenames(plan, known, memory.account);
  const schedule = withPlaces(compileUnder(config, plan, known, chosenBy(options, setup)), options.planPath);
  await checkDead(session, known, schedule);
  const renamed = setup.source === undefined ? [] : renamedWarnings(plan, known, setup.source);
  const standing = standingOf(memory.account);
  const run = {
    ...executionOf(options, setup, { plan, known, standing, schedule, exchange: place.account.origin }),
    live: liveFacts(place, setup, history),
    approval: approvalOf(plan, config, place.account, schedule),
    warnings: setup.diagnostics.length + renamed.length,
    ...defined({
      earlier: earlierUnknown(config, known, schedule, options.planPath),
      minSizeOf: chosenBy(options, setup).minSizeOf,
    }),
  };
  checkQueries(run);
  checkStandingCap(run);
  return { run, renamed };
}

/** ordo needs the order lists to see that a cancel worked. */
function checkQueries({ config, schedule }: PreparedRun): void {
  if (schedule.cancels !== undefined) checkCanAsk(config, 'leave --replace and --removed out, or set it to true');
}

/** With the commit that the plan's file is of, as it was read. */
export function ofCommit(world: World, run: PreparedRun, { files }: Setup): PreparedRun {
  const file = resolve(world.folder, run.planFile);
  const bytes = files.get(file);
  return bytes === undefined ? run : { ...run, ...defined({ commit: commitOf(world, file, bytes) }) };
}

/** Where nothing can be sent, no key is read. */
export const sends = ({ run: { schedule, earlier } }: Pick<LiveRun, 'run'>): boolean =>
  (schedule.calls.length > 0 || schedule.cancels !== undefined) && earlier?.canLookUp !== false;

/** Whether orders of an earlier run are asked for, though nothing new is sent. */
export const looksUp = ({ run: { earlier } }: Pick<LiveRun, 'run'>): boolean => earlier?.canLookUp === true;

/** The first time that a plan is placed from here, the exchange's lists are asked whether it was placed from elsewhere. */
export async function checkFirstSend(
  world: World,
  { run }: Pick<LiveRun, 'run'>,
  session: Session,
  memory: Memory,
): Promise<void> {
  const { config, schedule, planFile, options } = run;
  const { known, history } = memory;
  if (history.wasPlaced || !config.exchange.queries) return;
  await refuseFoundElsewhere({
    session,
    plan: planName(run),
    origin: memory.place.account.origin,
    schedule,
    known,
    planPath: planFile,
    options,
    nowMs: world.clock.wallMs(),
  });
}

/** An execution of a plan, as it was asked for. */
export const executionOf = (
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
  ...defined({ reviewed: reviewedFacts(options) }),
});
