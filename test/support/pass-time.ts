import { DatabaseSync } from 'node:sqlite';
import { bytesOf, CHAIN_START, chainSum } from '../../src/journal/records/chain.ts';
import type { RecordKind } from '../../src/journal/records/record-log.ts';

/**
 * Makes every record of a journal older, as if so much time had passed. The
 * chain is made anew, as no program may change a record.
 */
export function passTime(journal: string, ms: number): void {
  const database = new DatabaseSync(journal, { enableForeignKeyConstraints: false });
  const trigger = 'record_as_written';
  const text = String(database.prepare('select sql from sqlite_schema where name = ?').get(trigger)?.['sql']);
  database.exec(`drop trigger ${trigger}`);
  database.exec(`update record set at_ms = at_ms - ${ms}, uptime_ms = uptime_ms - ${ms}`);
  const write = database.prepare('update record set before = ?, sum = ? where id = ?');
  let before = CHAIN_START;
  for (const row of database.prepare('select * from record order by id').all()) {
    const number = (name: string): number | undefined => (row[name] === null ? undefined : Number(row[name]));
    const [account, plan, about, ip, uid] = ['account', 'plan', 'about', 'ip', 'uid'].map(number);
    const id = Number(row['id']);
    const sum = chainSum(before, {
      id,
      kind: row['kind'] as RecordKind,
      atMs: Number(row['at_ms']),
      uptimeMs: number('uptime_ms') ?? null,
      text: String(row['said']),
      said: () => ({}),
      ...(account !== undefined && { account }),
      ...(plan !== undefined && { plan }),
      ...(about !== undefined && { about }),
      ...(ip !== undefined && uid !== undefined && { weight: { ip, uid } }),
    });
    write.run(bytesOf(before), bytesOf(sum), id);
    before = sum;
  }
  database.exec(text);
  database.close();
}
