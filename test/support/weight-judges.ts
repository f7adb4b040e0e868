/**
 * Brute-force servers: would this one have refused any of the arrivals? They share no code with the budget or the paper
 * exchange, read their clock in whole milliseconds, and count in the way that is hardest on the client.
 */
import type { Limits, Rate } from '../../src/model/call.ts';
import type { Arrival } from './weight-flow.ts';

interface Counted {
  readonly atMs: number;
  readonly amount: number;
}

type Judge = (rate: Rate, counted: readonly Counted[]) => string | undefined;

/** The window has both its ends: what is exactly one window old still counts. */
export const sliding: Judge = ({ amount, windowMs }, counted) => {
  for (const [index, { atMs }] of counted.entries()) {
    let sum = 0;
    for (let n = index; n >= 0 && (counted[n] as Counted).atMs >= atMs - windowMs; n--)
      sum += (counted[n] as Counted).amount;
    if (sum > amount) return `sliding: ${sum} of ${amount} in the ${windowMs} ms before ${atMs}`;
  }
  return undefined;
};

/** Of every phase that an arrival begins: any other one splits the arrivals as one of these does. */
const fixed: Judge = ({ amount, windowMs }, counted) => {
  for (const phase of new Set(counted.map(({ atMs }) => atMs % windowMs))) {
    const sums = new Map<number, number>();
    for (const one of counted) {
      const window = Math.floor((one.atMs - phase) / windowMs);
      const sum = (sums.get(window) ?? 0) + one.amount;
      if (sum > amount) return `fixed: ${sum} of ${amount} in the window from ${phase + window * windowMs}`;
      sums.set(window, sum);
    }
  }
  return undefined;
};

/** Full at first, refilled evenly; in whole numbers of amount times window. */
const bucket: Judge = ({ amount, windowMs }, counted) => {
  let level = amount * windowMs;
  let lastMs = counted[0]?.atMs ?? 0;
  for (const one of counted) {
    level = Math.min(amount * windowMs, level + (one.atMs - lastMs) * amount) - one.amount * windowMs;
    lastMs = one.atMs;
    if (level < 0) return `bucket: empty at ${one.atMs}`;
  }
  return undefined;
};

/** What each server would have refused first; nothing where none refuses. */
export function refusals(
  arrivals: readonly Arrival[],
  limits: Limits,
  judges: readonly Judge[] = [sliding, fixed, bucket],
): string[] {
  const windows: [Rate, (one: Arrival) => number][] = [
    [limits.ip, ({ weight }) => weight.ip],
    [limits.uid, ({ weight }) => weight.uid],
    [limits.orderCalls, () => 1],
  ];
  return windows
    .flatMap(([rate, of]) => {
      const counted = arrivals.map((one) => ({ atMs: Math.floor(one.atMs), amount: of(one) }));
      return judges.map((judge) => judge(rate, counted));
    })
    .filter((refusal) => refusal !== undefined);
}
