/** Looks at paths and into folders, and reads regular files. None of it ever waits for another program, or reads without a limit. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import type { Access, Entry } from '../commands/world.ts';
import { getSystemErrorMessage } from 'node:util';
import { err, ok, type Result } from '../model/result.ts';

/** A plan over 8 MiB is refused by its reader; a file over this size is not even read. */
export const MOST_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const PART_BYTES = 256 * 1024;

/** The user whose rights this process has; undefined on a system without such owners. */
export const userId = process.geteuid?.();

export function entryAt(path: string): Entry {
  try {
    const named = orNothing(() => lstatSync(path));
    if (named === undefined) return { kind: 'nothing' };
    const real = orNothing(() => statSync(path));
    if (real === undefined) return { kind: 'closed', why: 'it is a link to nothing' };
    return {
      kind: real.isFile() ? 'file' : real.isDirectory() ? 'folder' : 'other',
      realPath: realpathSync.native(path),
      ...(userId !== undefined && { access: accessOf(real) }),
      ...(userId !== undefined && named.isSymbolicLink() && { linkOwner: named.uid }),
    };
  } catch (error) {
    return { kind: 'closed', why: fileWords(error) };
  }
}

export function isMounted(path: string): boolean {
  const found = orNothing(() => statSync(path));
  return found !== undefined && found.dev !== statSync('/').dev;
}

export function stampOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'closed';
  }
}

/** Undefined if nothing is there. A path below a file counts as that: versions of Node report it differently. */
function orNothing(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const accessOf = ({ uid, mode }: Stats): Access => ({ owner: uid, mode: mode & 0o7777 });

export const readFile = (path: string): Result<Uint8Array, string> => opened(path, readWhole);

/** The same of a file of any size: in parts, each of which is good until the next, until `take` has enough. */
export const readFileParts = (path: string, take: (part: Uint8Array) => boolean): Result<void, string> =>
  opened(path, (handle) => {
    const part = new Uint8Array(PART_BYTES);
    for (;;) {
      const read = readSync(handle, part);
      if (read === 0 || !take(part.subarray(0, read))) return ok(undefined);
    }
  });

function opened<Value>(path: string, use: (handle: number) => Result<Value, string>): Result<Value, string> {
  // Opening a device, or a pipe that nobody writes to, may have an effect or wait, so the kind is checked first.
  const entry = entryAt(path);
  if (entry.kind === 'closed') return err(entry.why);
  if (entry.kind === 'folder') return err(fileWords({ code: 'EISDIR' }));
  if (entry.kind === 'other') return err(NOT_REGULAR);
  try {
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      // It may be another file by now.
      return fstatSync(handle).isFile() ? use(handle) : err(NOT_REGULAR);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return err(fileWords(error));
  }
}

export function namesIn(folder: string): Result<readonly string[], string> {
  try {
    return ok(readdirSync(folder));
  } catch (error) {
    return err(fileWords(error));
  }
}

const NOT_REGULAR = 'it is not a regular file';

/** Reads to the end or to the limit. The size in `stat` is not a limit: it is 0 for some system files that never end. */
function readWhole(handle: number): Result<Uint8Array, string> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= MOST_BYTES;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const read = readSync(handle, chunk);
    if (read === 0) return ok(Buffer.concat(chunks));
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return err('it has more than 64 MiB');
}

const FILE_WORDS: Readonly<Record<string, string>> = {
  EPERM: 'the system does not allow it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOENT: 'there is no such file',
  EEXIST: 'it is there already',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EADDRINUSE: 'the port is taken',
};

/** Why a file or a port cannot be used: in our words, or else the system's. */
export function fileWords(error: unknown): string {
  const { code = '', errno } = error as NodeJS.ErrnoException;
  return FILE_WORDS[code] ?? (errno === undefined ? String(error) : getSystemErrorMessage(errno));
}
