import { DatabaseSync } from 'node:sqlite';

/**
 * Lets the requests of a journal be so much older, as if that time had passed: by both clocks. The file refuses changes, so
 * the trigger that keeps its requests as they were written is taken out for a moment, and put back as it was.
 */
export function passTime(journal: string, ms: number): void {
  const database = new DatabaseSync(journal);
  try {
    const sql = (name: string): string =>
      String(database.prepare('select sql from sqlite_schema where name = ?').get(name)?.['sql']);
    const trigger = 'attempt_as_written';
    const text = sql(trigger);
    database.exec(`drop trigger ${trigger}`);
    database.exec(`update attempt set intent_at_ms = intent_at_ms - ${ms}, uptime_ms = uptime_ms - ${ms}`);
    database.exec(text);
  } finally {
    database.close();
  }
}
