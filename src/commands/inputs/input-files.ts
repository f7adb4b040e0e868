/** Finds and reads the files that a command works on. */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { didYouMean } from '../../document/did-you-mean.ts';
import { someOf } from '../../model/count.ts';
import type { Config } from '../../model/config.ts';
import type { Result } from '../../model/result.ts';
import { shellWord } from '../../report/text/phrases.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { readSource } from '../../source/read-source.ts';
import type { SourceFile } from '../../source/source-file.ts';
import { refuse } from '../../refusal.ts';
import type { Entry, Files } from '../world.ts';

export const CONFIG_NAME = 'ordo.config.yaml';
const MISSPELT_NAME = 'ordo.config.yml';

/**
 * The config that is named, or the nearest one from the folder upwards; undefined if there is none. The search stops at the
 * root of the repository and at a folder of another owner: a config above is not the user's. Anything with that name is
 * taken, even if it cannot be read: reading it then refuses, so that no policy is skipped silently.
 */
export function findConfig(files: Files, named: string | undefined, from: string): string | undefined {
  if (named !== undefined) return resolve(files.folder, named);
  let folder = realPathOf(files, from) ?? from;
  for (;;) {
    const file = join(folder, CONFIG_NAME);
    refuseMisspelt(files, join(folder, MISSPELT_NAME));
    if (isThere(files, file)) return file;
    const above = dirname(folder);
    if (above === folder || isThere(files, join(folder, '.git')) || !isOneOwners(files, folder, above))
      return undefined;
    folder = above;
  }
}

function refuseMisspelt(files: Files, file: string): void {
  if (!isThere(files, file)) return;
  const right = join(dirname(file), CONFIG_NAME);
  const [name, rightName] = [shown(files, file), shown(files, right)];
  refuse(
    'config/misnamed',
    `${name} is not read: it must be called ${CONFIG_NAME}`,
    isThere(files, right)
      ? `${rightName} is there as well: keep one of the two`
      : `mv ${shellWord(name)} ${shellWord(rightName)}`,
  );
}

export const isThere = (files: Files, file: string): boolean => files.entryAt(file).kind !== 'nothing';

/** Also true if either owner is unknown: a path that cannot be looked at is refused where it matters. */
function isOneOwners(files: Files, folder: string, above: string): boolean {
  const [one, other] = [folder, above].map((path) => ownerOf(files.entryAt(path)));
  return one === undefined || other === undefined || one === other;
}

const ownerOf = (entry: Entry): number | undefined => ('realPath' in entry ? entry.access?.owner : undefined);

/** The path of the list of instruments: the one that the config names, or the one next to it. */
export const instrumentsFile = ({ instruments = 'instruments.json' }: Config, configFile: string): string =>
  resolve(dirname(configFile), instruments);

/** The path of the account file: the one that the config names, or the one next to it. */
export const accountFile = ({ accountFile: named = 'account.json' }: Config, configFile: string): string =>
  resolve(dirname(configFile), named);

export interface ReadHow {
  /** What the file is, such as `the plan`. */
  readonly what: string;
  /** Its name in messages; by default the path as a person would write it. */
  readonly shownAs?: string;
  /** The folder that it must lie in, links resolved; by default the current one, or its own if it is elsewhere. */
  readonly within?: string;
  /** Receives its bytes, by its absolute path. */
  readonly bytesRead?: Map<string, Uint8Array>;
}

/**
 * A file as text, or a diagnostic if its bytes are not text; refuses (exit 2) if it cannot be read. Diagnostics do not quote
 * a file that lies outside of `within`: in somebody else's repository a link, or a path in the config, may lead to any secret
 * that the user can read.
 */
