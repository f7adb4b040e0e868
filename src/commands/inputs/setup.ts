/** Reads what a command works on: the config, the instruments, the plan. Every mistake becomes a diagnostic at its place. */
import { dialectOf } from '../../exchange/spoken.ts';
import { dirname, resolve } from 'node:path';
import { defaultConfig, type Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { loadPlan, type VariableValues } from '../../plan/load-plan.ts';
import { hasErrors, type Diagnostic } from '../../source/diagnostic.ts';
import { readSource } from '../../source/read-source.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { checkKnown } from '../command-line/var-option.ts';
import type { AccountAnswer } from '../../model/account-file.ts';
import { AccountInput } from './account-file.ts';
import { findConfig, readText, refuseNoPlan, shown } from './input-files.ts';
import { namedListMissing, precisionWords, readInstruments, type FoundList } from './instruments-list.ts';
import { readConfig } from './read-config.ts';
import type { Files, World } from '../world.ts';

export interface Setup {
  readonly config: Config;
  /** Absolute; undefined if there is no config. */
  readonly configFile?: string;
  /** Absolute; undefined if the list is built in, or there is none. */
  readonly instrumentsFile?: string;
  /** Absolute; undefined where no size goes by it. */
  readonly accountFile?: string;
  /** The plan's text, where it could be read. */
  readonly source?: SourceFile;
  /** What prices and sizes were checked by; undefined where there is no list. */
  readonly instruments?: InstrumentList;
  /** Present exactly when no diagnostic is an error. */
  readonly plan?: Plan;
  /** What the file says, where a policy or limit forbids it and nothing else is wrong with it. Never to be placed. */
  readonly forbidden?: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** 0 without errors; else 2 for the config, 3 for the plan, 4 for the policy. */
  readonly exitCode: ExitCode;
  readonly uncheckedSymbols: readonly string[];
  /** The bytes of every file that was read, by its absolute path: for watching. */
  readonly bytesRead: ReadonlyMap<string, Uint8Array>;
  /** The list of instruments, and the account file, that would have been read if they existed: for watching. */
  readonly missing: readonly string[];
  /** The source of the precision, in words for the assumptions. */
  readonly precision: string;
}

interface SetupOptions {
  readonly planPath: string;
  /** The plan itself where it comes from no file; then `planPath` is only what it is called, from the current folder. */
  readonly bytes?: Uint8Array;
  readonly configPath?: string;
  /** The list to check against if the config names none: the paper exchange's own, or none for a live run. */
  readonly otherwise?: InstrumentList;
  /** Values for variables of the plan; one that the plan lacks is refused. */
  readonly variables?: VariableValues;
  /** The files of now, where the others are of a commit. */
  readonly today?: Files;
  /** The plan is judged as at any time: what is said of it is the same whenever it is said. */
  readonly isTimeless?: true;
  /** Refuses a config that the command cannot work with, before the plan is judged. */
  readonly checkConfig?: CheckConfig;
}

export type CheckConfig = (config: Config) => void;

type SettingsOptions = Pick<SetupOptions, 'configPath' | 'otherwise' | 'checkConfig'>;

export interface JudgedBy {
  readonly config: Config;
  readonly configFile?: string;
  /** The config's text; undefined if there is no file. */
  readonly source?: SourceFile;
  readonly list: FoundList;
  readonly bytesRead: Map<string, Uint8Array>;
}

export async function loadSetup(world: Pick<World, 'files' | 'clock'>, options: SetupOptions): Promise<Setup> {
  const { files } = world;
  refuseNoPlan(files, options);
  const settings = await loadSettings(files, options, dirname(resolve(files.folder, options.planPath)));
  return settings.ok ? loadPlanUnder(world, options, settings.value) : settings.error;
}

/** The config, from that folder upwards, and its list of instruments; else what is wrong with them. */
export async function loadSettings(
  files: Files,
  { configPath, otherwise, checkConfig }: SettingsOptions,
  from: string,
): Promise<Result<JudgedBy, Setup>> {
  const configFile = findConfig(files, configPath, from);
  const bytesRead = new Map<string, Uint8Array>();
  const taken = { bytesRead, ...defined({ configFile }) };
  const isFound = configPath === undefined && configFile !== undefined;
  const readAs = await readConfig(files, configFile, {
    bytesRead,
    ...(isFound && { within: dirname(configFile) }),
  });
  if (!readAs.ok) return err(failed(readAs.error, EXIT.usage, taken));
  const { config, source } = readAs.value;
  checkConfig?.(config);
  const noList = await namedListMissing(files, readAs.value, configFile);
  if (noList !== undefined)
    return err({ ...failed([noList.mistake], EXIT.usage, taken, config), missing: [noList.missing] });
  const found = await readInstruments(files, bytesRead, config, configFile);
  if (!found.ok) return err(failed(found.error, EXIT.usage, taken, config));
  const list: FoundList = { ...found.value, ...defined({ instruments: found.value.instruments ?? otherwise }) };
  return ok({ config, ...taken, ...defined({ source }), list });
}

/** As far as they are known without a plan. */
export const setupOf = ({ config, list, bytesRead, configFile }: JudgedBy): Setup => ({
  config,
  bytesRead,
  ...defined({ configFile, instrumentsFile: list.instrumentsFile }),
  diagnostics: [],
  exitCode: EXIT.done,
  uncheckedSymbols: [],
  missing: [],
  precision: '',
});

/** The same with what is wrong with the symbols of the policy. */
export async function setupAlone(settings: JudgedBy): Promise<Setup> {
  const { config, source, list } = settings;
  const ofPolicy = await capsOf(source, config, list, []);
  const exitCode = hasErrors(ofPolicy) ? EXIT.usage : EXIT.done;
  return { ...setupOf(settings), diagnostics: ofPolicy, exitCode };
}

export async function loadPlanUnder(
  { files, clock }: Pick<World, 'files' | 'clock'>,
  { planPath, bytes, variables, today, isTimeless }: SetupOptions,
  { config, configFile, source, list, bytesRead }: JudgedBy,
): Promise<Setup> {
  const taken = { bytesRead, ...defined({ configFile }) };
  const planFile = resolve(files.folder, planPath);
  const read =
    bytes === undefined
      ? readText(files, planFile, { what: 'the plan', shownAs: planPath, bytesRead })
      : readSource(planPath, bytes);
  if (!read.ok) return failed([read.error], EXIT.invalid, taken, config);
  const account = new AccountInput({ files, today, config, configFile, bytesRead });
  const judged = judgePlan(read.value, config, list, {
    variables,
    account: account.read,
    nowMs: isTimeless ? undefined : clock.wallMs(),
    policyFile: configFile === undefined ? undefined : shown(files, configFile),
  });
  if (account.diagnostics.length > 0) return failed(account.diagnostics, EXIT.usage, taken, config);
  const ofPolicy = await capsOf(source, config, list, judged.uncheckedSymbols);
  if (hasErrors(ofPolicy)) return failed(ofPolicy, EXIT.usage, taken, config);
  return {
    config,
    ...taken,
    ...defined({ instrumentsFile: list.instrumentsFile, instruments: list.instruments }),
    ...defined({ accountFile: account.file }),
    missing: [list.missing, account.missing].filter((file) => file !== undefined),
    source: read.value,
    ...judged,
    diagnostics: [...judged.diagnostics, ...ofPolicy],
    precision: precisionWords(files, list),
  };
}

/** What is wrong with the symbols of a policy; most name none. */
async function capsOf(
  source: SourceFile | undefined,
  { policy }: Config,
  { instruments, instrumentsFile: file }: FoundList,
  used: readonly string[],
): Promise<readonly Diagnostic[]> {
  if (source === undefined || (policy.symbols ?? policy.maxOrderSize) === undefined) return [];
  const { strayCapsOf } = await import('../../config/stray-caps.ts');
  return strayCapsOf(source, policy, {
    instruments,
    strictSymbols: file !== undefined,
    used,
  });
}

const failed = (
  diagnostics: readonly Diagnostic[],
  exitCode: ExitCode,
  taken: Pick<Setup, 'bytesRead' | 'configFile'>,
  config = defaultConfig,
): Setup => ({ config, diagnostics, exitCode, uncheckedSymbols: [], missing: [], ...taken, precision: '' });

type JudgedPlan = Pick<Setup, 'plan' | 'forbidden' | 'diagnostics' | 'exitCode' | 'uncheckedSymbols'>;

interface Judging {
  readonly variables: VariableValues | undefined;
  readonly account: () => AccountAnswer;
  readonly nowMs: number | undefined;
  readonly policyFile: string | undefined;
}

function judgePlan(
  source: SourceFile,
  config: Config,
  { instruments, instrumentsFile: file }: FoundList,
  { variables, account, nowMs, policyFile }: Judging,
): JudgedPlan {
  const loaded = loadPlan(source, {
    ...(instruments !== undefined && { instruments, strictSymbols: file !== undefined }),
    policy: config.policy,
    triggerPresets: dialectOf(config).triggerPresets,
    account,
    ...defined({ nowMs, variables, policyFile }),
  });
  // The hint names the plan's variables, so it is given only for a plan, not for a secret file behind a link.
  const isPlan = !source.hidesText || loaded.plan !== undefined;
  if (variables !== undefined && loaded.variables !== undefined && isPlan) checkKnown(variables, loaded.variables);
  const errors = loaded.diagnostics.filter((one) => one.severity === 'error');
  return {
    ...(errors.length === 0 && defined({ plan: loaded.plan })),
    ...defined({ forbidden: loaded.forbidden }),
    diagnostics: loaded.diagnostics,
    exitCode: exitCodeFor(errors),
    uncheckedSymbols: loaded.uncheckedSymbols,
  };
}

function exitCodeFor(errors: readonly Diagnostic[]): ExitCode {
  if (errors.length === 0) return EXIT.done;
  return errors.every(({ code }) => code.startsWith('policy/')) ? EXIT.forbidden : EXIT.invalid;
}
