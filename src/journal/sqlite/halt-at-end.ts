/**
 * A halt that is written before the whole journal is looked at: the emergency brake does not wait for the check of all that was ever
 * sent. It goes by what the store proves as it appends: the tables are as they were made, and the newest records follow one another.
 */
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf, ChainEnd, chainSum, RecordError } from '../records/chain.ts';
import { HALT_KINDS, type Halt } from '../records/halt.ts';
import { haltOf } from '../records/halt-of.ts';
import { guarded } from '../records/journal-error.ts';
import type { HaltAtEnd, LogRecord, NewRecord, OnRecord } from '../records/record-log.ts';
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
      const before = haltIn(database, id);
      if (before !== undefined) return { before };
      append(database, { ...halt, account: id });
      database.exec('commit');
      return {};
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

/** The halt that is in force, if one is. What follows it has to be as it was written. */
function haltIn(database: DatabaseSync, account: number): Halt | undefined {
  const kinds = HALT_KINDS.map((kind) => `'${kind}'`).join(',');
  const newest = `select id, kind from record where account = ? and kind in (${kinds}) order by id desc limit 1`;
  const row = database.prepare(newest).get(account);
  if (row?.['kind'] !== 'halt') return undefined;
  let halt: Halt | undefined;
  endFrom(database, Number(row['id']) - 1, (record) => (halt ??= haltOf(record)));
  return halt;
}

/** The end of the chain. Each record behind this one, of which `take` is told, has to follow the one before it. */
function endFrom(database: DatabaseSync, from: number, take: OnRecord = () => {}): ChainEnd {
  let end: ChainEnd | undefined;
  for (const row of rowsOf(recordRows(database, 'where id >= ?').iterate(from))) {
    if (end === undefined) {
      end = ChainEnd.behind(Number(row[0]), String(row[11]));
      continue;
    }
    const record = recordOf(row);
    end.follow(record, { before: row[10], sum: row[11] });
    take(record);
  }
  if (end === undefined || end.id === from) throw new RecordError('its last record stands alone');
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
