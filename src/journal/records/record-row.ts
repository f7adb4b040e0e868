/** A row of the table of records, as a record. */
import { RecordError } from './chain.ts';
import type { LogRecord, RecordKind } from './record-log.ts';

export type RecordRow = Readonly<Record<string, null | number | bigint | string | Uint8Array>>;

/** Throws RecordError where the row is not a record. */
export function recordOf(row: RecordRow): LogRecord {
  const text = String(row['said']);
  let parsed: object | undefined;
  const number = (name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined);
  const [account, plan, about, ip, uid] = ['account', 'plan', 'about', 'ip', 'uid'].map(number);
  if ((ip === undefined) !== (uid === undefined))
    throw new RecordError(`record ${String(row['id'])} has half a weight`);
  return {
    id: Number(row['id']),
    kind: row['kind'] as RecordKind,
    ...(account !== undefined && { account }),
    ...(plan !== undefined && { plan }),
    ...(about !== undefined && { about }),
    ...(ip !== undefined && uid !== undefined && { weight: { ip, uid } }),
    atMs: Number(row['at_ms']),
    uptimeMs: number('uptime_ms') ?? null,
    text,
    said: () => (parsed ??= JSON.parse(text) as object),
  };
}
