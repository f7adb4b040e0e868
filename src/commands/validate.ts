/** `ordo validate`: diagnostics only. */
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { safeText } from '../model/safe-text.ts';
import { paperInstruments } from '../paper/instruments.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { givenVariables, VAR_OPTION } from './given-variables.ts';
import { readArguments, type Arguments, type OptionSpecs } from './arguments.ts';
import { onlyNew, tellDiagnostics, tellGithub, tellSarif } from './diagnostics.ts';
import { outputKind, type OutputKind } from './output.ts';
import { refuse, suggestion } from './refusal.ts';
import { loadSetup, type Setup } from './setup.ts';
import type { World } from './world.ts';

export const VALIDATE_OPTIONS: OptionSpecs = {
  config: { value: '<file>', help: 'default: the nearest ordo.config.yaml from each plan’s folder upwards' },
  var: VAR_OPTION,
  format: { value: '<form>', help: 'lines, or for CI github or sarif; default: lines' },
  output: { value: 'lines|ndjson', help: 'default: lines; not with --format' },
};

const FORMATS = ['lines', 'github', 'sarif'] as const;
type Format = (typeof FORMATS)[number] | OutputKind;

/** `--format`, or else `--output`: they name the form of the same text, so they cannot both be given. */
function formatOf(world: World, given: Arguments): Format {
  const asked = given.value('format');
  if (asked === undefined) return outputKind(given.value('output') ?? 'lines', world);
  if (given.has('output')) refuse(EXIT.usage, '--format and --output cannot both be given', 'leave one of them out');
  const format = FORMATS.find((one) => one === asked);
  if (format !== undefined) return format;
  const hint = asked === 'ndjson' ? 'write --output ndjson' : `${suggestion(asked, FORMATS)}write one of these`;
  return refuse(EXIT.usage, `--format ${safeText(asked)} is none of ${FORMATS.join(', ')}`, hint);
}

function validLine(planPath: string, { name, generation, orders }: NonNullable<Setup['plan']>): string {
  const counted = `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
  return `${planPath}: ${name}, generation ${generation}: ${counted}, valid`;
}

/** The worst of the plans decides the exit code: 2 before 3 before 4. */
export async function validate(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('validate', args, VALIDATE_OPTIONS);
  if (given.positionals.length === 0) refuse(EXIT.usage, 'validate needs a plan', 'write ordo validate <plan.yaml>…');
  const configPath = given.value('config');
  const format = formatOf(world, given);
  const variables = givenVariables(given);
  const newOf = onlyNew();
  const forSarif: Diagnostic[] = [];
  const codes: ExitCode[] = [];
  for (const planPath of given.positionals) {
    const { plan, diagnostics, exitCode } = await loadSetup(world, {
      planPath,
      otherwise: paperInstruments,
      variables,
      ...(configPath !== undefined && { configPath }),
    });
    codes.push(exitCode);
    const valid = plan && validLine(planPath, plan);
    if (format === 'sarif') forSarif.push(...newOf(diagnostics));
    else if (format === 'github') await tellGithub(world, newOf(diagnostics), valid);
    else {
      await tellDiagnostics(world, format, diagnostics);
      if (valid !== undefined && format !== 'ndjson') world.stdout.write(`${safeText(valid)}\n`);
    }
  }
  if (format === 'sarif') await tellSarif(world, forSarif);
  return [EXIT.usage, EXIT.invalid, EXIT.forbidden].find((code) => codes.includes(code)) ?? EXIT.done;
}
