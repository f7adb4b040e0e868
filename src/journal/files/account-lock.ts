/**
 * One runner per account and journal (exit 10). The lock is SQLite's exclusive lock on a file beside the journal: the
 * system frees it when the process ends, however it ends, and never while the process is only suspended. So a killed holder never
 * blocks, a sleeping one is never robbed, and no age or heartbeat is ever judged.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { err, errorWords, ok, type Result } from '../../model/result.ts';
import type { Holder } from '../records/ledger.ts';
import { JournalError } from '../records/journal-error.ts';
import { makePrivate } from './private-file.ts';

export interface AccountLock {
  release(): void;
}

/**
 * How long a start waits for others to let go. Two that begin in one moment block each other for an instant, and with no
 * patience both would be refused; whoever really holds the lock holds it far longer.
 */
const PATIENCE_MS = 250;

/** SQLite's code for a file that another connection holds. */
const BUSY = 5;

/**
 * The file whose lock a run holds. It is not called a lock, as people delete what looks like a stale one: nothing is ever
 * stale here, and a second run would begin beside the first.
 */
export const lockFileOf = (beside: string): string => `${beside}.account`;

/** For whoever looks into the note beside it. */
const NOTE =
  'One run of ordo at a time holds this account. It lets go by itself when it ends. Do not delete these files.';

/** Where what belongs to one account stands beside the journal: accounts share a journal, and the client order ids of a plan. */
export function besideJournal(journalFile: string, origin: string, account: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify([origin, account]))
    .digest('hex')
    .slice(0, 12);
  return `${journalFile}.${key}`;
}

/**
 * The lock, or who holds it; that name is missing or the last holder's for the instant between a lock and its note. Throws
 * JournalError where the lock file cannot be made or used, which says nothing of another run.
 */
export function lockAccount(
  journalFile: string,
  origin: string,
  account: string,
  self: Holder,
): Result<AccountLock, Holder | undefined> {
  const lockFile = lockFileOf(besideJournal(journalFile, origin, account));
  const noteFile = `${lockFile}.json`;
  let database: DatabaseSync | undefined;
  try {
    makePrivate(lockFile);
    database = new DatabaseSync(lockFile, { timeout: PATIENCE_MS });
    database.exec('begin exclusive');
    writeFileSync(noteFile, JSON.stringify({ ...self, note: NOTE }), { mode: 0o600 });
    return ok({ release: releaseOf(database) });
  } catch (error) {
    database?.close();
    if (error instanceof JournalError) throw error;
    if (isBusy(error)) return err(readHolder(noteFile));
    const words = errorWords(error);
    throw new JournalError(
      `the lock ${lockFile} cannot be taken: ${words}`,
      'nothing is sent without the lock; fix the folder, or name another journal with --journal',
    );
  }
}

/**
 * Who holds the account at this moment; undefined where nobody does, or nobody is named. It makes no file, and reads for an
 * instant what whoever takes the lock waits much longer for.
 */
export function holderOf(journalFile: string, origin: string, account: string): Holder | undefined {
  const held = lockedBy(journalFile, origin, account);
  return held.ok ? undefined : held.error;
}

/** The same as taking the lock has it; err: who holds it, if that is named. */
export function lockedBy(journalFile: string, origin: string, account: string): Result<void, Holder | undefined> {
  const lockFile = lockFileOf(besideJournal(journalFile, origin, account));
  if (!existsSync(lockFile)) return ok(undefined);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile, { readOnly: true, timeout: 0 });
    database.prepare('select count(*) from sqlite_schema').get();
    return ok(undefined);
  } catch (error) {
    return isBusy(error) ? err(readHolder(`${lockFile}.json`)) : ok(undefined);
  } finally {
    database?.close();
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === BUSY;

const releaseOf = (database: DatabaseSync) => (): void => {
  if (!database.isOpen) return;
  database.exec('rollback');
  database.close();
};

/** What the note says, where it is a note: whoever edits it can only take the name away. */
function readHolder(noteFile: string): Holder | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(noteFile, 'utf8'));
    if (!isHolder(note)) return undefined;
    const { pid, user, host, since, isWatch } = note;
    return { pid, user, host, since, ...(isWatch === true && { isWatch }) };
  } catch {
    return undefined;
  }
}

function isHolder(note: unknown): note is Holder {
  if (typeof note !== 'object' || note === null) return false;
  const { pid, user, host, since } = note as Readonly<Record<keyof Holder, unknown>>;
  return Number.isSafeInteger(pid) && [user, host, since].every((one) => typeof one === 'string');
}
