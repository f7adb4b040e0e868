/** `ordo run`: checks, compiles and shows a plan, and with --execute places its orders. */
import { defined } from '../model/defined.ts';
import type { ExitCode } from '../model/exit-code.ts';
import { givenApproval } from './command-line/approval-code.ts';
import { readArguments, type Arguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { configOption, journalOption, REBIND_OPTION } from './command-line/shared-options.ts';
import { dryRun } from './run/dry-run.ts';
import { givenVariables, VAR_OPTION } from './command-line/var-option.ts';
import { isDocument, outputKind, type OutputKind } from './command-line/output-kind.ts';
import { refuse } from '../refusal.ts';
import { MOST_SEED, wholeNumber } from './command-line/whole-number.ts';
import { concluding, reporter } from './command-line/reporting.ts';
import { isReviewedFile } from './review/looks-reviewed.ts';
import type { RunOptions } from './run/run-options.ts';
import { checkVariables } from './command-line/environment-variables.ts';
import type { World } from './world.ts';

const RUN_OPTIONS: OptionSpecs = {
  execute: { help: 'place the orders; without it nothing is sent' },
  live: { help: 'on the exchange of the config or ORDO_BASE_URL; without it on the embedded paper exchange' },
  bytes: { help: 'the dry run with every call, its body and weight, and all that is assumed' },
  watch: { help: 'show it again at every save; with --execute, place what is new' },
  follow: { help: 'with --execute: keep going as orders fill, until nothing of the plan is due' },
  out: { value: '<file>', help: 'write what the dry run shows as a reviewed plan, to be executed as it is' },
  expires: { value: '<duration>', help: 'how long the reviewed plan is good for: 90m, 24h, 7d; default 24h' },
  approve: { value: '<code>', help: 'place what has this approval code (all 64 digits)' },
  yes: { help: 'place whatever the plan compiles to' },
  again: {
    value: '<id>|rejected|absent|cancelled',
    many: true,
    help: 'place again what was rejected, cancelled, or settled as absent; repeatable',
  },
  replace: {
    value: '<id>|edited',
    many: true,
    help: 'cancel an edited order, and place its remainder again; with --follow: a stop, whose new one works first; repeatable',
  },
  removed: { help: 'cancel what is no longer in the plan' },
  only: { value: '<id>', many: true, help: 'send only this order, or the rungs of this ladder; repeatable' },
  rebind: REBIND_OPTION,
  seed: {
    value: '<n>',
    help: 'seeds the paper market, which moves with --watch --execute and with --follow; default 1',
  },
  var: VAR_OPTION,
  config: configOption(),
  journal: journalOption(),
  output: {
    value: 'tui|lines|ndjson|md|html',
    help: 'default: tui on a terminal, lines elsewhere; md and html of a dry run',
  },
};

export const RUN_HELP: CommandHelp = {
  usage: 'ordo run <plan>',
  brief: 'show what would be sent; --execute places it',
  summary: 'Check and compile a plan and show what would be sent; --execute places the orders.',
  more: `Without --execute nothing is sent, no key is read and no socket opened. With it, orders
go to the embedded paper exchange, or with --live to the real one, which asks for the
approval code of what was shown (or takes it from --approve). The code covers the
bytes, the exchange, the account and the settings. An order that was sent before is
never sent again: not after a crash, not after an edit, not when its outcome is unknown.
A reviewed plan (--out) is compiled again from its sources. Nothing is sent if a byte of
them or the journal differs, or if it has expired; what is followed and held goes on as it
was reviewed. With --follow a journal's server that
does not answer is waited for, at the start too.`,
  options: RUN_OPTIONS,
  examples: [
    ['ordo run plan.yaml', 'what would be sent'],
    ['ordo run plan.yaml --bytes', 'the same with every byte'],
    ['ordo run plan.yaml --watch', 'the same at every save, on one screen'],
    ['ordo run plan.yaml --watch --execute', 'placed on paper at every save, in a market that moves'],
    ['ordo run plan.yaml --execute', 'on paper'],
    ['ordo run plan.yaml --execute --follow', 'on paper, in a market that moves, to its end'],
    ['ordo run plan.yaml --execute --live', 'for real, asking first'],
    ['ordo run plan.yaml --execute --live --approve <code>', 'for real, as reviewed'],
    [
      'ordo run plan.yaml --live --replace edited --removed',
      'edited orders replaced, deleted ones cancelled, in one run',
    ],
    ['ordo run plan.yaml --live --out reviewed.json', 'saved as a reviewed plan for others to check'],
    ['ordo run reviewed.json --execute --live', 'exactly that, or nothing'],
  ],
};

export async function run(world: World, args: readonly string[]): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const given = readArguments('run', args, RUN_OPTIONS);
  const output = outputKind(given.value('output'), world);
  const mode = given.has('execute') ? 'execute' : 'dry-run';
  const target = given.has('live') ? 'live' : 'paper';
  const optionsHere = async (): Promise<RunOptions> => {
    checkVariables(world);
    return optionsFor(world, given, optionsOf(given, output, startedMs));
  };
  if (isDocument(output)) {
    checkDocument(given, output);
    const { writeDryRun } = await import('./run/dry-run-document.ts');
    return writeDryRun(world, { output, target, startedMs }, optionsHere);
  }
  const report = reporter(world.terminal, output, { clock: world.clock, isFollow: given.has('follow') });
  return concluding(world, report, { mode, target, startedMs }, async () => {
    const options = await optionsHere();
    if (given.has('watch'))
      return (await import('./watch/watch.ts')).watchPlan(world, options, report, mode === 'execute');
    if (mode === 'dry-run') return dryRun(world, options, report);
    return (await import('./run/execute-plan.ts')).executePlan(world, options, report);
  });
}

