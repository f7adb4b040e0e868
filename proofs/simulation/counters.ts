/** How the exchange counts: the same limits as the program's, by a sliding window, a fixed one of some phase, or a bucket. */
import type { Cost, Limits, Rate } from '../../src/model/call.ts';

export const COUNTINGS = ['sliding', 'fixed', 'bucket'] as const;
export type Counting = (typeof COUNTINGS)[number];

interface Counter {
  /** Whether the amount still fits; it is counted only if it does. */
  count(nowMs: number, amount: number): boolean;
}

const sliding = ({ amount: limit, windowMs }: Rate): Counter => {
  let seen: { atMs: number; amount: number }[] = [];
  return {
    count(nowMs, amount) {
      seen = seen.filter(({ atMs }) => atMs > nowMs - windowMs);
      if (seen.reduce((sum, one) => sum + one.amount, amount) > limit) return false;
      seen.push({ atMs: nowMs, amount });
      return true;
    },
  };
};

const fixed = ({ amount: limit, windowMs }: Rate, phaseMs: number): Counter => {
  let window = Number.NaN;
  let used = 0;
  return {
    count(nowMs, amount) {
      const current = Math.floor((nowMs + phaseMs) / windowMs);
      if (current !== window) [window, used] = [current, 0];
      if (used + amount > limit) return false;
      used += amount;
      return true;
    },
  };
};

const bucket = ({ amount: limit, windowMs }: Rate): Counter => {
  let level = limit;
  let lastMs = 0;
  return {
    count(nowMs, amount) {
      level = Math.min(limit, level + ((nowMs - lastMs) * limit) / windowMs);
      lastMs = nowMs;
      // Weights are whole and the level is a fraction: a rounding in the last bit is not an excess.
      if (level + 1e-6 < amount) return false;
      level -= amount;
      return true;
    },
  };
};

/** Counts IP weight, UID weight and order calls; `count` returns which of them would overflow. */
export class RateCounters {
  readonly #counters: readonly (readonly [string, Counter, (cost: Cost) => number])[];

  constructor(limits: Limits, counting: Counting, phaseMs: number) {
    const counter = (rate: Rate): Counter =>
      counting === 'sliding' ? sliding(rate) : counting === 'fixed' ? fixed(rate, phaseMs) : bucket(rate);
    this.#counters = [
      ['ip', counter(limits.ip), (cost) => cost.ip],
      ['uid', counter(limits.uid), (cost) => cost.uid],
      ['order calls', counter(limits.orderCalls), (cost) => cost.orderCalls ?? 1],
    ];
  }

  count(nowMs: number, cost: Cost): string | undefined {
    const over = this.#counters.filter(([, counter, amountOf]) => !counter.count(nowMs, amountOf(cost)));
    return over.length === 0 ? undefined : over.map(([name]) => name).join(', ');
  }
}
