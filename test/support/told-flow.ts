/** Orders sent under a budget that hears the exchange's counts, beside another program that the budget knows nothing of. */
import type { WeightBudget } from '../../src/budget/weight-budget.ts';
import type { ToldWindow } from '../../src/model/order-counts.ts';

export interface Way {
  readonly thereMs: number;
  readonly backMs: number;
}

export interface TellingExchange {
  /** What it allows in each window, by the length of the window. */
  readonly allows: ReadonlyMap<number, number>;
  /** When the other program's orders arrive, in order. */
  readonly others: readonly number[];
  /** What an answer says; by default the truth. */
  readonly tell?: (windows: readonly Required<ToldWindow>[], number: number) => readonly ToldWindow[] | undefined;
}

export interface SentOrder {
  readonly arrivedMs: number;
  readonly answeredMs: number;
  /** How many answers had come when it left, and which one is its own: the clock does not tell in which order one millisecond's events came. */
  readonly heardBefore: number;
  readonly answer: number;
  readonly isRefused: boolean;
}

const ORDER = { ip: 0, uid: 1 };

type Event = readonly [atMs: number, happen: () => void];

export function sendAll(
  budget: WeightBudget,
  ways: readonly Way[],
  inFlight: number,
  { allows, others, tell = (windows) => windows }: TellingExchange,
): readonly SentOrder[] {
  const events: Event[] = [];
  const counted: number[] = [];
  const sent: SentOrder[] = [];
  let nowMs = 0;
  let next = 0;
  let awaited = 0;
  const at = (atMs: number, happen: () => void): void => {
    const later = events.findIndex(([other]) => other > atMs);
    events.splice(later === -1 ? events.length : later, 0, [atMs, happen]);
  };
  // What is exactly one window old counts still.
  const used = (windowMs: number): number => counted.filter((ms) => ms >= nowMs - windowMs).length;
  const takes = (): boolean => [...allows].every(([windowMs, amount]) => used(windowMs) < amount);
  const windows = (): Required<ToldWindow>[] =>
    [...allows].map(([windowMs, amount]) => {
      const count = used(windowMs);
      return {
        windowMs,
        counted: count,
        remaining: Math.max(0, amount - count),
      };
    });
  const send = (id: number, { thereMs, backMs }: Way): void => {
    const heardBefore = sent.length;
    awaited += 1;
    budget.take(nowMs, ORDER, id);
    at(nowMs + thereMs, () => {
      const isRefused = !takes();
      if (!isRefused) counted.push(nowMs);
      const told = tell(windows(), id);
      const arrivedMs = nowMs;
      at(nowMs + backMs, () => {
        awaited -= 1;
        budget.answered(nowMs, ORDER);
        budget.hear(nowMs, nowMs, {
          id,
          how: isRefused ? 'refused' : 'answered',
          windows: told,
        });
        sent.push({ arrivedMs, answeredMs: nowMs, heardBefore, answer: sent.length, isRefused });
      });
    });
  };
  for (const otherMs of others) at(otherMs, () => void (takes() && counted.push(nowMs)));
  const mayStart = (): boolean => next < ways.length && awaited < inFlight;
  while (sent.length < ways.length) {
    while (mayStart() && budget.waitMs(nowMs, ORDER) === 0) {
      next += 1;
      send(next, ways[next - 1] as Way);
    }
    const waitMs = mayStart() ? budget.waitMs(nowMs, ORDER) : undefined;
    const [event] = events;
    if (event === undefined && waitMs === undefined) throw new Error(`at ${nowMs} ms everything waits`);
    if (event === undefined || (waitMs !== undefined && nowMs + waitMs < event[0])) {
      nowMs += waitMs as number;
      continue;
    }
    events.shift();
    nowMs = event[0];
    event[1]();
  }
  return sent.toSorted((a, b) => a.arrivedMs - b.arrivedMs);
}
