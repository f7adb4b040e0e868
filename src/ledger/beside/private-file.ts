/** Files of a journal are their owner's alone: whoever may write them may make an order seem sent, or unsent. */
import { closeSync, openSync, statSync } from 'node:fs';
import { JournalError } from '../journal-error.ts';

/** Of a file's mode: its group or others may write it. Where the system keeps no such modes, its answer means nothing. */
export const othersMayWrite = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o022) !== 0;

/**
 * Makes the file where there is none, for its owner alone (0600); what SQLite puts beside a database takes the database's
 * mode. Throws JournalError where others may write the file, and the system's error where it cannot be made.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (othersMayWrite(file)) {
      throw new JournalError(
        `others than its owner may write ${file}`,
        `look whether it is as you left it, then: chmod go-w ${file}`,
      );
    }
  }
}