export function readText(files: Files, file: string, how: ReadHow): Result<SourceFile, Diagnostic> {
  const { what, shownAs = shown(files, file), bytesRead } = how;
  const { within = isBelow(files.folder, file) ? files.folder : dirname(file) } = how;
  const bytes = files.read(file);
  if (!bytes.ok)
    refuse('input/unreadable', `${what} ${shownAs} cannot be read: ${bytes.error}`, nearestHint(files, file));
  bytesRead?.set(file, bytes.value);
  const [real, folder] = [realPathOf(files, file), realPathOf(files, within)];
  const isWithin = real !== undefined && folder !== undefined && isBelow(folder, real);
  return readSource(shownAs, bytes.value, !isWithin);
}

function nearestHint(files: Files, file: string): string | undefined {
  const { kind } = files.entryAt(file);
  const found = kind === 'nothing' ? (nearestFile(files, file) ?? planBelow(files, file)) : onlyFileIn(files, file);
  if (found !== undefined) return `did you mean ${shown(files, found)}?`;
  const names = kind === 'folder' ? yamlNamesIn(files, file).map((name) => shown(files, join(file, name))) : [];
  return names.length === 0 ? undefined : `name one of its files: ${someOf(names)}`;
}

/** Where `ordo init` puts plans. */
const PLANS = 'plans';

/** Where a file of that name lies, had its folder been left out. */
export const inPlans = (file: string): string => join(dirname(file), PLANS, basename(file));

/** A file of that name, or one like it, in the folder `plans` next to it: people leave the folder out. */
export function planBelow(files: Files, file: string): string | undefined {
  const below = inPlans(file);
  return isThere(files, below) ? below : nearestFile(files, below);
}

/** The YAML file that is there under another ending, or under a name like that. */
export function nearestFile(files: Files, file: string): string | undefined {
  const bare = file.replace(/\.(?:ya?ml)$/, '');
  const found = [`${bare}.yaml`, `${bare}.yml`].find((one) => one !== file && isThere(files, one));
  if (found !== undefined) return found;
  const near = didYouMean(basename(file), yamlNamesIn(files, dirname(file)));
  return near === undefined ? undefined : join(dirname(file), near);
}

function onlyFileIn(files: Files, folder: string): string | undefined {
  const [only, ...more] = yamlNamesIn(files, folder);
  return only === undefined || more.length > 0 ? undefined : join(folder, only);
}

function yamlNamesIn(files: Files, folder: string): readonly string[] {
  const names = files.namesIn(folder);
  return names.ok ? names.value.filter((name) => /\.ya?ml$/.test(name)) : [];
}

/** The path with all links resolved; undefined if nothing is there. */
export function realPathOf(files: Files, path: string): string | undefined {
  const entry = files.entryAt(path);
  return 'realPath' in entry ? entry.realPath : undefined;
}

/** A path as a person would write it from the current folder. */
export const shown = (files: Files, file: string): string =>
  isBelow(files.folder, file) ? relative(files.folder, file) : file;

/** Whether the file is in the folder or below it, by the paths alone. */
export function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What people name in the place of a plan. */
const NO_PLANS: Readonly<Record<string, string>> = {
  [CONFIG_NAME]: 'the config',
  'instruments.json': 'the list of instruments',
  'account.json': 'the account file',
};

/** Refuses (exit 2) a file that is no plan by its name. Judged as one it would be nothing but mistakes. */
export function refuseNoPlan(
  files: Files,
  { planPath, bytes }: { readonly planPath: string; readonly bytes?: Uint8Array },
): void {
  const name = basename(planPath);
  const what = Object.hasOwn(NO_PLANS, name) ? NO_PLANS[name] : undefined;
  const file = resolve(files.folder, planPath);
  if (what === undefined || bytes !== undefined || !isThere(files, file)) return;
  const plans = join(dirname(file), 'plans');
  const names = files.namesIn(plans);
  const first = names.ok
    ? names.value.toSorted().find((one) => /\.ya?ml$/.test(one) && one !== CONFIG_NAME)
    : undefined;
  const hint =
    first === undefined ? 'name a file with orders' : `plans are in plans: ${shown(files, join(plans, first))}`;
  refuse('input/not-a-plan', `${planPath} is ${what}, not a plan`, hint);
}
