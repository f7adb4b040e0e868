/** The journal's file: opened for a run, or only read; refused where it is not ours, of another version, or damaged. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { damaged, JournalError, journalError } from '../records/journal-error.ts';
import { checkOnlyName, isThere } from '../files/journal-path.ts';
import { makePrivate } from '../files/private-file.ts';
import { checkNotSealed, raising, sealIn } from './seal.ts';
import { APPLICATION_ID, JOURNAL_VERSION, RAISED, TABLES, TABLES_BEFORE } from './tables.ts';
import { CUT, checkLog, isCut, tablesFault, treeFault, MEMORY, statOf, versionOf } from './file-faults.ts';

/**
 * How long the opening of a journal waits for others. Where many runs begin at once each makes, or brings up, what the others wait for,
 * and syncs it several times: on a slow disk that takes seconds, and who waits longest is not the next.
 */
const OPENING_MS = 15_000;

/** How long one that is open waits: nothing else of its run goes on meanwhile. */
const OPEN_MS = 2_000;

const opening = (file: string): DatabaseSync =>
  new DatabaseSync(file, { timeout: OPENING_MS, enableForeignKeyConstraints: true });

function opened(database: DatabaseSync): DatabaseSync {
  database.exec(`pragma busy_timeout = ${OPEN_MS}`);
  return database;
}

/** For a run: made where there is none. WAL and synchronous=FULL, so a commit is on disk when it returns. */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    // Asked first: where the mark is, the tables were there before it.
    const wasMade = mustBeThere(file);
    if (wasMade && !isThere(file)) throw journalGone(file);
    if (file !== MEMORY) makePrivate(file);
    checkOnlyName(file);
    checkLog(file);
    database = opening(file);
    const isNew = hasNoTables(database);
    if (isNew && wasMade) throw journalGone(file);
    // A file that is not ours is refused before anything in it is changed: WAL mode would stay in it.
    if (!isNew) checkSound(database, file);
    enterWal(database);
    if (isNew) createTables(database);
    raiseVersion(database);
    checkOurs(database, file);
    if (!wasMade) markMade(file);
    return opened(database);
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

/** For a record behind the last one, before all of it is checked; undefined where a run would have to make it, or to bring it up. */
export function openAtEnd(file: string): DatabaseSync | undefined {
  if (file === MEMORY || !isThere(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    makePrivate(file);
    checkOnlyName(file);
    checkLog(file);
    database = opening(file);
    const isMade = !hasNoTables(database);
    if (isMade) checkOurs(database, file);
    if (!isMade || versionOf(database) !== JOURNAL_VERSION) {
      database.close();
      return undefined;
    }
    const fault = isCut(database, file) ? CUT : tablesFault(database);
    if (fault !== undefined) throw damaged(file, fault);
    enterWal(database);
    return opened(database);
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

/** For a copy to a server, which opens a sealed file too. Throws JournalError where there is no journal. */
export function openToMove(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (!isThere(file))
      throw mustBeThere(file)
        ? journalGone(file)
        : new JournalError(`there is no journal ${file}`, 'name another file', 'journal/none');
    makePrivate(file);
    checkOnlyName(file);
    checkLog(file);
    database = opening(file);
    if (hasNoTables(database)) throw journalGone(file);
    if (sealIn(database, file) === undefined) checkSound(database, file);
    enterWal(database);
    raiseVersion(database);
    return opened(database);
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

/** SQLite does not wait for the lock that the first change to WAL takes, whatever its timeout; others may be making the same one. */
function enterWal(database: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const beganMs = performance.now();
  for (;;) {
    try {
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = 1; pragma checkpoint_fullfsync = 1;',
      );
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - beganMs >= OPENING_MS) throw error;
      Atomics.wait(pause, 0, 0, TRY_MS);
    }
  }
}

const TRY_MS = 20;

/** SQLITE_BUSY; the rest of a code says of what. */
const BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 255) === BUSY;

const hasNoTables = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** Another account's run may have made them since we looked. */
function createTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  if (hasNoTables(database)) database.exec(TABLES);
  database.exec('commit');
}

/** Adds what a version before lacks. Another run may have done it since we looked. */
function raiseVersion(database: DatabaseSync): void {
  if (!TABLES_BEFORE.has(versionOf(database))) return;
  raising(database, () => {
    if (TABLES_BEFORE.has(versionOf(database))) database.exec(RAISED);
  });
}

