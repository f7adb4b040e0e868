/** What of the config is sound, for an emergency stop: a mistake elsewhere must not keep anybody from halting. */
import { dirname } from 'node:path';
import type { Loaded, NeededKey } from '../../config/load-config.ts';
import { defaultConfig, type Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { hasErrors, type Diagnostic } from '../../source/diagnostic.ts';
import type { Files, World } from '../world.ts';
import { findConfig, readText } from './input-files.ts';

export interface SoundConfig {
  /** Its defaults stand in for what has a mistake. */
  readonly config: Config;
  readonly configFile?: string;
  /** Its mistakes, if it has any. */
  readonly diagnostics: readonly Diagnostic[];
  /** What of the address, the account and the journal a mistake may be about, and nothing else says. */
  readonly doubtful: readonly NeededKey[];
}

/** Of the current folder. `journalPath`: as it was given. Refuses (exit 2) a file that cannot be found. */
export async function soundConfig(
  { files, variables }: Pick<World, 'files' | 'variables'>,
  configPath: string | undefined,
  journalPath: string | undefined,
): Promise<SoundConfig> {
  const configFile = findConfig(files, configPath, files.folder);
  if (configFile === undefined) return { config: defaultConfig, diagnostics: [], doubtful: [] };
  const isSaid: Readonly<Record<NeededKey, boolean>> = {
    'exchange.baseUrl': (variables['ORDO_BASE_URL'] ?? '') !== '',
    'exchange.account': false,
    journal: (journalPath ?? variables['ORDO_JOURNAL'] ?? '') !== '',
  };
  const { sound = defaultConfig, diagnostics, doubtful } = await loaded(files, configFile, configPath === undefined);
  return {
    config: sound,
    ...defined({ configFile }),
    diagnostics: hasErrors(diagnostics) ? diagnostics : [],
    doubtful: doubtful.filter((key) => !isSaid[key]),
  };
}

async function loaded(files: Files, configFile: string, isFound: boolean): Promise<Loaded> {
  const read = readText(files, configFile, { what: 'the config', ...(isFound && { within: dirname(configFile) }) });
  const { loadSound, ALL_NEEDED } = await import('../../config/load-config.ts');
  return read.ok ? loadSound(read.value) : { diagnostics: [read.error], doubtful: ALL_NEEDED };
}
