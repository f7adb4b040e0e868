/** What is wrong with the files of a journal, found without trusting them. */
import { readFileSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { damaged } from '../records/journal-error.ts';
import { isThere } from '../files/journal-path.ts';
import { isLogDamaged } from './log-end.ts';
import { TABLES, TABLES_BEFORE } from './tables.ts';

export const CUT = 'it ends within a page';

/** Where the end of a page is gone, SQLite reads zeros, which may be what stood there. */
export function isCut(database: DatabaseSync, file: string): boolean {
  const pageSize = Number(database.prepare('pragma page_size').get()?.['page_size']);
  return file !== MEMORY && statOf(file).size % pageSize !== 0;
}

/** How the tables, or SQLite's trees of them, are not as they were made; undefined where they are. */
export function treeFault(database: DatabaseSync): string | undefined {
  const fault = tablesFault(database);
  if (fault !== undefined) return fault;
  const words = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
  return words === 'ok' ? undefined : String(words);
}

export function tablesFault(database: DatabaseSync): string | undefined {
  const tables = TABLES_BEFORE.get(versionOf(database)) ?? TABLES;
  const made = database.prepare('select sql from sqlite_schema where sql is not null').all();
  // SQLite keeps what follows `create table` and its like as it was written.
  const isOurs = made.every(({ sql }) => tables.includes(String(sql).replace(/^CREATE (?:UNIQUE )?[A-Z]+ /, '')));
  return isOurs && made.length === tables.match(/^create /gm)?.length
    ? undefined
    : 'its tables are not as they were made';
}

/** Before SQLite reads the log, for it forgets what stands behind damage. */
export function checkLog(file: string): void {
  const fault = logFault(file);
  if (fault !== undefined) throw damaged(file, fault);
}

export function logFault(file: string): string | undefined {
  const log = `${file}-wal`;
  const bytes = isThere(log) ? bytesOf(log) : undefined;
  return bytes !== undefined && isLogDamaged(bytes) ? `${log} breaks off before its end` : undefined;
}

/** Undefined where it is gone: whoever closes a journal last takes its log into it. */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** SQLite's name for a database without a file. */
export const MEMORY = ':memory:';

export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()?.['user_version']);

export function statOf(path: string): { inode: number; device: number; size: number } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { inode: stat?.ino ?? 0, device: stat?.dev ?? 0, size: stat?.size ?? 0 };
}