/** An execution is told as it goes. */
function checkDocument(given: Arguments, output: OutputKind): void {
  const other = ['execute', 'watch'].find((name) => given.has(name));
  if (other === undefined) return;
  refuse('option/conflict', `--output ${output} is for a dry run, and --${other} is given`, 'write --output lines');
}

/** A reviewed plan says itself how it is compiled. */
async function optionsFor(world: World, given: Arguments, options: RunOptions): Promise<RunOptions> {
  if (isReviewedFile(world.files, options.planPath))
    return (await import('./run/reviewed-run.ts')).reviewedOptions(world, given, options);
  const file = given.value('out');
  if (file === undefined) return options;
  const { lifetimeOf } = await import('./review/lifetime.ts');
  return { ...options, out: { file, lifetimeMs: lifetimeOf(given.value('expires')) } };
}

function optionsOf(given: Arguments, output: OutputKind, startedMs: number): RunOptions {
  // First: what is wrong with it may be a positional that belongs to it.
  const variables = givenVariables(given);
  const [planPath, ...more] = given.positionals;
  if (planPath === undefined) refuse('command/names', 'run needs a plan', 'write ordo run <plan.yaml>');
  if (more.length > 0)
    refuse('command/names', `run takes one plan, and got ${more.join(' ')} as well`, 'run them one by one');
  const approve = givenApproval(given);
  const execute = given.has('execute');
  const moves = execute && (given.has('watch') || given.has('follow')) && !given.has('live');
  if (given.has('seed') && !moves) {
    refuse(
      'option/needs-another',
      '--seed is for the paper market, which moves only with --watch --execute or --follow',
      'add --watch --execute, or leave it out',
    );
  }
  checkFollowing(given);
  if (execute && given.has('bytes')) {
    refuse('option/conflict', '--bytes is for the dry run', 'leave --execute out, and look at it first');
  }
  checkWriting(given);
  checkReplacing(given);
  const approving = ['approve', 'yes', 'rebind'].find((name) => given.has(name));
  if (!execute && approving !== undefined) {
    refuse('option/needs-another', `--${approving} goes with --execute`, 'add --execute, or leave it out');
  }
  return {
    planPath,
    live: given.has('live'),
    yes: given.has('yes'),
    rebind: given.has('rebind'),
    bytes: given.has('bytes'),
    only: given.values('only'),
    again: given.values('again'),
    replace: given.values('replace'),
    removed: given.has('removed'),
    seed: wholeNumber(given, 'seed', MOST_SEED) ?? 1,
    variables,
    output,
    startedMs,
    ...(given.has('follow') && { follow: true }),
    ...defined({ approve, configPath: given.value('config'), journalPath: given.value('journal') }),
  };
}

function checkFollowing(given: Arguments): void {
  if (!given.has('follow')) return;
  if (!given.has('execute'))
    refuse('option/needs-another', '--follow goes with --execute', 'add --execute: without it nothing is sent');
  const other = ['watch', 'removed'].find((name) => given.has(name));
  if (other !== undefined) refuse('option/conflict', `--follow does not go with --${other}`, 'leave one of them out');
}

/** Only what a live run placed can be replaced, and what a person looks at now. */
function checkReplacing(given: Arguments): void {
  const name = ['replace', 'removed'].find((one) => given.has(one));
  if (name === undefined) return;
  if (!given.has('live'))
    refuse(
      'option/needs-another',
      `--${name} goes with --live`,
      'a paper run leaves nothing behind: add --live, or leave it out',
    );
  const other = ['watch', 'out'].find((one) => given.has(one));
  if (other !== undefined) refuse('option/conflict', `--${name} does not go with --${other}`, 'leave one of them out');
}

/** `--out` and `--expires` are for the dry run alone. */
function checkWriting(given: Arguments): void {
  if (given.has('expires') && !given.has('out'))
    refuse('option/needs-another', '--expires is for the file of --out', 'add --out <file>, or leave it out');
  const other = ['execute', 'watch'].find((name) => given.has(name));
  if (!given.has('out') || other === undefined) return;
  refuse('option/conflict', `--out is for the dry run, and does not go with --${other}`, `leave --${other} out`);
}
