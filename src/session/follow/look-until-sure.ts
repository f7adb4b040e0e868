/**
 * Looks at a plan that nobody follows, as its follower would, until it is known what of it others have closed, or that no trade explains
 * what is missing. The journal keeps what is news. Nothing is sent.
 */
import type { Clock } from '../../ports.ts';
import { LAG_MS } from '../lists/short-positions.ts';
import type { InquiryOptions } from '../send/inquiry.ts';
import { ExchangeTime } from './exchange-time.ts';
import { Looks, type LooksOptions } from './looks.ts';

interface SureLooking extends Omit<LooksOptions, 'time' | 'note' | 'inquiry'> {
  readonly inquiry: () => InquiryOptions;
  readonly clock: Clock;
  readonly askClock: () => Promise<{ readonly aheadMs: number } | undefined>;
}

/** Two looks that agree are so far apart. */
const APART_MS = LAG_MS + 100;
/** While what is held changes all the time nobody can say. */
const MOST_LOOKS = 10;

export async function lookUntilSure({ clock, askClock, inquiry, ...how }: SureLooking): Promise<void> {
  const { signal } = how.task;
  const time = new ExchangeTime(clock);
  time.set((await askClock())?.aheadMs);
  const looks = new Looks({ ...how, inquiry: (look) => ({ ...inquiry(), look }), time, note: () => {} });
  for (let made = 0; made < MOST_LOOKS && !signal.aborted; made++) {
    await looks.look();
    while (looks.positions.areAsked && !(await looks.positions.come(APART_MS)) && !signal.aborted);
    await looks.takePositions();
    if (!looks.isShortUnsure) return;
    await clock.sleep(APART_MS, signal);
  }
}
