import type { DatabaseSync } from 'node:sqlite';
import type { RecentSpend } from '../ports.ts';

/** Some systems tell their uptime in hundredths of a second: a difference may be too long by one. */
const UPTIME_GRAIN_MS = 10;

/** More calls than any window holds. */
const MOST_RECENT = 20_000;

/** No call is awaited longer; an intent older than this and a window cannot count at the server any more. */
const LONGEST_CALL_MS = 10 * 60_000;

/** Both clocks of one moment; the uptime where it is known. */
export interface Moment {
  readonly wallMs: number;
  readonly uptimeMs: number | null;
}

/**
 * What may still count at the exchange, the oldest first: IP weight of every account at the origin, UID weight of this one.
 * A call without an answer counts as if answered now, until it cannot have been awaited any longer.
 */
export function readRecentSpend(
  database: DatabaseSync,
  account: { readonly id: number; readonly origin: string },
  now: Moment,
  longestMs: number,
): readonly RecentSpend[] {
  return database
    .prepare(
      `select ip_weight, iif(a.account = ?, uid_weight, 0) as uid_weight, e.attempt is not null as answered,
         coalesce(e.at_ms, a.intent_at_ms) as at_ms, coalesce(e.uptime_ms, a.uptime_ms) as uptime_ms
       from attempt a join account on account.id = a.account left join attempt_end e on e.attempt = a.id
       where origin = ? and coalesce(e.how, '') <> 'not-sent' order by a.id desc limit ?`,
    )
    .all(account.id, account.origin, MOST_RECENT)
    .flatMap((row) => {
      const passedMs = passedSince(row, now);
      if (passedMs >= (row['answered'] === 1 ? longestMs : longestMs + LONGEST_CALL_MS)) return [];
      const weight = { ip: Number(row['ip_weight']), uid: Number(row['uid_weight']) };
      return [{ weight, ageMs: row['answered'] === 1 ? passedMs : 0 }];
    })
    .toSorted((a, b) => b.ageMs - a.ageMs);
}

/**
 * At least so long ago. The wall clock may have been put forward since, and then says too much; the time since the
 * machine started never does: in the same uptime it is exact, and after a restart the whole uptime has passed.
 */
function passedSince(row: Readonly<Record<string, unknown>>, now: Moment): number {
  const wallMs = Math.max(0, now.wallMs - Number(row['at_ms']));
  if (now.uptimeMs === null || row['uptime_ms'] === null) return wallMs;
  const thenMs = Number(row['uptime_ms']);
  const passedMs = now.uptimeMs >= thenMs ? now.uptimeMs - thenMs : now.uptimeMs;
  return Math.max(0, Math.min(wallMs, passedMs - UPTIME_GRAIN_MS));
}
