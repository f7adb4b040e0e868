/** Where `ordo instruments` writes, and which file is there already: it replaces only a list of instruments. */
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { findConfig, instrumentsFile, isBelow, isThere, readText, realPathOf, shown } from '../inputs/input-files.ts';
import { readConfig } from '../inputs/read-config.ts';
import { refuse } from '../../refusal.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import type { Files, World } from '../world.ts';

interface ListPlace {
  readonly config: Config;
  /** Absolute; undefined if there is no config. */
  readonly configFile?: string;
  /** The list's absolute path. */
  readonly file: string;
  /** The folder that the list must lie in, links resolved. */
  readonly within: string;
}

/** `--out`, or the list that the config names, or without a config a list in this folder. */
export async function findListPlace(
  files: Files,
  given: Arguments,
): Promise<ListPlace | { readonly diagnostics: readonly Diagnostic[] }> {
  const out = given.value('out');
  const named = out === undefined ? undefined : resolve(files.folder, out);
  const configFile = findConfig(files, given.value('config'), files.folder);
  const read = await readConfig(files, configFile);
  if (!read.ok) return { diagnostics: read.error };
  const { config } = read.value;
  // A person may name any folder. A config may only name files below it: nobody checks it before the old file is gone.
  if (named !== undefined) return { config, ...defined({ configFile }), ...inOwnFolder(named) };
  if (configFile === undefined) return { config, ...inOwnFolder(resolve(files.folder, 'instruments.json')) };
  return { config, configFile, file: instrumentsFile(config, configFile), within: dirname(configFile) };
}

const inOwnFolder = (file: string): Pick<ListPlace, 'file' | 'within'> => ({ file, within: dirname(file) });

/** Refuses (exit 2) a place outside of `within`. Links are resolved first: what counts is where the text would end up. */
function refuseElsewhere(files: Files, { file, within }: ListPlace): void {
  const name = shown(files, file);
  // Otherwise a plan or a config could be overwritten.
  if (!file.endsWith('.json'))
    refuse('option/value', `${name} is not a .json file`, 'write the list as instruments.json');
  const [folder, above] = [realPathOf(files, dirname(file)), realPathOf(files, within)];
  const real = realPathOf(files, file) ?? (folder === undefined ? undefined : join(folder, basename(file)));
  // A missing folder is reported when the list is written.
  if (real === undefined || above === undefined || isBelow(above, real)) return;
  refuse(
    'input/outside-folder',
    `${name} leads out of ${shown(files, within)}, and nothing is replaced there`,
    `if it is meant, name the file itself: ordo instruments --out ${shellWord(real)}`,
  );
}

/** What is in the place of the list already. */
export type Existing =
  | { readonly kind: 'list'; readonly list: InstrumentList }
  | { readonly kind: 'nothing' }
  /** A list of ours that is no longer valid: it was cut short, or edited. */
  | { readonly kind: 'broken-list'; readonly diagnostics: readonly Diagnostic[] };

/** Refuses (exit 2) a place where no list may be written, and a file that is not a list. */
export async function lookAtExisting(world: World, place: ListPlace): Promise<Existing> {
  const { file } = place;
  refuseElsewhere(world.files, place);
  if (!isThere(world.files, file)) return { kind: 'nothing' };
  const read = readText(world.files, file, { what: 'the list' });
  refuseOthersFiles(world.files, { instrumentsFile: file });
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
  await reportDiagnostics(world.terminal, 'lines', diagnostics);
  return refuse(
    'output/would-overwrite',
    `${shown(world.files, file)} is not a list of instruments, and only such a file is replaced`,
    'it was not changed; move it away, or name another file with --out',
  );
}
