/**
 * What was spent lately on this machine: IP weight of every account at the origin, UID weight and order calls of this one.
 * Read again within the commit that reserves the weight of a request, so that runs side by side never pass a window together.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { TIMESTAMP_TOLERANCE_MS, type Cost } from '../../model/call.ts';
import type { RecentSpend } from '../../ports.ts';
import { passedSince, type Moment } from '../moment.ts';
import type { Row } from './steps.ts';

/** More requests than any window holds. */
const MOST_RECENT = 20_000;

export class SpendReader {
  readonly #rows: StatementSync;
  readonly #newest: StatementSync;
  readonly #account: { readonly id: number; readonly origin: string };
  readonly #own = new Set<number>();
  #longestMs = 0;
  /** No request up to this one counts any more. */
  #over = 0;
  /** The newest request when the others' were read last, and whether one of theirs had no answer then. */
  #seen = -1;
  #isOpen = false;

  constructor(database: DatabaseSync, account: { readonly id: number; readonly origin: string }) {
    this.#account = account;
    this.#newest = database.prepare('select coalesce(max(id), 0) as id from attempt');
    this.#rows = database.prepare(
      `select a.id, a.kind, a.account, ip_weight, uid_weight, e.how, a.intent_at_ms, a.uptime_ms as intent_uptime_ms,
         e.at_ms, e.uptime_ms
       from attempt a join account on account.id = a.account left join attempt_end e on e.attempt = a.id
       where origin = ? and a.id > ? and coalesce(e.how, '') <> 'not-sent' order by a.id desc limit ?`,
    );
  }

  /** From here on only what is added is the reader's own: all before counts as others', for `longestMs`. */
  begin(longestMs: number): void {
    this.#longestMs = longestMs;
    this.#own.clear();
    this.#over = 0;
  }

  /** All that others spent and that may still count, the oldest first. */
  read(now: Moment): readonly RecentSpend[] {
    this.#seen = this.#newestId();
    const rows = this.#rows.all(this.#account.origin, this.#over, MOST_RECENT).filter((row) => !this.#isOwn(row));
    const counting = rows.flatMap((row) => {
      const ageMs = ageOf(row, now);
      return ageMs >= this.#longestMs ? [] : [{ row, ageMs }];
    });
    this.#isOpen = counting.some(({ row }) => row['how'] === null);
    const oldest = counting.at(-1)?.row['id'];
    this.#over = oldest === undefined ? this.#seen : Number(oldest) - 1;
    return counting.map(({ row, ageMs }) => this.#spendOf(row, ageMs)).toSorted((a, b) => b.ageMs - a.ageMs);
  }

  /** Whether others may have spent something since they were read last. */
  get isStale(): boolean {
    return this.#isOpen || this.#newestId() !== this.#seen;
  }

  /** A request of this run is counted by the run itself. */
  add(id: number): void {
    if (id === this.#seen + 1) this.#seen = id;
    this.#own.add(id);
  }

  #newestId(): number {
    return Number(this.#newest.get()?.['id']);
  }

  readonly #isOwn = (row: Row): boolean => this.#own.has(Number(row['id']));

  #spendOf(row: Row, ageMs: number): RecentSpend {
    const weight = this.#costOf(row);
    return row['how'] === null ? { weight, ageMs, isOpen: true } : { weight, ageMs };
  }

  #costOf(row: Row): Cost {
    const isOurs = row['account'] === this.#account.id;
    const asks = row['kind'] === 'question' || !isOurs;
    const weight = { ip: Number(row['ip_weight']), uid: isOurs ? Number(row['uid_weight']) : 0 };
    return asks ? { ...weight, orderCalls: 0 } : weight;
  }
}

/** A request without an answer may be counted until its timestamp has expired. */
function ageOf(row: Row, now: Moment): number {
  const expiredMs =
    passedSince(Number(row['intent_at_ms']), row['intent_uptime_ms'] as number | null, now) - TIMESTAMP_TOLERANCE_MS;
  if (row['how'] === null) return expiredMs;
  const endedMs = passedSince(Number(row['at_ms']), row['uptime_ms'] as number | null, now);
  return row['how'] === 'lost' ? Math.min(endedMs, expiredMs) : endedMs;
}
