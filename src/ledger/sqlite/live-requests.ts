import type { DatabaseSync } from 'node:sqlite';
import { REQUEST_DEAD_AFTER_MS } from '../../model/call.ts';
import type { LiveRequest } from '../../ports.ts';
import { passedSince, type Moment } from '../moment.ts';

/**
 * Those of these orders whose last request may still be taken. How long ago it was signed goes by both clocks, whichever
 * says less: a wall clock that was put forward kills no request.
 */
export function readLiveRequests(
  database: DatabaseSync,
  account: number,
  clientOids: readonly string[],
  now: Moment,
): readonly LiveRequest[] {
  const last = database.prepare(
    `select attempt.intent_at_ms, attempt.signed_at_ms, attempt.uptime_ms from step join attempt on attempt.id = step.attempt
     where step.account = ? and step.client_oid = ? and step.step = 'intent' order by step.id desc limit 1`,
  );
  return clientOids.flatMap((clientOid) => {
    const row = last.get(account, clientOid);
    if (row === undefined) return [];
    const intentAtMs = Number(row['intent_at_ms']);
    const deadInMs = REQUEST_DEAD_AFTER_MS - passedSince(intentAtMs, row['uptime_ms'] as number | null, now);
    return deadInMs <= 0 ? [] : [{ clientOid, signedAtMs: Number(row['signed_at_ms'] ?? intentAtMs), deadInMs }];
  });
}
