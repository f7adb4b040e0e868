/** The halt that a record says, or its end. */
import type { Halt } from './halt.ts';
import type { LogRecord } from './record-log.ts';
import { saidOf } from './record-schema.ts';

export function haltOf(record: LogRecord): Halt {
  const { user, host, why } = saidOf('halt', record);
  return { user, host, atMs: record.atMs, why };
}
