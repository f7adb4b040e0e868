import { emptyJournal, type JournalState } from '../journal/journal-state.ts';
import type { Config } from '../model/config.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { Plan } from '../model/order.ts';
import { Tally } from '../execute/tally.ts';
import { paperInstruments } from '../paper/instruments.ts';
import { announce, compileUnder } from './prepare-run.ts';
import { concluding, finished, reporter, type Reporter } from './reporting.ts';
import { givenOptions, type RunOptions } from './run-options.ts';
import { loadSetup, type Setup } from './setup.ts';
import { accountOf, journalFile } from './target.ts';
import type { World } from './world.ts';

/** What would be sent, with no key read and no socket opened. */
export async function dryRun(world: World, options: RunOptions): Promise<ExitCode> {
  return showDryRun(world, options, reporter(world, options.output), await loadFor(world, options));
}

export const loadFor = (world: World, options: RunOptions): Promise<Setup> =>
  loadSetup(world, {
    planPath: options.planPath,
    variables: options.variables,
    ...(options.configPath !== undefined && { configPath: options.configPath }),
    ...(!options.live && { otherwise: paperInstruments }),
  });

export function showDryRun(
  world: World,
  options: RunOptions,
  { emit, diagnostics }: Reporter,
  setup: Setup,
): Promise<ExitCode> {
  const target = options.live ? 'live' : 'paper';
  const finish = { mode: 'dry-run', target, startedMs: options.startedMs } as const;
  return concluding(world, emit, finish, async () => {
    await diagnostics(setup.diagnostics);
    if (setup.plan === undefined) {
      emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    const { plan, config } = setup;
    const known = options.live ? await knownLive(world, options, config, plan) : emptyJournal;
    const schedule = compileUnder(config, plan, known, options);
    const exchange = options.live ? accountOf(world, config).origin : 'the embedded paper exchange';
    announce(emit, {
      plan,
      config,
      schedule,
      planFile: options.planPath,
      mode: 'dry-run',
      target,
      exchange,
      precision: setup.precision,
      known,
      options: givenOptions(options),
    });
    const tally = new Tally();
    for (const { outcome } of schedule.withheld) tally.count(outcome);
    for (const { order, outcome } of schedule.withheld) {
      emit({
        event: 'note',
        message: `${order.id} would be withheld: ${outcome.reason}${outcome.message === undefined ? '' : `, ${outcome.message}`}`,
      });
    }
    if (plan.validUntil !== undefined && world.clock.wallMs() >= plan.validUntil.ms) {
      emit({
        event: 'note',
        message: `the plan is past its validUntil ${plan.validUntil.text}: an execution would be refused (exit ${EXIT.notAsReviewed})`,
      });
    }
    const exitCode = tally.exitCode(undefined);
    emit(finished(world, finish, exitCode, tally.counts));
    return exitCode;
  });
}

function knownLive(world: World, options: RunOptions, config: Config, plan: Plan): Promise<JournalState> {
  const file = journalFile(world, options.journalPath);
  return world.readJournal({ file, account: accountOf(world, config), plan: plan.name, generation: plan.generation });
}
