/** The folder of a journal, made for its owner alone. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { journalError } from '../journal-error.ts';

/** Makes the journal's folder, for its owner alone. Throws JournalError where it cannot be made. */
export function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (error) {
    throw journalError(error, file);
  }
}

/** Step by step: Node's own way to make all of a path never ends where the system denies that a part of it can be. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another run may have made it since.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
