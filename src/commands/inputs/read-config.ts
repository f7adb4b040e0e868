import { defaultConfig, type Config } from '../../model/config.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { World } from '../world.ts';
import { readText, type ReadHow } from './input-files.ts';

/** The config in that file, or the defaults if there is no file; refuses (exit 2) if it cannot be read. */
export async function readConfig(
  world: World,
  file: string | undefined,
  how: Omit<ReadHow, 'what'> = {},
): Promise<Result<Config, readonly Diagnostic[]>> {
  if (file === undefined) return ok(defaultConfig);
  const read = readText(world, file, { ...how, what: 'the config' });
  if (!read.ok) return err([read.error]);
  const { loadConfig } = await import('../../config/load-config.ts');
  const { config, diagnostics } = loadConfig(read.value);
  return config === undefined ? err(diagnostics) : ok(config);
}
