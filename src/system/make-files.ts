import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { NotMade } from '../commands/world.ts';
import { err, ok, type Result } from '../model/result.ts';
import { fileWords } from './files.ts';

/** Only their owner may write what a live run goes by, whatever the umask says. */
const [FILE_MODE, FOLDER_MODE] = [0o644, 0o755];

type Undo = () => void;

/** Makes all of these files and their folders. Where one cannot be made, what was made before it is taken away again. */
export function makeFiles(files: ReadonlyMap<string, string>): Result<void, NotMade> {
  const undo: Undo[] = [];
  for (const [path, text] of files) {
    try {
      makeFolder(dirname(path), undo);
      makeFile(path, text, undo);
    } catch (error) {
      for (const back of undo.toReversed()) back();
      return err({ path, why: fileWords(error) });
    }
  }
  return ok(undefined);
}

/** Step by step: Node's own way to make all of a path never ends where the system denies that a part of it can be. */
function makeFolder(folder: string, undo: Undo[]): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder, { mode: FOLDER_MODE });
  // Somebody may have put a file of their own into it since.
  undo.push(() => attempt(() => rmdirSync(folder)));
}

function makeFile(path: string, text: string, undo: Undo[]): void {
  // `x`: whatever has the name, a link to nothing included, is somebody else's.
  const handle = openSync(path, 'wx', FILE_MODE);
  undo.push(() => attempt(() => rmSync(path)));
  try {
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // What cannot be taken away stays; the first error is reported.
  }
}
