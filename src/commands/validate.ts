/** `ordo validate`: diagnostics only. */
import { resolve } from 'node:path';
import { count } from '../model/count.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import { safeText } from '../model/safe-text.ts';
import { paperInstruments } from '../paper/v2/order/instruments.ts';
import type { Failure } from '../report/formats/sarif.ts';
import { bestFirst, type Diagnostic } from '../source/diagnostic.ts';
import { givenVariables, VAR_OPTION } from './command-line/var-option.ts';
import { readArguments, type Arguments, type OptionSpecs } from './command-line/arguments.ts';
import type { CommandHelp } from './command-line/help.ts';
import { configOption } from './command-line/shared-options.ts';
import { onlyNew } from './command-line/only-new.ts';
import { framed, reportDiagnostics, writeGithub, writeSarif } from './command-line/report-diagnostics.ts';
import { outputKind, type OutputKind } from './command-line/output-kind.ts';
import { refusalOf, refuse, reportRefusal } from '../refusal.ts';
import { realPathOf } from './inputs/input-files.ts';
import { plansAt } from './inputs/plans-in.ts';
import { loadSetup, type Setup } from './inputs/setup.ts';
import { takenNames } from './inputs/taken-names.ts';
import type { Files, Terminal, World } from './world.ts';

const FORMATS = ['lines', 'github', 'sarif'] as const;

const VALIDATE_OPTIONS: OptionSpecs = {
  config: configOption('from each plan’s folder upwards'),
  var: VAR_OPTION,
  format: { value: FORMATS.join('|'), help: 'default: lines; github and sarif are for CI' },
  output: { value: 'lines|ndjson', help: 'default: lines; not with --format' },
  quiet: { help: 'print nothing for a valid plan, not even its warnings' },
};

export const VALIDATE_HELP: CommandHelp = {
  usage: 'ordo validate <plan>...',
  brief: 'show what is wrong, and where',
  summary: 'Show what is wrong with plans, and where.',
  more: `Given a folder, it checks every plan in it and below: each .yaml or .yml file that has orders.
- reads a plan from stdin, with the config of the current folder.`,
  options: VALIDATE_OPTIONS,
  examples: [
    ['ordo validate plans/*.yaml', 'exit 0 if all are valid, 3 if not, 4 if a policy forbids one'],
    ['ordo validate plans', 'the same for every plan in the folder'],
    ['ordo validate plans --quiet', 'prints nothing if all are valid: for a script'],
    ['ordo validate -', 'a plan from stdin'],
    ['ordo validate plan.yaml --output ndjson', 'for a program'],
    ['ordo validate plans/*.yaml --format github', 'next to the lines of a pull request'],
    ['ordo validate plans/*.yaml --format sarif > ordo.sarif', 'for code scanning'],
  ],
};

type Format = (typeof FORMATS)[number] | OutputKind;

/** `--format`, or else `--output`. Both name the form of the same text, so only one may be given. */
function formatOf(world: World, given: Arguments): Format {
  const asked = given.value('format');
  if (asked === undefined) return outputKind(given.value('output') ?? 'lines', world);
  if (given.has('output'))
    refuse('option/conflict', '--format and --output cannot both be given', 'leave one of them out');
  return asked as Format;
}

/** Whether anything is said of what came to that code: with `--quiet` not of what is fine. */
function saidBy(given: Arguments, format: Format): (code: ExitCode) => boolean {
  if (!given.has('quiet')) return () => true;
  if (format !== 'lines')
    refuse('option/conflict', `--quiet is for people, and ${format} for programs`, 'leave one of them out');
  return (code) => code !== EXIT.done;
}

function validLine(planPath: string, { name, generation, orders }: NonNullable<Setup['plan']>): string {
  return `${planPath}: ${name}, generation ${generation}: ${count(orders.length, 'order')}, valid`;
}

const STDIN = '-';
const nameOf = (path: string): string => (path === STDIN ? '<stdin>' : path);

/** Undefined where `body` refused, which is kept, so that the other plans are still judged. */
type Attempt = <Value>(path: string, body: () => Value | Promise<Value>) => Promise<Value | undefined>;

/** The plans that the arguments name, those of a folder in its place. */
async function plansNamed(files: Files, given: Arguments, attempt: Attempt): Promise<readonly string[]> {
  const plans: string[] = [];
  for (const path of new Set(given.positionals)) {
    plans.push(...(path === STDIN ? [path] : ((await attempt(path, () => plansAt(files, path))) ?? [])));
  }
  return plans;
}

async function load(world: World, given: Arguments, planPath: string): Promise<Setup> {
  const options = {
    planPath,
    otherwise: paperInstruments,
    variables: givenVariables(given),
    ...defined({ configPath: given.value('config') }),
  };
  if (planPath !== STDIN) return loadSetup(world, options);
  const bytes = await world.terminal.readInput();
  if (!bytes.ok) return refuse('input/unreadable', `stdin cannot be read: ${bytes.error}`);
  return loadSetup(world, { ...options, planPath: nameOf(planPath), bytes: bytes.value });
}

