/** A commit of a git repository as files to read: those below its root, as the commit has them. */
import { dirname, join, relative, sep } from 'node:path';
import { err, ok, type Result } from '../../model/result.ts';
import { refuse } from '../../refusal.ts';
import { isBelow, realPathOf } from '../inputs/input-files.ts';
import type { Entry, Files, World } from '../world.ts';

/** A path inside a repository. */
export interface PlaceInGit {
  /** Absolute, without a link in it. */
  readonly root: string;
  /** From the root, with `/` between its parts. */
  readonly path: string;
}

/** Where a file lies, or would lie, in the repository of its folder; refuses (exit 2) outside of one. `file` is absolute. */
export function placeInGit(files: Files, file: string): PlaceInGit {
  // Its folder may be gone as well, where a commit had it.
  let folder = dirname(file);
  while (files.entryAt(folder).kind !== 'folder' && dirname(folder) !== folder) folder = dirname(folder);
  const inside = relative(folder, file).split(sep);
  const { root, prefix } = repositoryOf(files, folder);
  return { root, path: [...prefix, ...inside].join('/') };
}

/** The repository that a folder belongs to, and the names that lead there from its root. */
function repositoryOf(files: Files, folder: string): { readonly root: string; readonly prefix: readonly string[] } {
  const printed = files.git(folder, ['rev-parse', '--show-prefix']);
  if (!printed.ok) {
    refuse(
      'git/no-commit',
      `there is no commit to compare with: ${printed.error}`,
      'name two plans: ordo diff <before> <after>',
    );
  }
  const prefix = textOf(printed.value).split('/').slice(0, -1);
  const root = join(realPathOf(files, folder) ?? folder, ...prefix.map(() => '..'));
  return { root, prefix };
}

/** The root of the repository of the current folder, and the path that `path` means there: with a `./` or `../` from that folder. */
export function pathInGit(files: Files, path: string): PlaceInGit {
  const { root, prefix } = repositoryOf(files, files.folder);
  const isFromHere = /^\.\.?(?:\/|$)/.test(path);
  const file = join(root, ...(isFromHere ? prefix : []), path);
  if (!isBelow(root, file)) refuse('input/outside-folder', `${path} is outside of the repository`, 'name a path in it');
  return { root, path: relative(root, file).split(sep).join('/') };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString().replace(/\n$/, '');

/** The id of the commit that a ref means; refuses (exit 2) where there is none. */
export function commitNamed(files: Files, root: string, ref: string): string {
  // A word with a dash would be an option of git's.
  const found = ref.startsWith('-') ? err('') : files.git(root, ['rev-parse', '--verify', `${ref}^{commit}`]);
  if (found.ok) return textOf(found.value);
  return refuse(
    'git/no-commit',
    `${ref} is not a commit of this repository`,
    'fetch it, or see what there is: git log --oneline --all',
  );
}

interface TreeEntry {
  /** As git prints it: of a file `100644` or `100755`, of a link `120000`. */
  readonly mode: string;
  readonly type: string;
  readonly id: string;
}

const LINK = '120000';
const OUTSIDE = 'it lies outside of the repository';

/**
 * The world with the files of a commit in place of those below the root, which is the current folder. A link of the commit is not
 * followed. What lies outside is only there where `isOutsideRead`.
 */
export function worldAt(world: World, root: string, commit: string, isOutsideRead: boolean): World {
  const trees = new Map<string, Result<ReadonlyMap<string, TreeEntry>, string>>();
  const treeOf = (id: string): Result<ReadonlyMap<string, TreeEntry>, string> => {
    const known = trees.get(id) ?? readTree(world.files, root, id);
    trees.set(id, known);
    return known;
  };
  const find = (path: string): Result<TreeEntry | undefined, string> => {
    let entry: TreeEntry = { mode: '040000', type: 'tree', id: commit };
    for (const name of relative(root, path).split(sep)) {
      if (name === '') continue;
      if (entry.mode === LINK) return err('its path leads through a link, and links of a commit are not followed');
      if (entry.type !== 'tree') return ok(undefined);
      const tree = treeOf(entry.id);
      if (!tree.ok) return tree;
      const next = tree.value.get(name);
      if (next === undefined) return ok(undefined);
      entry = next;
    }
    return ok(entry);
  };
  const isOurs = (path: string): boolean => path === root || isBelow(root, path);
  const read = (path: string): Result<Uint8Array, string> => {
    if (!isOurs(path)) return isOutsideRead ? world.files.read(path) : err(OUTSIDE);
    const found = find(path);
    if (!found.ok) return found;
    const entry = entryOf(path, found.value);
    if (entry.kind === 'closed') return err(entry.why);
    if (found.value === undefined) return err('the commit has no such file');
    if (entry.kind !== 'file') return err('it is a folder');
    return world.files.git(root, ['cat-file', 'blob', found.value.id]);
  };
  return {
    ...world,
    files: {
      ...world.files,
      folder: root,
      entryAt: (path) => {
        if (!isOurs(path)) return isOutsideRead ? world.files.entryAt(path) : { kind: 'closed', why: OUTSIDE };
        // The search for a config ends here.
        if (path === join(root, '.git')) return { kind: 'folder', realPath: path };
        const found = find(path);
        return found.ok ? entryOf(path, found.value) : { kind: 'closed', why: found.error };
      },
      read,
      readParts: (path, take) => {
        const bytes = read(path);
        if (!bytes.ok) return bytes;
        take(bytes.value);
        return ok(undefined);
      },
      namesIn: (path) => {
        const found = find(path);
        if (!found.ok) return found;
        if (found.value?.type !== 'tree') return err('the commit has no such folder');
        const tree = treeOf(found.value.id);
        return tree.ok ? ok([...tree.value.keys()]) : tree;
      },
    },
  };
}

function entryOf(path: string, entry: TreeEntry | undefined): Entry {
  if (entry === undefined) return { kind: 'nothing' };
  if (entry.mode === LINK) return { kind: 'closed', why: 'it is a link, and links of a commit are not followed' };
  if (entry.type === 'commit') return { kind: 'closed', why: 'it is a repository of its own' };
  return { kind: entry.type === 'tree' ? 'folder' : 'file', realPath: path };
}

/** The entries of a tree or a commit, by their names. */
function readTree(files: Files, root: string, id: string): Result<ReadonlyMap<string, TreeEntry>, string> {
  const printed = files.git(root, ['ls-tree', '-z', '--full-tree', id]);
  if (!printed.ok) return printed;
  const entries = Buffer.from(printed.value).toString().split('\0').slice(0, -1);
  return ok(
    new Map(
      entries.map((entry) => {
        const [mode = '', type = '', blob = ''] = entry.slice(0, entry.indexOf('\t')).split(' ');
        return [entry.slice(entry.indexOf('\t') + 1), { mode, type, id: blob }];
      }),
    ),
  );
}
