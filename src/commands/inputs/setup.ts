/** Reads what a command works on: the config, the instruments, the plan. Every mistake becomes a diagnostic at its place. */
import { dirname, resolve } from 'node:path';
import { defaultConfig, type Config } from '../../model/config.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import { loadPlan, type VariableValues } from '../../plan/load-plan.ts';
import { hasErrors, type Diagnostic } from '../../source/diagnostic.ts';
import { checkKnown } from '../command-line/var-option.ts';
import { findConfig, instrumentsFile, isThere, readText, shown } from './input-files.ts';
import type { World } from '../world.ts';

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
    const found = options.configPath === undefined ? { within: dirname(configFile) } : {};
    const read = readText(world, files, configFile, 'the config', found);
    if (!read.ok) return fail([read.diagnostic], EXIT.usage);
    const { loadConfig } = await import('../../config/load-config.ts');
    const loaded = loadConfig(read.source);
    if (loaded.config === undefined) return fail(loaded.diagnostics, EXIT.usage);
    config = loaded.config;
  }

  const list = configFile === undefined ? {} : await readList(world, files, config, configFile);
  if (list.diagnostics !== undefined) return fail(list.diagnostics, EXIT.usage, config);
  const { instruments = options.otherwise, instrumentsFile: listFile } = list;
  const strict = listFile !== undefined;
  const precision =
    instruments === undefined
      ? 'UNCHECKED: no instruments'
      : listFile === undefined
        ? `by ${instruments.source}`
        : `by ${shown(world, listFile)} of ${instruments.asOf}`;

  const read = readText(world, files, planFile, 'the plan', { shownAs: options.planPath });
  if (!read.ok) return fail([read.diagnostic], EXIT.invalid, config);
  const loaded = loadPlan(read.source, {
    ...(instruments !== undefined && { instruments, strictSymbols: strict }),
    policy: config.policy,
    ...(options.variables !== undefined && { variables: options.variables }),
  });
  // The names of a plan's variables are told only where it is one.
  const isPlan = !read.source.hidesText || loaded.plan !== undefined;
  if (options.variables !== undefined && loaded.variables !== undefined && isPlan)
    checkKnown(options.variables, loaded.variables);
  const errors = loaded.diagnostics.filter((one) => one.severity === 'error');
  const forbidden = errors.length > 0 && errors.every((one) => one.code.startsWith('policy/'));
  return {
    config,
    ...(configFile !== undefined && { configFile }),
    ...(listFile !== undefined && { instrumentsFile: listFile }),
    ...(!hasErrors(loaded.diagnostics) && loaded.plan !== undefined && { plan: loaded.plan }),
    diagnostics: loaded.diagnostics,
    exitCode: errors.length === 0 ? EXIT.done : forbidden ? EXIT.forbidden : EXIT.invalid,
    uncheckedSymbols: loaded.uncheckedSymbols,
    files,
    ...(list.missing !== undefined && { missing: list.missing }),
    precision,
  };
}

/** The list that the config names, or the one beside it; with errors, or the file that would be read if it were there. */
interface FoundList {
  readonly instruments?: InstrumentList;
  readonly instrumentsFile?: string;
  readonly missing?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

async function readList(
  world: World,
  files: Map<string, Uint8Array>,
  config: Config,
  configFile: string,
): Promise<FoundList> {
  const file = instrumentsFile(config, configFile);
  // What nothing names need not be there; what is named, or is there, must be read.
  if (config.instruments === undefined && !isThere(world, file)) return { missing: file };
  const read = readText(world, files, file, 'the instruments', { within: dirname(configFile) });
  if (!read.ok) return { diagnostics: [read.diagnostic] };
  const { loadInstruments } = await import('../../config/load-instruments.ts');
  const { instruments, diagnostics } = loadInstruments(read.source);
  return instruments === undefined ? { diagnostics } : { instruments, instrumentsFile: file };
}
