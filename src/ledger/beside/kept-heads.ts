/**
 * What servers acknowledged to this machine, in a small database in the user's state folder: many runs keep their heads in it at once,
 * and none of them lowers what another has kept. A record of it is there once the call returns, though its process is killed then.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorWords } from '../../model/result.ts';
import { JournalError } from '../journal-error.ts';
import type { KeptHeads, Witness, Witnessed } from '../postgres/witness.ts';
import { makeFolderOf } from './journal-folder.ts';
import { makePrivate } from './private-file.ts';

/** A journal of this user waits for others that write theirs. */
const PATIENCE_MS = 2000;

const TABLE = `create table if not exists head (
  journal text primary key, record integer not null, sum text not null, accepted_ms real not null
) strict`;

/** The same history only grows. A person who took a server as it is has begun another. */
const KEEP = `insert into head values (?, ?, ?, ?) on conflict (journal) do update
  set record = excluded.record, sum = excluded.sum, accepted_ms = excluded.accepted_ms
  where excluded.accepted_ms > accepted_ms or (excluded.accepted_ms = accepted_ms and excluded.record > record)`;

/** In a user's state folder. */
export function witnessIn(stateFolder: string | undefined): Witness {
  const file = stateFolder === undefined ? undefined : join(stateFolder, 'ordo', 'servers.db');
  return {
    read: (journals) =>
      file === undefined || !existsSync(file) ? [] : opened(file, (heads) => headsOf(heads, journals)),
    open: () => {
      if (file !== undefined) return keptIn(file);
      throw new JournalError(
        'there is no folder for what a server acknowledges, nor for what it cannot take',
        'set XDG_STATE_HOME to an absolute path',
      );
    },
  };
}

function keptIn(file: string): KeptHeads {
  const database = opened(
    file,
    (heads) => {
      // It takes the lock of a writer, and so finds a disk that takes none.
      heads.exec('begin immediate; update head set record = record where false; commit');
      return heads;
    },
    'stays open',
  );
  const keep = database.prepare(KEEP);
  return {
    keep: (journals, { head: { record, sum }, acceptedMs }) => {
      try {
        for (const journal of journals) keep.run(journal, record, sum, acceptedMs);
      } catch {
        // The disk was full since, or others held the file for long: it is a witness more, and the record is durable without it.
      }
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function headsOf(database: DatabaseSync, journals: readonly string[]): readonly Witnessed[] {
  const one = database.prepare('select record, sum, accepted_ms from head where journal = ?');
  return journals.flatMap((journal) => {
    const row = one.get(journal);
    if (row === undefined) return [];
    const head = { record: Number(row['record']), sum: String(row['sum']) };
    return [{ head, acceptedMs: Number(row['accepted_ms']) }];
  });
}

/** What `act` gives. Throws JournalError where the file can be neither made nor used: nobody knows then what was acknowledged. */
function opened<T>(file: string, act: (database: DatabaseSync) => T, how?: 'stays open'): T {
  let database: DatabaseSync | undefined;
  let isKept = false;
  try {
    makeFolderOf(file);
    makePrivate(file);
    database = new DatabaseSync(file, { timeout: PATIENCE_MS });
    database.exec(`pragma journal_mode = wal; pragma synchronous = normal; ${TABLE}`);
    const value = act(database);
    isKept = how !== undefined;
    return value;
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(
      `${file} cannot be used: ${errorWords(error)}`,
      'it keeps what servers acknowledged to this machine, and beside it goes what they cannot take: mend it or its folder, or set XDG_STATE_HOME to another folder',
    );
  } finally {
    if (!isKept) database?.close();
  }
}
