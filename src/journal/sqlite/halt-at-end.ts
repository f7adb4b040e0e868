/**
 * A halt that is written before the whole journal is looked at: the emergency brake does not wait for the check of all that was ever
 * sent. It goes by what the store proves as it appends: the tables are as they were made, and the newest records follow one another.
 */
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf, ChainEnd, chainSum, RecordError } from '../records/chain.ts';
import { HALT_KINDS } from '../records/halt.ts';
import { guarded } from '../records/journal-error.ts';
import type { LogRecord, NewRecord } from '../records/record-log.ts';
import { recordOf } from '../records/record-row.ts';
import type { AccountName } from '../records/scope.ts';
import { openAtEnd } from './journal-file.ts';
import { recordRows, rowsOf } from './record-rows.ts';

/** Whether it is durable; else the journal has to be read first: it is new, does not know the account, or has it as halted. */
export function haltAtEnd(file: string, account: AccountName, halt: NewRecord): boolean {
  const database = openAtEnd(file);
  if (database === undefined) return false;
  try {
    return guarded(file, () => {
      database.exec('begin immediate');
      const id = accountIn(database, account);
      if (id === undefined || isHalted(database, id)) return false;
      append(database, { ...halt, account: id });
      database.exec('commit');
      return true;
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

function isHalted(database: DatabaseSync, account: number): boolean {
  const kinds = HALT_KINDS.map((kind) => `'${kind}'`).join(',');
  const newest = `select kind from record where account = ? and kind in (${kinds}) order by id desc limit 1`;
  return database.prepare(newest).get(account)?.['kind'] === 'halt';
}

/** Behind the last record, which has to follow the one before it. */
function append(database: DatabaseSync, fields: NewRecord): void {
  const [before, last] = [...rowsOf(recordRows(database, 'where id > (select max(id) - 2 from record)').iterate())];
  if (before === undefined || last === undefined) throw new RecordError('its last record stands alone');
  const end = new ChainEnd();
  [end.id, end.sum] = [Number(before[0]), String(before[11])];
  const record: LogRecord = { ...fields, id: end.id + 2, said: () => fields.said };
  const follows = end.follow(recordOf(last), { before: last[10], sum: last[11] });
  const { kind, account = null, atMs, uptimeMs, text } = record;
  database
    .prepare('insert into record values (?,?,?,null,null,null,null,?,?,?,?,?)')
    .run(record.id, kind, account, atMs, uptimeMs, text, bytesOf(follows), bytesOf(chainSum(follows, record)));
}
