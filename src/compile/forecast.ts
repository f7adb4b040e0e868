import { WeightBudget } from '../budget/weight-budget.ts';
import type { Limits, Weight } from '../model/call.ts';

/** When the last call can start, in ms after the first, were every answer there at once: the windows' share of the run's time. */
export function forecastMs(calls: readonly { readonly weight: Weight }[], limits: Limits): number {
  const budget = new WeightBudget(limits, 0);
  let nowMs = 0;
  for (const { weight } of calls) {
    nowMs += budget.waitMs(nowMs, weight) ?? 0;
    budget.take(nowMs, weight);
    budget.answered(nowMs, weight);
  }
  return nowMs;
}