/** Throws JournalError where it is not a journal, or of a version that is not read. */
export function checkOurs(database: DatabaseSync, file: string): void {
  const version = versionOf(database);
  const application = Number(database.prepare('pragma application_id').get()?.['application_id']);
  if (application !== APPLICATION_ID) {
    throw new JournalError(
      `${file} is a database, but not a journal of ordo`,
      'name another file with --journal',
      'journal/not-a-journal',
    );
  }
  checkNotSealed(database, file);
  if (version !== JOURNAL_VERSION && !TABLES_BEFORE.has(version)) {
    throw new JournalError(
      `${file} is a journal of version ${version}; this ordo writes version ${JOURNAL_VERSION}`,
      'use the ordo that wrote it',
      'journal/other-version',
    );
  }
}

/** Checks that the version can be read, and that trees and indexes are as SQLite left them; the chain judges what the records say. */
function checkSound(database: DatabaseSync, file: string, hasTrees = true): void {
  checkOurs(database, file);
  const fault = isCut(database, file) ? CUT : hasTrees ? treeFault(database) : tablesFault(database);
  if (fault !== undefined) throw damaged(file, fault);
}

/** Lies beside a journal from the moment it is made: a journal that is lost must not look like one that never was. */
const markOf = (file: string): string => `${file}.made`;

/** Why a file that is not there, or holds nothing, is one that is lost; undefined where none was made. */
export const lostWords = (file: string): string | undefined =>
  mustBeThere(file) ? `is gone, or emptied: ${markOf(file)} says that there was one` : undefined;

const mustBeThere = (file: string): boolean => file !== MEMORY && isThere(markOf(file));

function markMade(file: string): void {
  if (file === MEMORY) return;
  const handle = openSync(markOf(file), 'a', 0o600);
  fsyncSync(handle);
  closeSync(handle);
}

const journalGone = (file: string): JournalError =>
  new JournalError(
    `the journal ${file} ${lostWords(file) ?? 'is gone'}`,
    `restore it. Without it ordo cannot know what was sent: delete ${markOf(file)} only if none of its orders may be sent again`,
    'journal/gone',
  );

/**
 * Throws JournalError from when the journal's files or its lock are no longer those that are open, or shorter than they were:
 * SQLite would go on writing into a file that was deleted, and nobody would ever read it; and beside a lock that was
 * deleted another run may have begun.
 */
export function watchFiles(file: string, lockFiles: readonly string[] = []): () => void {
  if (file === MEMORY) return () => {};
  const paths = [file, `${file}-wal`, `${file}-shm`, ...lockFiles];
  const open = paths.map((path) => ({ path, was: statOf(path) }));
  return () => {
    for (const { path, was } of open) {
      const now = statOf(path);
      if (now.inode !== was.inode || now.device !== was.device || now.size < was.size) {
        throw new JournalError(
          `the journal’s file ${path} was removed, replaced or cut while it was in use`,
          'nothing more is sent; bring the file back as it was',
          'journal/gone',
        );
      }
      was.size = now.size;
    }
  };
}

/** Without a `-wal` file nobody has the journal open, and a reader that says so need not make one (nor may, in a folder it cannot write). */
export function openToRead(file: string): DatabaseSync {
  checkOnlyName(file);
  if (isThere(`${file}-wal`)) {
    checkLog(file);
    return new DatabaseSync(file, { readOnly: true, timeout: OPENING_MS });
  }
  return new DatabaseSync(`file:${encodeURI(file).replaceAll('?', '%3f').replaceAll('#', '%23')}?immutable=1`, {
    readOnly: true,
  });
}

/**
 * What `read` does with the journal, without making, changing or locking anything; nothing where there is none yet. Its trees are checked
 * before that; with `isEnough` after it, and only where that says that there is more to know.
 */
export function readDatabase(file: string, read: (database: DatabaseSync) => void, isEnough?: () => boolean): void {
  const wasMade = mustBeThere(file);
  if (!isThere(file)) return checkNeverMade(file, wasMade);
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(file);
    if (hasNoTables(database)) return checkNeverMade(file, wasMade);
    checkSound(database, file, isEnough === undefined);
    read(database);
    if (isEnough?.() === false) checkSound(database, file);
  } catch (error) {
    throw journalError(error, file);
  } finally {
    database?.close();
  }
}

function checkNeverMade(file: string, wasMade: boolean): void {
  if (wasMade) throw journalGone(file);
}
