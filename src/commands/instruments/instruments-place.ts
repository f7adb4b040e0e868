/** Where `ordo instruments` writes, and what stands there before: it replaces nothing but a list of instruments. */
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import { EXIT } from '../../model/exit-code.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { tellDiagnostics } from '../command-line/tell-diagnostics.ts';
import { findConfig, instrumentsFile, isBelow, isThere, readText, realPathOf, shown } from '../inputs/input-files.ts';
import { readConfig } from '../inputs/read-config.ts';
import { refuse } from '../command-line/refusal.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { World } from '../world.ts';

export interface Place {
  readonly config: Config;
  /** Its absolute path; undefined where there is none. */
  readonly configFile?: string;
  /** The list's absolute path. */
  readonly file: string;
  /** The folder below which it must truly lie. */
  readonly within: string;
}

/** `--out`, or the list of the config as every command finds it, or a list in this folder where there is no config. */
export async function findPlace(
  world: World,
  given: Arguments,
): Promise<Place | { readonly diagnostics: readonly Diagnostic[] }> {
  const out = given.value('out');
  const named = out === undefined ? undefined : resolve(world.folder, out);
  const configFile = findConfig(world, given.value('config'), world.folder);
  const read = await readConfig(world, configFile);
  if (!read.ok) return { diagnostics: read.error };
  const config = read.value;
  // A person's own word may name any folder, a config's only what is below it: nobody looks at it before the file is gone.
  if (named !== undefined) return { config, ...defined({ configFile }), ...inOwnFolder(named) };
  if (configFile === undefined) return { config, ...inOwnFolder(resolve(world.folder, 'instruments.json')) };
  return { config, configFile, file: instrumentsFile(config, configFile), within: dirname(configFile) };
}

const inOwnFolder = (file: string): Pick<Place, 'file' | 'within'> => ({ file, within: dirname(file) });

/** Links are followed first: what counts is where the text would be in the end. */
function refuseElsewhere(world: World, { file, within }: Place): void {
  const name = shown(world, file);
  // A plan or a config would be lost.
  if (!file.endsWith('.json')) refuse(EXIT.usage, `${name} is not a .json file`, 'write the list as instruments.json');
  const [folder, above] = [realPathOf(world, dirname(file)), realPathOf(world, within)];
  const real = realPathOf(world, file) ?? (folder === undefined ? undefined : join(folder, basename(file)));
  // A folder that is not there says so when the list is written.
  if (real === undefined || above === undefined || isBelow(above, real)) return;
  refuse(
    EXIT.usage,
    `${name} leads out of ${shown(world, within)}, and nothing is replaced there`,
    `if it is meant, name the file itself: ordo instruments --out ${shellWord(real)}`,
  );
}

/** What stands in the file's place before. */
export type Standing =
  | { readonly kind: 'list'; readonly list: InstrumentList }
  | { readonly kind: 'nothing' }
  /** Ours, and not a whole list: it was cut, or edited. */
  | { readonly kind: 'broken-list'; readonly diagnostics: readonly Diagnostic[] };

/** Refuses (exit 2) where a list must not be written, or where what stands there is not the list's own. */
export async function lookAtStanding(world: World, place: Place): Promise<Standing> {
  const { file } = place;
  refuseElsewhere(world, place);
  if (!isThere(world, file)) return { kind: 'nothing' };
  const read = readText(world, file, { what: 'the list' });
  refuseOthersFiles(world, { instrumentsFile: file });
  if (!read.ok) return refuseOther(world, file, [read.error]);
  const [{ loadInstruments }, { beginsAsList }] = await Promise.all([
    import('../../config/load-instruments.ts'),
    import('../../config/instruments-text.ts'),
  ]);
  const { instruments: list, diagnostics } = loadInstruments(read.value);
  if (list !== undefined) return { kind: 'list', list };
  return beginsAsList(read.value.text) ? { kind: 'broken-list', diagnostics } : refuseOther(world, file, diagnostics);
}

async function refuseOther(world: World, file: string, diagnostics: readonly Diagnostic[]): Promise<never> {
  await tellDiagnostics(world, 'lines', diagnostics);
  return refuse(
    EXIT.usage,
    `${shown(world, file)} is not a list of instruments, and nothing else is replaced`,
    'it is as it was; move it away, or name another file with --out',
  );
}
