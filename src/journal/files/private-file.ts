/** Files of a journal are their owner's alone: whoever may write them, or put others beside them, may make an order seem sent, or unsent. */
import { accessSync, closeSync, constants, existsSync, openSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { JournalError } from '../records/journal-error.ts';
import type { Objection } from '../records/objection.ts';

const GROUP_OR_OTHERS_WRITE = 0o022;
/** In a folder such as /tmp others rename nothing of mine, but a log or verdicts of theirs beside a journal would be taken for its own. */
const STICKY = 0o1000;
const ROOT = 0;
const OWN_FOLDER = 'name a journal in a folder of your own with --journal';

/**
 * Makes the file where there is none, for its owner alone (0600); what SQLite puts beside a database takes the database's
 * mode. Throws JournalError where others may write the file or its folder, or own them, and the system's error where it cannot be made.
 */
export function makePrivate(file: string): void {
  refuseOthers(file);
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A link that leads nowhere throws here.
    statSync(file);
  }
}

/** Throws JournalError where others may write the file, or a folder of this name, or what it is in, or own them. */
export function refuseOthers(file: string): void {
  refuse(openToOthers(file) ?? ofOthers(file));
}

/**
 * Throws what making or writing the file would: JournalError where others may write it or its folder, else the system's error. Makes
 * nothing. Whether its disk has room shows only when something is written.
 */
export function refuseUnwritable(file: string): void {
  refuseOthers(file);
  accessSync(nearestThere(file), constants.W_OK);
  accessSync(nearestThere(dirname(file)), constants.W_OK | constants.X_OK);
}

const nearestThere = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path));

function refuse(found: Objection | undefined): void {
  if (found !== undefined) throw new JournalError(found.message, found.hint, 'journal/unfit');
}

/**
 * Why others than their owner may write the file or its folder. Undefined where neither is there, and where the system keeps no such
 * modes.
 */
export function openToOthers(file: string): Objection | undefined {
  const open = fileAndFolder(file).find(({ stat: { mode } }) => (mode & GROUP_OR_OTHERS_WRITE) !== 0);
  if (open === undefined) return undefined;
  const { path, name, stat } = open;
  const mend = `check that nobody changed it, then: chmod ${stat.isDirectory() ? '700' : 'go-w'} ${path}`;
  return {
    message: `users other than its owner may write ${name}`,
    hint: stat.isDirectory() && (stat.mode & STICKY) !== 0 ? OWN_FOLDER : mend,
  };
}

/** Who looks after another's journal reads it; only what writes to it is refused. */
function ofOthers(file: string): Objection | undefined {
  const me = process.geteuid?.();
  const theirs = fileAndFolder(file).find(({ stat: { uid } }) => uid !== ROOT && uid !== me);
  return (
    theirs && {
      message: `${theirs.name} belongs to user ${theirs.stat.uid}, neither to you (${me}) nor to root`,
      hint: 'run as that user, or name a journal of your own with --journal',
    }
  );
}

interface Named {
  readonly path: string;
  readonly name: string;
  readonly stat: Stats;
}

function fileAndFolder(file: string): readonly Named[] {
  if (process.platform === 'win32') return [];
  const folder = dirname(file);
  return [
    { path: folder, name: `the folder ${folder}` },
    { path: file, name: file },
  ].flatMap((one) => {
    const stat = statSync(one.path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ ...one, stat }];
  });
}
