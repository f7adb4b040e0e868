import { defaultConfig, type Config } from '../../model/config.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { SourceFile } from '../../source/source-file.ts';
import type { Files } from '../world.ts';
import { readText, type ReadHow } from './input-files.ts';

export interface ReadConfig {
  readonly config: Config;
  /** Undefined if there is no file. */
  readonly source?: SourceFile;
}

/** The config in that file, or the defaults if there is no file; refuses (exit 2) if it cannot be read. */
export async function readConfig(
  files: Files,
  file: string | undefined,
  how: Omit<ReadHow, 'what'> = {},
): Promise<Result<ReadConfig, readonly Diagnostic[]>> {
  if (file === undefined) return ok({ config: defaultConfig });
  const read = readText(files, file, { ...how, what: 'the config' });
  if (!read.ok) return err([read.error]);
  const { loadConfig } = await import('../../config/load-config.ts');
  const { config, diagnostics } = loadConfig(read.value);
  return config === undefined ? err(diagnostics) : ok({ config, source: read.value });
}
