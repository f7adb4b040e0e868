import { dirname, resolve } from 'node:path';
import { defaultConfig } from '../../model/config.ts';
import { count } from '../../model/count.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Plan } from '../../model/order.ts';
import type { SourceFile } from '../../source/source-file.ts';
import type { Arguments, OptionSpec, OptionSpecs } from '../command-line/arguments.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { givenVariables, VAR_OPTION } from '../command-line/var-option.ts';
import { outputKind, type OutputKind } from '../command-line/output-kind.ts';
import { refuse } from '../../refusal.ts';
import { findConfig, instrumentsFile, isThere, inPlans, readText, shown } from './input-files.ts';
import { planIdentity, type PlanIdentity } from './plan-identity.ts';
import { readConfig } from './read-config.ts';
import { loadSetup, type CheckConfig, type Setup } from './setup.ts';
import type { Files, Terminal, World } from '../world.ts';

export const NAME_OPTION: OptionSpec = {
  value: '<plan>',
  help: 'by the plan’s name instead, if its file is broken or gone',
};

export const GENERATION_OPTION: OptionSpec = {
  value: '<n>',
  help: 'with --name: that generation; default: the highest that the journal knows',
};

/** The options of a command that looks at live orders. */
export const LOOKING_OPTIONS: OptionSpecs = {
  name: NAME_OPTION,
  generation: GENERATION_OPTION,
  rebind: REBIND_OPTION,
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

/** The plan that a command about live orders is asked about: what its file says, as far as it can be read. */
export interface OnePlan {
  /** As it was given; undefined where the plan was given by its name. */
  readonly planPath?: string;
  readonly output: OutputKind;
  /** `plan` is missing where it was given by its name, and where `unread` says why. */
  readonly setup: Setup;
  /** What the file, or who asks, calls the plan. */
  readonly identity: PlanIdentity;
  /** Why the file does not say what the plan is. */
  readonly unread?: Unread;
  /** What it says all the same, where a policy or limit forbids it. Never to be placed. */
  readonly forbidden?: Plan;
}

export interface Unread {
  /** `plan.yaml is invalid (3 errors)` */
  readonly why: string;
  /** What shows more of it. */
  readonly command?: string;
}

/**
 * The one plan that a command about live orders works on, by its file or by `--name`. What the journal holds needs only the
 * plan's name: a plan that is invalid, forbidden or gone is no hindrance. A config that is invalid is reported, and its exit
 * code returned: without it nobody knows whose orders are meant. `checkConfig` refuses one that the command cannot work with.
 */
export async function loadOnePlan(
  world: World,
  command: string,
  given: Arguments,
  checkConfig: CheckConfig,
): Promise<OnePlan | ExitCode> {
  const variables = givenVariables(given);
  const planPath = givenPlan(command, given);
  const output = outputKind(given.value('output') ?? 'lines', world);
  const bare = await configAlone(world.files, planPath, given.value('config'));
  if (bare.exitCode !== EXIT.done) return reported(world.terminal, output, bare);
  checkConfig(bare.config);
  if (planPath === undefined) {
    const identity = defined({ name: given.value('name'), generation: givenGeneration(given) });
    return { output, setup: bare, identity };
  }
  const asked = { planPath, output };
  const source = sourceOf(world.files, planPath);
  if (typeof source === 'string') {
    const below = inPlans(resolve(world.files.folder, planPath));
    const meant = isThere(world.files, below) ? ` (did you mean ${shown(world.files, below)}?)` : '';
    return { ...asked, setup: bare, identity: {}, unread: { why: `${planPath} cannot be read: ${source}${meant}` } };
  }
  const noList = source.hidesText ? undefined : unreadableList(world.files, bare);
  if (noList !== undefined)
    return { ...asked, setup: bare, identity: planIdentity(source.text), unread: { why: noList } };
  const setup = await loadSetup(world, {
    planPath,
    variables,
    ...defined({ configPath: given.value('config') }),
  });
  const { plan } = setup;
  if (plan !== undefined) return { ...asked, setup, identity: { name: plan.name, generation: plan.generation } };
  // A name that leads out of its folder may lead to a secret file: not even a name is taken from that.
  if (source.hidesText) return reported(world.terminal, output, setup);
  const { forbidden } = setup;
  const unread = whyUnread(planPath, setup);
  return { ...asked, setup: bare, identity: planIdentity(source.text), unread, ...defined({ forbidden }) };
}

async function reported(terminal: Terminal, output: OutputKind, setup: Setup): Promise<ExitCode> {
  await reportDiagnostics(terminal, output, setup.diagnostics);
  return setup.exitCode;
}

function givenPlan(command: string, given: Arguments): string | undefined {
  const [planPath, ...more] = given.positionals;
  const name = given.value('name');
  if (name === undefined && (planPath === undefined || more.length > 0)) {
    refuse('command/names', `${command} takes one plan`, `write ordo ${command} <plan.yaml>, or --name <plan>`);
  }
  if (name !== undefined && planPath !== undefined) {
    refuse('option/conflict', `--name ${name} and the file ${planPath} are two ways to say one plan`, 'leave one out');
  }
  if (name !== undefined && given.values('var').length > 0) {
    refuse('option/conflict', '--var is for the plan’s file, which --name does not read', 'leave one out');
  }
  if (planPath !== undefined && given.value('generation') !== undefined) {
    refuse('option/needs-another', '--generation goes with --name: a plan’s file says its own', 'leave it out');
  }
  return planPath;
}

function givenGeneration(given: Arguments): number | undefined {
  const text = given.value('generation');
  if (text === undefined || /^[1-9]\d{0,8}$/.test(text)) return text === undefined ? undefined : Number(text);
  return refuse('option/value', `--generation ${text} is not a generation`, 'write a whole number, 1 or more');
}

/** The config for that plan, or for the current folder, and nothing else. */
export async function configAlone(
  files: Files,
  planPath: string | undefined,
  configPath: string | undefined,
): Promise<Setup> {
  const from = planPath === undefined ? files.folder : dirname(resolve(files.folder, planPath));
  const configFile = findConfig(files, configPath, from);
  const bytesRead = new Map<string, Uint8Array>();
  const isFound = configPath === undefined && configFile !== undefined;
  const config = await readConfig(files, configFile, { bytesRead, ...(isFound && { within: dirname(configFile) }) });
  const rest = { uncheckedSymbols: [], bytesRead, missing: [], precision: '', ...defined({ configFile }) };
  return config.ok
    ? { ...rest, config: config.value.config, diagnostics: [], exitCode: EXIT.done }
    : { ...rest, config: defaultConfig, diagnostics: config.error, exitCode: EXIT.usage };
}

/** The plan's text, as far as it is text; in words why there is none. */
function sourceOf(files: Files, planPath: string): SourceFile | string {
  const file = resolve(files.folder, planPath);
  const bytes = files.read(file);
  if (!bytes.ok) return bytes.error;
  const source = readText(files, file, { what: 'the plan', shownAs: planPath });
  return source.ok ? source.value : source.error.source;
}

/** Why the list of instruments cannot be read; undefined where it can, or where there need not be one. */
function unreadableList(files: Files, { config, configFile }: Setup): string | undefined {
  if (configFile === undefined) return undefined;
  const file = instrumentsFile(config, configFile);
  if (config.instruments === undefined && !isThere(files, file)) return undefined;
  const bytes = files.read(file);
  return bytes.ok ? undefined : `${shown(files, file)} cannot be read: ${bytes.error}`;
}

function whyUnread(planPath: string, { diagnostics, exitCode }: Setup): Unread {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const amount = `(${count(errors.length, 'error')})`;
  const command = `ordo validate ${shellWord(planPath)}`;
  if (exitCode === EXIT.forbidden) return { why: `${planPath} is forbidden by a policy or limit ${amount}`, command };
  if (errors.every(({ code }) => code === 'instrument/needed'))
    return { why: `${planPath} needs a list of instruments`, command: 'ordo instruments' };
  const path = exitCode === EXIT.usage ? (errors[0] as Diagnostic).source.path : planPath;
  return { why: `${path} is invalid ${amount}`, command };
}
