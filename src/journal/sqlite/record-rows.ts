/** The rows of the table of records, read one by one. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RecordRow } from '../records/record-row.ts';

/** A statement that gives records in their order; `which` says which ones. */
export function recordRows(database: DatabaseSync, which = ''): StatementSync {
  const statement = database.prepare(
    `select id, kind, account, plan, about, ip, uid, at_ms, uptime_ms, said, lower(hex(before)), lower(hex(sum))
       from record ${which} order by id`,
  );
  statement.setReturnArrays(true);
  return statement;
}

/** What such a statement gives: Node’s types know no rows that are lists. */
export const rowsOf = (rows: Iterable<unknown>): Iterable<RecordRow> => rows as Iterable<RecordRow>;
