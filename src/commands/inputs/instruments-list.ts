/** The list of instruments of a config: found, read, or missing. */
import { dirname } from 'node:path';
import { UNCHECKED } from '../../actions/prepare/assumptions.ts';
import type { Config } from '../../model/config.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { shellWord } from '../../report/text/phrases.ts';
import { RefusalError } from '../../refusal.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Files } from '../world.ts';
import { findConfig, instrumentsFile, isThere, readText, shown } from './input-files.ts';
import { readConfig, type ReadConfig } from './read-config.ts';

/** The list that the config names, or the one next to it; `missing` is the file that would be read if it existed. */
export interface FoundList {
  readonly instruments?: InstrumentList;
  /** Absolute; undefined if the list comes from no file. */
  readonly instrumentsFile?: string;
  readonly missing?: string;
}

export async function readInstruments(
  files: Files,
  bytesRead: Map<string, Uint8Array>,
  config: Config,
  configFile: string | undefined,
): Promise<Result<FoundList, readonly Diagnostic[]>> {
  if (configFile === undefined) return ok({});
  const file = instrumentsFile(config, configFile);
  // A list that nobody names may be missing. One that is named, or exists, must be valid.
  if (config.instruments === undefined && !isThere(files, file)) return ok({ missing: file });
  const read = readText(files, file, { what: 'the instruments', within: dirname(configFile), bytesRead });
  if (!read.ok) return err([read.error]);
  const { loadInstruments } = await import('../../config/load-instruments.ts');
  const { instruments, diagnostics } = loadInstruments(read.value);
  return instruments === undefined ? err(diagnostics) : ok({ instruments, instrumentsFile: file });
}

/** The same for what closes: a list that is broken, or named and not there, keeps nobody in a position. */
export async function instrumentsIfAny(
  files: Files,
  { config, configFile }: { readonly config: Config; readonly configFile?: string },
): Promise<FoundList> {
  try {
    const read = await readInstruments(files, new Map(), config, configFile);
    return read.ok ? read.value : {};
  } catch (error) {
    if (error instanceof RefusalError) return {};
    throw error;
  }
}

/** The symbols of the list that the config names, or of the other one; none where what is there cannot be read. */
export async function knownSymbols(
  files: Files,
  configPath: string | undefined,
  otherwise: InstrumentList,
): Promise<readonly string[]> {
  const configFile = findConfig(files, configPath, files.folder);
  const read = await readConfig(files, configFile);
  if (!read.ok) return [];
  const found = await readInstruments(files, new Map(), read.value.config, configFile);
  return found.ok ? [...(found.value.instruments ?? otherwise).bySymbol.keys()] : [];
}

export function precisionWords(files: Files, { instruments, instrumentsFile: file }: FoundList): string {
  if (instruments === undefined) return UNCHECKED;
  return file === undefined ? `by ${instruments.source}` : `by ${shown(files, file)} of ${instruments.asOf}`;
}

/** A list of instruments that the config names, and that is not there. */
export async function namedListMissing(
  files: Files,
  { config, source }: ReadConfig,
  configFile: string | undefined,
): Promise<{ readonly mistake: Diagnostic; readonly missing: string } | undefined> {
  if (source === undefined || configFile === undefined || config.instruments === undefined) return undefined;
  const missing = instrumentsFile(config, configFile);
  if (isThere(files, missing)) return undefined;
  const { missingList } = await import('../../config/missing-list.ts');
  return { mistake: missingList(source, config.instruments, writingCommand(files, configFile)), missing };
}

function writingCommand(files: Files, configFile: string): string {
  const isNearest = findConfig(files, undefined, files.folder) === configFile;
  return `ordo instruments${isNearest ? '' : ` --config ${shellWord(shown(files, configFile))}`}`;
}
