/** Checks a range of fuzzed plans in a process of its own, and says where it is: a plan may be its end. */
import { checkPlan } from './fuzz-check.ts';
import { fuzzedPlan } from './fuzz-plans.ts';

export interface Range {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
}

export interface Told {
  /** The number of the plan about to be checked, sent once a stride. */
  readonly at?: number;
  readonly done?: {
    readonly valid: number;
    readonly orders: number;
    readonly bytes: number;
    readonly slowestMs: number;
  };
  readonly wrong?: { readonly number: number; readonly what: string };
}

/** Plans between two words of where it is. */
export const STRIDE = 20;

/** Counts this thread's own time: what else the machine does must not matter. */
const LONGEST_MS = 2000;

const tell = (told: Told): void => void process.send?.(told);

process.on('message', ({ seed, from, count }: Range) => {
  const done = { valid: 0, orders: 0, bytes: 0, slowestMs: 0 };
  for (let number = from; number < from + count; number++) {
    if ((number - from) % STRIDE === 0) tell({ at: number });
    const bytes = fuzzedPlan(seed, number);
    const before = process.threadCpuUsage();
    try {
      const { isValid, orders, wrong } = checkPlan(bytes, number % 2 === 0);
      if (wrong !== undefined) tell({ wrong: { number, what: wrong } });
      done.valid += isValid ? 1 : 0;
      done.orders += orders;
    } catch (error) {
      tell({ wrong: { number, what: `throws ${String(error)}` } });
    }
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms > LONGEST_MS) tell({ wrong: { number, what: `takes ${Math.round(ms)} ms` } });
    done.slowestMs = Math.max(done.slowestMs, ms);
    done.bytes += bytes.length;
  }
  tell({ done });
});
process.on('disconnect', () => process.exit());
