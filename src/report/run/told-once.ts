/** What the lines of a follower say once: how much of an order was filled, and why the sending is paused, until it goes on. */
import { timeOfDay } from '../../model/time-words.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { causeOf, latency } from '../text/phrases.ts';
import type { PublicEventOf } from '../view/run-view.ts';

/** A fill that is older than that when it is told says when it was. */
const EARLIER_MS = 10_000;
const DAY = 'yyyy-mm-dd'.length;

/** ` (2026-11-21 14:40:52Z)`, without the day on the same day; nothing of what was just filled. Both by the exchange's clock. */
export function earlierWords(at: string | undefined, nowMs: number | undefined): Safe {
  const ms = Date.parse(at ?? '');
  if (nowMs === undefined || Number.isNaN(ms) || nowMs - ms <= EARLIER_MS) return safe``;
  const day = new Date(ms).toISOString().slice(0, DAY);
  const isToday = day === new Date(nowMs).toISOString().slice(0, DAY);
  return safe` (${isToday ? safe`` : safe`${safeText(day)} `}${safeText(timeOfDay(ms))})`;
}

export class FillsTold {
  readonly #sizes = new Map<string, string>();

  /** Whether so much of it is new, and from then on it is not. */
  isNew(clientOid: string, filledSize: string): boolean {
    if (this.#sizes.get(clientOid) === filledSize) return false;
    this.#sizes.set(clientOid, filledSize);
    return true;
  }
}

export class PausesTold {
  readonly #words = new Set<string>();
  #sinceMs: number | undefined;

  /** Undefined where the pause was told with these words. */
  paused(event: PublicEventOf<'sending-paused'>, wallMs: number | undefined): Safe | undefined {
    this.#sinceMs ??= wallMs;
    const key = `${event.why} ${event.message}`;
    if (this.#words.has(key)) return undefined;
    this.#words.add(key);
    return safe`sending is paused: ${causeOf(event)}: ${safeText(event.message)}`;
  }

  /** Something was answered: undefined where nothing was paused. */
  over(wallMs: number | undefined): Safe | undefined {
    if (this.#words.size === 0) return undefined;
    const since = this.#sinceMs;
    this.#words.clear();
    this.#sinceMs = undefined;
    const lasted = since === undefined || wallMs === undefined ? safe`` : safe` after ${latency(wallMs - since)}`;
    return safe`sending goes on${lasted}`;
  }
}
