/** Reads what a command works on: the config, the instruments, the plan. Every mistake becomes a diagnostic at its place. */
import { dirname, resolve } from 'node:path';
import { defaultConfig, type Config } from '../model/config.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { Plan } from '../model/order.ts';
import { loadPlan, type VariableValues } from '../plan/load-plan.ts';
import { hasErrors, type Diagnostic } from '../source/diagnostic.ts';
import { checkKnown } from './given-variables.ts';
import { findConfig, instrumentsFile, isThere, readText, shown } from './input-files.ts';
import type { World } from './world.ts';

export interface Setup {
  readonly config: Config;
  /** Its absolute path; undefined where there is none. */
  readonly configFile?: string;
  /** Absolute; undefined where the list is built in, or there is none. */
  readonly instrumentsFile?: string;
  /** Present exactly when no diagnostic is an error. */
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** What the errors among them come to: 2 for the config, 3 for the plan, 4 for the policy. */
  readonly exitCode: ExitCode;
  readonly uncheckedSymbols: readonly string[];
  /** Every file that was read, by its absolute path, with the very bytes: for watching. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The list of instruments that would have been read if it were there: for watching. */
  readonly missing?: string;
  /** Where the precision comes from, for the assumptions. */
  readonly precision: string;
}

export interface SetupOptions {
  readonly planPath: string;
  readonly configPath?: string;
  /** The list to check against where the config names none: the paper exchange's own, or nothing on a live run. */
  readonly otherwise?: InstrumentList;
  /** Values for variables of the plan; one that the plan lacks is refused. */
  readonly variables?: VariableValues;
}

export async function loadSetup(world: World, options: SetupOptions): Promise<Setup> {
  const planFile = resolve(world.folder, options.planPath);
  const configFile = findConfig(world, options.configPath, dirname(planFile));
  const files = new Map<string, Uint8Array>();
  const fail = (diagnostics: readonly Diagnostic[], exitCode: ExitCode, config = defaultConfig): Setup => ({
    config,
    diagnostics,
    exitCode,
    uncheckedSymbols: [],
    files,
    precision: '',
  });

  let config = defaultConfig;
  if (configFile !== undefined) {
    const read = readText(world, files, configFile, 'the config');
    if (!read.ok) return fail([read.diagnostic], EXIT.usage);
    const { loadConfig } = await import('../config/load-config.ts');
    const loaded = loadConfig(read.source);
    if (loaded.config === undefined) return fail(loaded.diagnostics, EXIT.usage);
    config = loaded.config;
  }

  let instruments = options.otherwise;
  let strict = false;
  let precision = instruments === undefined ? 'UNCHECKED: no instruments' : `by ${instruments.source}`;
  const list = configFile === undefined ? undefined : instrumentsFile(config, configFile);
  // A list that nothing names need not be there; one that is named, or is there, must be read.
  const isMissing = list !== undefined && config.instruments === undefined && !isThere(world, list);
  if (list !== undefined && !isMissing) {
    const read = readText(world, files, list, 'the instruments');
    if (!read.ok) return fail([read.diagnostic], EXIT.usage, config);
    const { loadInstruments } = await import('../config/load-instruments.ts');
    const loaded = loadInstruments(read.source);
    if (loaded.instruments === undefined) return fail(loaded.diagnostics, EXIT.usage, config);
    instruments = loaded.instruments;
    strict = true;
    precision = `by ${shown(world, list)} of ${instruments.asOf}`;
  }

  const read = readText(world, files, planFile, 'the plan', options.planPath);
  if (!read.ok) return fail([read.diagnostic], EXIT.invalid, config);
  const loaded = loadPlan(read.source, {
    ...(instruments !== undefined && { instruments, strictSymbols: strict }),
    policy: config.policy,
    ...(options.variables !== undefined && { variables: options.variables }),
  });
  if (options.variables !== undefined && loaded.variables !== undefined)
    checkKnown(options.variables, loaded.variables);
  const errors = loaded.diagnostics.filter((one) => one.severity === 'error');
  const forbidden = errors.length > 0 && errors.every((one) => one.code.startsWith('policy/'));
  return {
    config,
    ...(configFile !== undefined && { configFile }),
    ...(list !== undefined && !isMissing && { instrumentsFile: list }),
    ...(!hasErrors(loaded.diagnostics) && loaded.plan !== undefined && { plan: loaded.plan }),
    diagnostics: loaded.diagnostics,
    exitCode: errors.length === 0 ? EXIT.done : forbidden ? EXIT.forbidden : EXIT.invalid,
    uncheckedSymbols: loaded.uncheckedSymbols,
    files,
    ...(isMissing && { missing: list }),
    precision,
  };
}