/** The worst of the plans decides the exit code: 2 before 3 before 4. */
export async function validate(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('validate', args, VALIDATE_OPTIONS);
  if (given.positionals.length === 0)
    refuse('command/names', 'validate needs a plan', 'write ordo validate <plan.yaml>…');
  const format = formatOf(world, given);
  const isSaid = saidBy(given, format);
  const newOf = onlyNew();
  const forSarif: Diagnostic[] = [];
  const failures: Failure[] = [];
  const codes: ExitCode[] = [];
  let warnings = 0;
  const attempt: Attempt = async (path, body) => {
    try {
      return await body();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // All plans may share a cause, such as a missing config: it is reported once.
      if (!failures.some(({ message }) => message === refusal.message)) reportRefusal(world.terminal.stderr, refusal);
      failures.push({ ...refusal, path: nameOf(path) });
      codes.push(refusal.exitCode);
      return undefined;
    }
  };
  const takenBy = takenNames((path) => realPathOf(world.files, resolve(world.files.folder, path)) ?? path);
  const paths = await plansNamed(world.files, given, attempt);
  for (const path of paths) {
    const setup = await attempt(path, () => load(world, given, path));
    if (setup === undefined) continue;
    const { diagnostics, plan, exitCode } = withTaken(setup, takenBy(nameOf(path), setup));
    codes.push(exitCode);
    if (!isSaid(exitCode)) continue;
    warnings += diagnostics.filter(({ severity }) => severity === 'warning').length;
    const valid = plan && validLine(nameOf(path), plan);
    if (format === 'sarif') forSarif.push(...newOf(diagnostics));
    else if (format === 'github') await writeGithub(world, newOf(diagnostics), valid);
    else if (format === 'ndjson') await reportDiagnostics(world.terminal, format, diagnostics);
    else await writeBlock(world.terminal, diagnostics, { valid, name: paths.length > 1 ? nameOf(path) : undefined });
  }
  const exitCode = [EXIT.usage, EXIT.invalid, EXIT.forbidden].find((code) => codes.includes(code)) ?? EXIT.done;
  if (format === 'sarif') await writeSarif(world, forSarif, { failures, exitCode });
  if (isSaid(exitCode)) writeEnd(world.terminal, format, codes, warnings);
  return exitCode;
}

/** The same with the mistakes that other plans make of it. */
function withTaken(setup: Setup, taken: readonly Diagnostic[]): Pick<Setup, 'diagnostics' | 'plan' | 'exitCode'> {
  if (taken.length === 0) return setup;
  const exitCode = setup.exitCode === EXIT.usage ? EXIT.usage : EXIT.invalid;
  return { diagnostics: bestFirst([...taken, ...setup.diagnostics]), exitCode };
}

/** Where there are several plans, what is said of one ends with its name and a blank line: a frame names its file in small print. */
async function writeBlock(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  { valid, name }: { readonly valid: string | undefined; readonly name: string | undefined },
): Promise<void> {
  if (name === undefined) await reportDiagnostics(terminal, 'lines', diagnostics);
  else if (diagnostics.length > 0) {
    const { countsOf } = await import('../source/code-frame.ts');
    const counts = safeText(`${name}: ${countsOf(diagnostics)}`);
    terminal.stdout.write(`${await framed(terminal, diagnostics, false)}\n${valid === undefined ? `${counts}\n` : ''}`);
  }
  if (valid !== undefined) terminal.stdout.write(`${safeText(valid)}\n`);
  if (name !== undefined && diagnostics.length > 0) terminal.stdout.write('\n');
}

function writeEnd(terminal: Terminal, format: Format, codes: readonly ExitCode[], warnings: number): void {
  if (format === 'lines' && codes.length > 1) terminal.stdout.write(`${closingLine(codes, warnings)}\n`);
}

const BAD: readonly (readonly [ExitCode, string])[] = [
  [EXIT.invalid, 'invalid'],
  [EXIT.forbidden, 'forbidden by a limit or the policy'],
  [EXIT.usage, 'not judged'],
];

/** `6 plans are valid, 2 warnings`, or `2 of 6 plans are invalid, 1 not judged`. */
function closingLine(codes: readonly ExitCode[], warnings: number): string {
  const bad = BAD.flatMap(([code, words]) => {
    const amount = codes.filter((one) => one === code).length;
    return amount === 0 ? [] : [{ amount, words }];
  });
  const [first, ...more] = bad;
  if (first === undefined) {
    return `${codes.length} plans are valid${warnings === 0 ? '' : `, ${count(warnings, 'warning')}`}`;
  }
  const head = `${first.amount} of ${codes.length} plans ${first.amount === 1 ? 'is' : 'are'} ${first.words}`;
  return [head, ...more.map(({ amount, words }) => `${amount} ${words}`)].join(', ');
}
