/** The folder of a journal, made for its owner alone; and where a user's own is, whatever the journal. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { journalError } from '../records/journal-error.ts';

/** Makes the journal's folder, for its owner alone. Throws JournalError where it cannot be made. */
export function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (error) {
    throw journalError(error, file);
  }
}

/** For its owner alone. Step by step: Node's own way to make all of a path never ends where the system denies that a part of it can be. */
export function makeFolder(folder: string): void {
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

/** The folder of a user's state; undefined where neither the variables nor a home tell it. */
export function stateFolderOf(
  variables: Readonly<Record<string, string | undefined>>,
  home: string | undefined,
): string | undefined {
  const state = variables['XDG_STATE_HOME'] ?? '';
  if (isAbsolute(state)) return state;
  return home === undefined ? undefined : join(home, '.local', 'state');
}

/** What a journal on a server cannot take is kept on this machine, beside this path. `journal`: the sum of its first record. */
export const besideServer = (stateFolder: string, journal: string): string =>
  join(stateFolder, 'ordo', `server-${journal.slice(0, 12)}`);
