/**
 * The seal of a file whose records go to a server. It stands in the file itself, in one commit: a version that no ordo opens, a
 * table that says where the records go, and a trigger that stops whoever has the file open already.
 */
import type { DatabaseSync } from 'node:sqlite';
import { JournalError } from '../records/journal-error.ts';
import { MovedError, type Seal } from '../records/moved.ts';
import { RAISED } from './tables.ts';

/** In place of the journal's version. An ordo that knows no seals refuses the file as one of another version. */
const SEALED_VERSION = 1_000_000;

const SEAL = `
create table moved (
  to_name text not null,
  record  integer not null,
  sum     text not null,
  is_done integer not null
) strict;
create trigger record_is_moved before insert on record
begin select raise(abort, 'the journal was moved: its file is sealed'); end;
pragma user_version = ${SEALED_VERSION};
`;

const UNSEAL = `
drop trigger record_is_moved;
drop table moved;
${RAISED}`;

/** Undefined where the file is not sealed. */
export function sealIn(database: DatabaseSync, file: string): Seal | undefined {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  if (version !== SEALED_VERSION) return undefined;
  const row = database.prepare('select * from moved').get();
  if (row === undefined)
    throw new JournalError(
      `the journal ${file} is sealed, and does not say where its records are`,
      'bring back the file as it was; nothing is sent without its records',
      'journal/damaged',
    );
  return {
    to: String(row['to_name']),
    head: { record: Number(row['record']), sum: String(row['sum']) },
    isDone: row['is_done'] === 1,
  };
}

/** Throws MovedError where the file is sealed. */
export function checkNotSealed(database: DatabaseSync, file: string): void {
  const seal = sealIn(database, file);
  if (seal !== undefined) throw new MovedError(file, seal);
}

/** Inside the transaction that looked at the records: none can come after the last that was seen. */
export function putSeal(database: DatabaseSync, { to, head }: Omit<Seal, 'isDone'>): void {
  database.exec(SEAL);
  database.prepare('insert into moved values (?, ?, ?, 0)').run(to, head.record, head.sum);
}

export const sealIsDone = (database: DatabaseSync): void => database.exec('update moved set is_done = 1');

/** The file is then as it was before, and of this version. */
export const takeSealOff = (database: DatabaseSync): void => raising(database, () => database.exec(UNSEAL));

/**
 * All or nothing, without what SQLite does for a table whose rows name each other: before it goes, each row would be looked for in all
 * others. The chain holds what they name.
 */
export function raising(database: DatabaseSync, work: () => void): void {
  database.exec('pragma foreign_keys = off');
  try {
    inTransaction(database, work);
  } finally {
    database.exec('pragma foreign_keys = on');
  }
}

/** All or nothing, and on disk when it returns. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const value = work();
    database.exec('commit');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
