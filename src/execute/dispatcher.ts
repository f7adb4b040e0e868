import pLimit from 'p-limit';
import type { Call } from '../model/call.ts';

/**
 * Runs `perform` for every call, begun in the calls' order, at most `inFlight` at a time; resolves when all have ended.
 * A throw out of `perform` is a bug of ours: the other calls still end, so no answer is lost, and then it is thrown on.
 */
export async function dispatch(
  calls: readonly Call[],
  inFlight: number,
  perform: (call: Call) => Promise<void>,
): Promise<void> {
  const limit = pLimit(inFlight);
  const ended = await Promise.allSettled(calls.map((call) => limit(perform, call)));
  const broken = ended.find((result) => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
