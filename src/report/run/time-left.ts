import type { RunView } from '../view/run-view.ts';

/**
 * How long it takes until the last call can be sent, in ms, with answers that take no time: by the weight that is not sent yet
 * and what is free in each window now. Undefined where that is not known, and where all is sent.
 */
export function timeLeftMs(
  { run, calls, budget, compiled, pause, stopping, finished }: RunView,
  nowMs: number,
): number | undefined {
  const isGoing = run?.mode === 'execute' && pause === undefined && stopping === undefined && finished === undefined;
  const { unsent } = calls;
  if (!isGoing || compiled === undefined || unsent.calls === 0) return undefined;
  if (budget === undefined) return compiled.forecastMs > 0 ? compiled.forecastMs : undefined;
  const { limits } = run;
  const sinceMs = nowMs - budget.atMs;
  const counted = limits.countsOrders === true ? unsent.weight.uid : unsent.calls;
  const byCalls = (counted / limits.orderCalls.amount) * limits.orderCalls.windowMs;
  let most = byCalls;
  for (const name of ['ip', 'uid'] as const) {
    const { used, limit, freesInMs } = budget[name];
    const missing = unsent.weight[name] - (limit - used);
    if (missing <= 0) continue;
    // The oldest part comes back when an answer arrives: nobody knows when.
    if (freesInMs === undefined) return undefined;
    const windows = Math.ceil(missing / limit) - 1;
    most = Math.max(most, freesInMs - sinceMs + windows * limits[name].windowMs);
  }
  return most < LEAST_MS ? undefined : most;
}

/** Less is over before it is read. */
const LEAST_MS = 2000;
