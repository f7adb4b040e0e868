/**
 * The one name of a journal. Its lock, its mark, its log and what is kept aside lie beside the file by name, and SQLite goes by
 * the file itself: a second name would have a second lock and no log, and orders would seem never sent.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { JournalError } from '../records/journal-error.ts';

/**
 * The journal's real path, links resolved; of one that is yet to be made, that of its folder. Throws JournalError where the
 * file is a link to nothing, or where it cannot be told whether there is one.
 */
export function realJournalPath(file: string): string {
  const stat = lookAt(file, lstatSync);
  if (stat === undefined) return join(realFolder(dirname(file)), basename(file));
  if (lookAt(file, statSync) === undefined) {
    throw new JournalError(
      `the journal ${file} is a link that leads nowhere`,
      'bring back what it leads to, or name the journal itself with --journal',
    );
  }
  const real = realpathSync(file);
  if (!statSync(real).isFile()) {
    throw new JournalError(`the journal ${file} is not a regular file`, 'name another file with --journal');
  }
  return real;
}

/** The real path of the nearest folder that is there, and the rest as it is written. */
function realFolder(folder: string): string {
  const stat = lookAt(folder, statSync);
  if (stat?.isDirectory() === false) {
    throw new JournalError(
      `${folder} is not a folder, so no journal can be in it`,
      'name another place with --journal',
    );
  }
  if (stat !== undefined) return realpathSync(folder);
  if (lookAt(folder, lstatSync) !== undefined) {
    throw new JournalError(
      `${folder} is a link that leads nowhere, so no journal can be in it`,
      'bring back what it leads to, or name another place with --journal',
    );
  }
  const above = dirname(folder);
  return above === folder ? folder : join(realFolder(above), basename(folder));
}

/** Whether something has this name, be it a link to nothing. A place that cannot be looked into is no "nothing there". */
export const isThere = (path: string): boolean => path !== ':memory:' && lookAt(path, lstatSync) !== undefined;

function lookAt(path: string, look: typeof lstatSync): ReturnType<typeof lstatSync> {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw new JournalError(
      `${path} cannot be looked at: ${code === 'EACCES' ? 'permission denied' : message}`,
      'without it ordo cannot know what was sent; fix the folder’s permissions, or name another journal with --journal',
    );
  }
}

/** A hard link is a second name that no real path tells. */
export function checkOnlyName(file: string): void {
  if (file === ':memory:') return;
  const links = statSync(file, { throwIfNoEntry: false })?.nlink ?? 1;
  if (links === 1) return;
  throw new JournalError(
    `the journal ${file} has ${links} names (hard links), and each would have a lock of its own`,
    'remove all but one: ls -i shows which files are the same',
  );
}
