/**
 * A halt that is written before the whole journal is looked at: the emergency brake does not wait for the check of all that was ever
 * sent. It goes by what the store proves as it appends: the tables are as they were made, and the newest records follow one another.
 */
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf, ChainEnd, chainSum, RecordError } from '../records/chain.ts';
import { HALT_KINDS } from '../records/halt.ts';
import { guarded } from '../records/journal-error.ts';
import type { HaltAtEnd, LogRecord, NewRecord } from '../records/record-log.ts';
import { recordOf } from '../records/record-row.ts';
import type { AccountName } from '../records/scope.ts';
import { openAtEnd } from './journal-file.ts';
import { recordRows, rowsOf } from './record-rows.ts';

/** Undefined where the journal has to be read first: it is new, or does not know the account. */
export function haltAtEnd(file: string, account: AccountName, halt: NewRecord): HaltAtEnd | undefined {
  const database = openAtEnd(file);
  if (database === undefined) return undefined;
  try {
    return guarded(file, () => {
      database.exec('begin immediate');
      const id = accountIn(database, account);
      if (id === undefined) return undefined;
      const halted = haltOf(database, id);
      if (halted !== undefined) {
        endFrom(database, halted - 1);
        return 'stood';
      }
      append(database, { ...halt, account: id });
      database.exec('commit');
      return 'written';
    });
  } finally {
    // What was not committed is gone with it.
    database.close();
  }
}

function accountIn(database: DatabaseSync, { origin, name }: AccountName): number | undefined {
  const rows = database.prepare(
    `select id from record where kind = 'account' and json_extract(said, '$.origin') = ? and json_extract(said, '$.name') = ?`,
  );
  const id = rows.get(origin, name)?.['id'];
  return typeof id === 'number' ? id : undefined;
}

/** The record of the halt that is in force. */
function haltOf(database: DatabaseSync, account: number): number | undefined {
  const kinds = HALT_KINDS.map((kind) => `'${kind}'`).join(',');
  const newest = `select id, kind from record where account = ? and kind in (${kinds}) order by id desc limit 1`;
  const row = database.prepare(newest).get(account);
  return row?.['kind'] === 'halt' ? Number(row['id']) : undefined;
}

/** The end of the chain. Each record behind this one has to follow the one before it. */
function endFrom(database: DatabaseSync, from: number): ChainEnd {
  const [first, ...rows] = [...rowsOf(recordRows(database, 'where id >= ?').iterate(from))];
  if (first === undefined || rows.length === 0) throw new RecordError('its last record stands alone');
  const end = new ChainEnd();
  [end.id, end.sum] = [Number(first[0]), String(first[11])];
  for (const row of rows) end.follow(recordOf(row), { before: row[10], sum: row[11] });
  return end;
}

/** Behind the last record, which has to follow the one before it. */
function append(database: DatabaseSync, fields: NewRecord): void {
  const newest = Number(database.prepare('select max(id) as id from record').get()?.['id']);
  const { id, sum: follows } = endFrom(database, newest - 1);
  const record: LogRecord = { ...fields, id: id + 1, said: () => fields.said };
  const { kind, account = null, atMs, uptimeMs, text } = record;
  database
    .prepare('insert into record values (?,?,?,null,null,null,null,?,?,?,?,?)')
    .run(record.id, kind, account, atMs, uptimeMs, text, bytesOf(follows), bytesOf(chainSum(follows, record)));
}
