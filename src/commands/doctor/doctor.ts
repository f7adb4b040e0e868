/** `ordo doctor`: what a live run would be refused for. It sends nothing, ties no key, and writes nothing to the journal. */
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { refuse } from '../../refusal.ts';
import { doctorSheet } from '../../views/doctor.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import { ANSWER_OPTION, configOption, journalOption } from '../command-line/shared-options.ts';
import { givenVariables, VAR_OPTION } from '../command-line/var-option.ts';
import { isReviewedFile } from '../review/looks-reviewed.ts';
import { ACCOUNT_CHECKS, FILE_CHECKS, PLACING_CHECKS } from '../run/live-checks.ts';
import { LiveRun } from '../run/live-run.ts';
import { bareRun, type RunOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';
import { EveryCheck } from './every-check.ts';

const DOCTOR_OPTIONS: OptionSpecs = {
  only: { value: '<id>', many: true, help: 'as if only this order were sent, or the rungs of this ladder; repeatable' },
  var: VAR_OPTION,
  config: configOption(),
  journal: journalOption(),
  output: ANSWER_OPTION,
};

export const DOCTOR_HELP: CommandHelp = {
  usage: 'ordo doctor [<plan>]',
  brief: 'why a live run would be refused',
  summary: 'Go through every check of ordo run --execute --live, and show what each says.',
  more: `It has no checks of its own: a run goes through the same list, and ends at the first that refuses.
Its exit code is that of the run, or 0 if no check refuses. It reads the keys, and asks the exchange
its time and what a run asks before it sends anything. It sends nothing, ties no key to the account,
and writes nothing to the journal, so a run within ten seconds does not count the weight of its
questions. A plan that needs --follow is judged as with it. Without a plan it makes the checks that
are the same for every plan.`,
  options: DOCTOR_OPTIONS,
  examples: [
    ['ordo doctor', 'config, journal, key and exchange'],
    ['ordo doctor plan.yaml', 'the same, with the checks of this plan'],
  ],
};

export async function doctor(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('doctor', args, DOCTOR_OPTIONS);
  const output = outputKind(given.value('output') ?? 'lines', world);
  const { planPath, ...options } = await optionsOf(world, given);
  const every = new EveryCheck(planPath === undefined ? ['plan'] : []);
  // All that is written stays in this process.
  const trial = { ...world, journals: { ...world.journals, ...world.journals.trial() } };
  const judged = { ...options, ...defined({ planPath }), followsIfNeeded: true } as const;
  const run = new LiveRun(trial, judged, every.reporter, every.through);
  try {
    for (const checks of [FILE_CHECKS, ACCOUNT_CHECKS, PLACING_CHECKS]) await every.all(checks, run);
  } finally {
    await run.close();
  }
  const { refusedBy } = every;
  const diagnosis = { checks: every.end(), ...defined({ refusedBy }) };
  await writeSheet(world.terminal, output, doctorSheet(diagnosis));
  return refusedBy?.exitCode ?? EXIT.done;
}

type Options = Omit<RunOptions, 'planPath'> & { readonly planPath: string | undefined };

/** As `ordo run --execute --live --yes` has them: who approves is not asked. */
async function optionsOf(world: World, given: Arguments): Promise<Options> {
  const variables = givenVariables(given);
  const [planPath, ...more] = given.positionals;
  if (more.length > 0)
    refuse('command/names', `doctor takes one plan, and got ${more.join(' ')} as well`, 'look at them one by one');
  const alone = ['only', 'var'].find((name) => given.values(name).length > 0);
  if (planPath === undefined && alone !== undefined)
    refuse('option/needs-another', `--${alone} is for a plan`, 'name one, or leave it out');
  const options: RunOptions = {
    ...bareRun(planPath ?? ''),
    live: true,
    yes: true,
    only: given.values('only'),
    variables,
    startedMs: world.clock.monotonicMs(),
    ...defined({ configPath: given.value('config'), journalPath: given.value('journal') }),
  };
  if (planPath === undefined) return { ...options, planPath };
  if (!isReviewedFile(world.files, planPath)) return options;
  return (await import('../run/reviewed-run.ts')).reviewedOptions(world, given, options);
}
