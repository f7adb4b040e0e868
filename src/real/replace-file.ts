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
 * Puts a text in place of a file's own, or makes the file. The text is on disk under another name beside it before it takes
 * the name, so whoever reads meanwhile, and whatever ends the process, finds the old text or the new one. The file keeps its
 * mode; of a symbolic link the target is replaced. Throws the system's error, and then nothing is left behind.
 */
export function replaceFile(path: string, text: string): void {
  const isThere = existsSync(path);
  const target = isThere ? realpathSync(path) : path;
  const beside = `${target}.${process.pid}.tmp`;
  // `x`: what already bears that name is somebody else's, be it a link to elsewhere.
  const handle = openSync(beside, 'wx', 0o666);
  try {
    try {
      writeFileSync(handle, text);
      if (isThere) fchmodSync(handle, statSync(target).mode & 0o7777);
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
