/** A row of the table of records, as a record. */
import { RecordError } from './chain.ts';
import type { LogRecord, RecordKind } from './record-log.ts';

/** In the order of the table; the sums in hex, and numbers as such. A list, as a start reads very many. */
export type RecordRow = readonly [
  id: unknown,
  kind: unknown,
  account: unknown,
  plan: unknown,
  about: unknown,
  ip: unknown,
  uid: unknown,
  atMs: unknown,
  uptimeMs: unknown,
  said: unknown,
  before: unknown,
  sum: unknown,
];

/** Throws RecordError where the row is not a record. */
export function recordOf(row: RecordRow): LogRecord {
  const [id, kind, account, plan, about, ip, uid, atMs, uptimeMs, said] = row;
  const text = String(said);
  let parsed: object | undefined;
  return {
    id: Number(id),
    kind: kind as RecordKind,
    account: numberOf(account),
    plan: numberOf(plan),
    about: numberOf(about),
    weight: weightOf(row, numberOf(ip), numberOf(uid)),
    atMs: Number(atMs),
    uptimeMs: numberOf(uptimeMs) ?? null,
    text,
    said: () => (parsed ??= JSON.parse(text) as object),
  };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function weightOf([id]: RecordRow, ip: number | undefined, uid: number | undefined): LogRecord['weight'] {
  if ((ip === undefined) !== (uid === undefined)) throw new RecordError(`record ${String(id)} has half a weight`);
  return ip === undefined || uid === undefined ? undefined : { ip, uid };
}
