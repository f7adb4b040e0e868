import { emptyJournal, type JournalState } from '../../ledger/state.ts';
import type { Config } from '../../model/config.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { Tally } from '../../session/tally.ts';
import type { JournalHistory } from '../../ports.ts';
import { paperInstruments } from '../../paper/instruments.ts';
import { approvalOf } from './approval.ts';
import { checkGeneration, liveFacts, noteOtherFile } from '../live/live-facts.ts';
import { announce } from './announce.ts';
import { compileUnder } from './prepare-run.ts';
import { concluding, finished, type Reporter } from '../command-line/reporting.ts';
import { givenOptions, type RunOptions } from './run-options.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { accountOf, journalPath } from '../live/live-target.ts';
import { distrustOf } from '../live/whose-files.ts';
import type { JournalPlace, World } from '../world.ts';

/** What would be sent, with no key read and no socket opened. */
export const dryRun = async (world: World, options: RunOptions, told: Reporter): Promise<ExitCode> =>
  showDryRun(world, options, told, await loadFor(world, options));

export const loadFor = (world: World, options: RunOptions): Promise<Setup> =>
  loadSetup(world, {
    planPath: options.planPath,
    variables: options.variables,
    ...(options.configPath !== undefined && { configPath: options.configPath }),
    ...(!options.live && { otherwise: paperInstruments }),
  });

export function showDryRun(world: World, options: RunOptions, told: Reporter, setup: Setup): Promise<ExitCode> {
  const { emit, diagnostics } = told;
  const target = options.live ? 'live' : 'paper';
  const finish = { mode: 'dry-run', target, startedMs: options.startedMs } as const;
  return concluding(world, told, finish, async () => {
    await diagnostics(setup.diagnostics);
    if (setup.plan === undefined) {
      emit(finished(world, finish, setup.exitCode));
      return setup.exitCode;
    }
    const { plan, config } = setup;
    const memory = options.live ? await readMemory(world, options, config, plan) : undefined;
    if (memory !== undefined) checkGeneration(plan, memory.history);
    const known = memory?.known ?? emptyJournal;
    const schedule = compileUnder(config, plan, known, options);
    announce(emit, {
      plan,
      config,
      schedule,
      planFile: options.planPath,
      mode: 'dry-run',
      target,
      exchange: memory?.place.account.origin ?? 'the embedded paper exchange',
      ...(memory !== undefined && {
        live: liveFacts(memory.place, setup, memory.history),
        approval: approvalOf(plan, config, memory.place.account, schedule),
      }),
      precision: setup.precision,
      known,
      options: givenOptions(options),
    });
    if (memory !== undefined) noteOtherFile(world, options.planPath, memory.history, emit);
    const distrust = options.live ? distrustOf(world, setup) : undefined;
    if (distrust !== undefined) {
      emit({
        event: 'note',
        message: `${distrust.why}: an execution would be refused (exit ${EXIT.usage}); ${distrust.mend}`,
      });
    }
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

interface Memory {
  readonly place: JournalPlace;
  readonly known: JournalState;
  readonly history: JournalHistory;
}

async function readMemory(world: World, options: RunOptions, config: Config, plan: Plan): Promise<Memory> {
  const file = await journalPath(world, options.journalPath);
  const place = { file, account: accountOf(world, config), plan: plan.name, generation: plan.generation };
  return { place, known: await world.readJournal(place), history: await world.readHistory(place) };
}
