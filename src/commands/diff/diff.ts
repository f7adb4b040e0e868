/** `ordo diff`: what lies between two plans. Reads no key, opens no socket, sends and writes nothing. */
import { looserLimits } from '../../config/looser-limits.ts';
import type { LooserLimit } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { planChanges } from '../../model/plan-changes.ts';
import { areSame, type Difference, type PlanWarning } from '../../views/diff/difference.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { onlyNew } from '../command-line/only-new.ts';
import { refuse } from '../../refusal.ts';
import { outputKind, writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { configOption, journalOption } from '../command-line/shared-options.ts';
import { givenVariables, VAR_OPTION } from '../command-line/var-option.ts';
import type { Terminal, World } from '../world.ts';
import { loadSide, type LoadedSide } from './load-side.ts';
import { namedSides } from './named-side.ts';
import { nextRunOf } from './next-run.ts';

const DIFF_OPTIONS: OptionSpecs = {
  base: { value: '<ref>', help: 'compare with the same path at this commit of git; default: HEAD' },
  check: { help: 'exit 5 where they differ' },
  output: {
    value: 'lines|md|html|json',
    also: { markdown: 'md' },
    help: 'default: lines; md is for a pull request',
  },
  config: configOption('from each plan’s folder upwards'),
  var: VAR_OPTION,
  journal: journalOption('for the approval code'),
};

export const DIFF_HELP: CommandHelp = {
  usage: 'ordo diff <plan> [<plan>]',
  brief: 'how two plans differ',
  summary: 'Show how two plans differ: in risk, limits that became looser, and orders.',
  more: `Each is a plan, or a reviewed plan of ordo run --out: a file, or REF:path, a path at a commit of git, from the repository's root. The first is before,
the second after. One alone is after, and before is the same path at HEAD, or at --base.

At a commit a plan is read with that commit's own config and instruments; where the commit does not have the
plan of --base, there are no orders before. Figures are of whole plans, as if nothing was sent yet. Where a live
exchange is configured, the approval code is the one that ordo run --live would print now.`,
  options: DIFF_OPTIONS,
  examples: [
    ['ordo diff plan.yaml', 'what was changed since the last commit'],
    ['ordo diff plan.yaml --base origin/main', 'what a branch changes'],
    ['ordo diff v1:plan.yaml plan.yaml', 'against a tag'],
    ['ordo diff reviewed.json plan.yaml', 'what was changed since the review'],
    ['ordo diff a.yaml b.yaml --check', 'exit 5 where they differ'],
    ['ordo diff plan.yaml --output md', 'for a pull request'],
  ],
};

export async function diff(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('diff', args, DIFF_OPTIONS);
  const options = {
    variables: givenVariables(given),
    configPath: given.value('config'),
    journalPath: given.value('journal'),
  };
  const output = outputKind(given.value('output') ?? 'lines', world);
  const [was, is] = namedSides(world.files, given.positionals, given.value('base'));
  const before = await loadSide(world, was, options);
  const after = await loadSide(world, is, options);
  if (before.side === undefined || after.side === undefined) return reported(world.terminal, output, [before, after]);
  if (before.side.plan === undefined && after.side.plan === undefined) {
    refuse(
      'input/unreadable',
      `there is neither ${before.side.name} nor ${after.side.name}`,
      'name a plan that one of them has',
    );
  }
  const next = await nextRunOf(world, is, after, options);
  const difference: Difference = {
    before: before.side,
    after: after.side,
    changes: planChanges(before.side.orders, after.side.orders),
    ...defined({
      looser: looserSide(before, after),
      warnings: warningsOf(after),
      next,
      simulated: await simulated(before, after),
    }),
  };
  await write(world.terminal, output, difference);
  return given.has('check') && !areSame(difference) ? EXIT.notAsReviewed : EXIT.done;
}

/** Loaded only where the config behind names candles. */
const simulated = async (before: LoadedSide, after: LoadedSide): Promise<Difference['simulated']> =>
  after.kind === 'reviewed' || after.setup.config.simulate.candles === undefined
    ? undefined
    : (await import('./simulated-sides.ts')).simulatedSides(before, after);

/** What is wrong with either; the worst decides the exit code. */
async function reported(terminal: Terminal, output: OutputKind, sides: readonly LoadedSide[]): Promise<ExitCode> {
  const invalid = sides.flatMap((one) => (one.kind === 'plan' && one.side === undefined ? [one.setup] : []));
  const diagnostics = onlyNew()(invalid.flatMap((setup) => setup.diagnostics));
  await reportDiagnostics(terminal, output, diagnostics);
  const codes = new Set(invalid.map(({ exitCode }) => exitCode));
  return [EXIT.usage, EXIT.invalid, EXIT.forbidden].find((code) => codes.has(code)) ?? EXIT.invalid;
}

/** A reviewed plan holds none. */
const looserSide = (before: LoadedSide, after: LoadedSide): LooserLimit[] | undefined =>
  before.kind === 'reviewed' || after.kind === 'reviewed' ? undefined : looserLimits(before.setup, after.setup);

/** Undefined where the plan is not there. */
function warningsOf(after: LoadedSide): PlanWarning[] | undefined {
  if (after.kind === 'reviewed' || after.side?.plan === undefined) return undefined;
  return onlyNew()(after.setup.diagnostics)
    .filter(({ severity }) => severity === 'warning')
    .map(({ source, start, code, message }) => ({
      place: `${source.path}:${source.lineAt(start)}`,
      code,
      message,
    }));
}

async function write(terminal: Terminal, output: OutputKind, difference: Difference): Promise<void> {
  if (output === 'json') {
    const { differenceJson } = await import('../../views/diff/json.ts');
    terminal.stdout.write(differenceJson(difference), 'exact');
    return;
  }
  const { differenceSheet } = await import('../../views/diff/sheet.ts');
  await writeSheet(terminal, output, differenceSheet(difference));
}
