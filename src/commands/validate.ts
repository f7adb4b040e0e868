/** `ordo validate`: diagnostics only. */
import { count } from '../model/count.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { safeText } from '../model/safe-text.ts';
import { paperInstruments } from '../paper/instruments.ts';
import type { Failure } from '../report/formats/sarif.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { givenVariables, VAR_OPTION } from './command-line/var-option.ts';
import { readArguments, type Arguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { configOption } from './command-line/shared-options.ts';
import { onlyNew } from './command-line/only-new.ts';
import { reportDiagnostics, writeGithub, writeSarif } from './command-line/report-diagnostics.ts';
import { outputKind, type OutputKind } from './command-line/output-kind.ts';
import { refusalOf, refuse, reportRefusal, suggestion, type Refusal } from './command-line/refusal.ts';
import { loadSetup, type Setup } from './inputs/setup.ts';
import type { World } from './world.ts';

const VALIDATE_OPTIONS: OptionSpecs = {
  config: configOption('from each plan’s folder upwards'),
  var: VAR_OPTION,
  format: { value: '<form>', help: 'lines, or for CI github or sarif; default: lines' },
  output: { value: 'lines|ndjson', help: 'default: lines; not with --format' },
};

export const VALIDATE_HELP: CommandHelp = {
  usage: 'ordo validate <plan>...',
  brief: 'say what is wrong, and where',
  summary: 'Say what is wrong with plans, and where.',
  options: VALIDATE_OPTIONS,
  examples: [
    ['ordo validate plans/*.yaml', 'exit 0 if all are valid, 3 if not, 4 if a policy forbids one'],
    ['ordo validate plan.yaml --output ndjson', 'for a program'],
    ['ordo validate plans/*.yaml --format github', 'beside the lines of a pull request'],
    ['ordo validate plans/*.yaml --format sarif > ordo.sarif', 'for code scanning'],
  ],
};

const FORMATS = ['lines', 'github', 'sarif'] as const;
type Format = (typeof FORMATS)[number] | OutputKind;

/** `--format`, or else `--output`. Both name the form of the same text, so only one may be given. */
function formatOf(world: World, given: Arguments): Format {
  const asked = given.value('format');
  if (asked === undefined) return outputKind(given.value('output') ?? 'lines', world);
  if (given.has('output')) refuse(EXIT.usage, '--format and --output cannot both be given', 'leave one of them out');
  const format = FORMATS.find((one) => one === asked);
  if (format !== undefined) return format;
  const hint = asked === 'ndjson' ? 'write --output ndjson' : `${suggestion(asked, FORMATS)}write one of these`;
  return refuse(EXIT.usage, `--format ${safeText(asked)} is not one of ${FORMATS.join(', ')}`, hint);
}

function validLine(planPath: string, { name, generation, orders }: NonNullable<Setup['plan']>): string {
  return `${planPath}: ${name}, generation ${generation}: ${count(orders.length, 'order')}, valid`;
}

/** The setup of one plan. A refusal goes to `onRefusal` and becomes an exit code, so that the other plans are still judged. */
async function load(world: World, planPath: string, given: Arguments, onRefusal: OnRefusal): Promise<Setup | ExitCode> {
  const configPath = given.value('config');
  const variables = givenVariables(given);
  try {
    return await loadSetup(world, { planPath, otherwise: paperInstruments, variables, ...defined({ configPath }) });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    onRefusal(refusal);
    return refusal.exitCode;
  }
}

type OnRefusal = (refusal: Refusal) => void;

/** The worst of the plans decides the exit code: 2 before 3 before 4. */
export async function validate(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('validate', args, VALIDATE_OPTIONS);
  if (given.positionals.length === 0) refuse(EXIT.usage, 'validate needs a plan', 'write ordo validate <plan.yaml>…');
  const format = formatOf(world, given);
  const newOf = onlyNew();
  const forSarif: Diagnostic[] = [];
  const failures: Failure[] = [];
  const codes: ExitCode[] = [];
  for (const planPath of given.positionals) {
    const setup = await load(world, planPath, given, (refusal) => {
      // All plans may share a cause, such as a missing config: it is reported once.
      if (!failures.some(({ message }) => message === refusal.message)) reportRefusal(world.stderr, refusal);
      failures.push({ ...refusal, path: planPath });
    });
    if (typeof setup === 'number') {
      codes.push(setup);
      continue;
    }
    const { plan, diagnostics, exitCode } = setup;
    codes.push(exitCode);
    const valid = plan && validLine(planPath, plan);
    if (format === 'sarif') forSarif.push(...newOf(diagnostics));
    else if (format === 'github') await writeGithub(world, newOf(diagnostics), valid);
    else {
      await reportDiagnostics(world, format, diagnostics);
      if (valid !== undefined && format !== 'ndjson') world.stdout.write(`${safeText(valid)}\n`);
    }
  }
  const exitCode = [EXIT.usage, EXIT.invalid, EXIT.forbidden].find((code) => codes.includes(code)) ?? EXIT.done;
  if (format === 'sarif') await writeSarif(world, forSarif, { failures, exitCode });
  return exitCode;
}
