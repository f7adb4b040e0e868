/** The journal's file: opened for a run, or only read; refused where it is not ours, of another version, or damaged. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { JournalError } from './journal-error.ts';
import { TransitionError } from './journal-state.ts';
import { APPLICATION_ID, JOURNAL_VERSION, TABLES } from './tables.ts';

/** For a run: made where there is none. WAL and synchronous=FULL, so a commit is on disk when it returns. */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 2000, enableForeignKeyConstraints: true });
    const isNew = hasNoTables(database);
    // A file that is not ours is refused before anything in it is changed: WAL mode would stay in it.
    if (!isNew) checkVersion(database, file);
    database.exec('pragma journal_mode = wal; pragma synchronous = full;');
    if (isNew) createTables(database);
    checkVersion(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw journalError(error, file);
  }
}

export const hasNoTables = (database: DatabaseSync): boolean =>
  database.prepare('select 1 from sqlite_schema limit 1').get() === undefined;

/** Another account's run may have made them since we looked. */
function createTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  if (hasNoTables(database)) database.exec(TABLES);
  database.exec('commit');
}

export function checkVersion(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  const application = Number(database.prepare('pragma application_id').get()?.['application_id']);
  if (application !== APPLICATION_ID) {
    throw new JournalError(`${file} is a database, but not a journal of ordo`, 'name another file with --journal');
  }
  if (version !== JOURNAL_VERSION) {
    throw new JournalError(
      `${file} is a journal of version ${version}; this ordo writes version ${JOURNAL_VERSION}`,
      'use the ordo that wrote it',
    );
  }
}

/** Any failure as one that a person can act on. */
export function journalError(error: unknown, file: string): JournalError {
  if (error instanceof JournalError) return error;
  if (error instanceof TransitionError) {
    return new JournalError(
      `the journal ${file} contradicts itself: ${error.message}`,
      'nothing is sent on such a journal; keep the file and look into it',
    );
  }
  const words = error instanceof Error ? error.message : String(error);
  return new JournalError(
    `the journal ${file} cannot be used: ${words}`,
    'nothing is sent without a journal; mend the file or its folder, or name another with --journal',
  );
}

/** Without a `-wal` file nobody has the journal open, and a reader that says so need not make one (nor may, in a folder it cannot write). */
export function openToRead(file: string): DatabaseSync {
  if (existsSync(`${file}-wal`)) return new DatabaseSync(file, { readOnly: true, timeout: 2000 });
  return new DatabaseSync(`file:${encodeURI(file).replaceAll('?', '%3f').replaceAll('#', '%23')}?immutable=1`, {
    readOnly: true,
  });
}
