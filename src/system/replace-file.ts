import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * Replaces the text of a file, or creates the file. The text is on disk next to it, under another name, before it takes the
 * file's name. So a reader finds the old text or the new one, even if the process is killed. The file keeps its mode, unless one
 * is given; a symbolic link stays, and its target is replaced. Throws the system's error, and then leaves nothing behind.
 */
export function replaceFile(path: string, text: string, mode?: number): void {
  const isThere = existsSync(path);
  const target = isThere ? realpathSync(path) : path;
  const beside = `${target}.${process.pid}.tmp`;
  // `x`: a file that already has that name is somebody else's, and may be a link to another place.
  const handle = openSync(beside, 'wx', mode ?? 0o666);
  try {
    try {
      writeFileSync(handle, text);
      if (mode !== undefined) fchmodSync(handle, mode);
      else if (isThere) fchmodSync(handle, statSync(target).mode & 0o7777);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
