/**
 * Where compiled code is kept between starts. Whoever can write there could run code here, keys in hand: so it is used only where
 * nobody else can, and where no checkout can bring a file along.
 */
const fileSystem = () => process.getBuiltinModule('node:fs');
type FileSystem = ReturnType<typeof fileSystem>;

const ROOT = 0;
const GROUP_OR_OTHERS_WRITE = 0o022;
/** In a folder such as /tmp only the owner of an entry may rename or delete it. */
const STICKY = 0o1000;
const OF_A_REPOSITORY = ['.git', '.hg', '.jj', '.svn'];

/**
 * The user's own cache folder, made if need be, without a link in its path. Undefined where there is none, where
 * NODE_DISABLE_COMPILE_CACHE says so, and where it is not known that nobody else may write it.
 */
export function codeFolder(): string | undefined {
  looked ??= { folder: looksFor() };
  return looked.folder;
}

/** A start asks twice. */
let looked: { readonly folder: string | undefined } | undefined;

function looksFor(): string | undefined {
  const wanted = wantedFolder();
  const me = process.geteuid?.();
  if (wanted === undefined || me === undefined) return undefined;
  try {
    const fs = fileSystem();
    const above = nearest(fs, wanted);
    if (!isClosed(fs, fs.realpathSync(above), me)) return undefined;
    fs.mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const folder = fs.realpathSync(wanted);
    const isOpen = (fs.lstatSync(folder).mode & GROUP_OR_OTHERS_WRITE) !== 0;
    return isOpen || !isClosed(fs, folder, me) ? undefined : folder;
  } catch {
    return undefined;
  }
}

function wantedFolder(): string | undefined {
  const { XDG_CACHE_HOME: cache, HOME: home, NODE_DISABLE_COMPILE_CACHE: off } = process.env;
  if (off === '1') return undefined;
  if (cache?.startsWith('/') === true) return `${cache}/ordo`;
  return home?.startsWith('/') === true ? `${home}/.cache/ordo` : undefined;
}

/** The folder itself, or the one nearest above it that is there. */
function nearest(fs: FileSystem, folder: string): string {
  let at = folder;
  while (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) at = parentOf(at);
  return at;
}

/** From the folder up to the root: no other user could have put another in its place, and none is a repository. */
function isClosed(fs: FileSystem, folder: string, me: number): boolean {
  for (let at = folder; ; at = parentOf(at)) {
    const { uid, mode } = fs.lstatSync(at);
    if (uid !== me && uid !== ROOT) return false;
    if ((mode & GROUP_OR_OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false;
    if (OF_A_REPOSITORY.some((name) => fs.lstatSync(`${at}/${name}`, { throwIfNoEntry: false }) !== undefined))
      return false;
    if (at === '/') return true;
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
