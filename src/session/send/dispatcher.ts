import pLimit from 'p-limit';
import type { Call } from '../../model/call.ts';

type Dispatched = Pick<Call, 'number' | 'waitsFor'>;

/**
 * Runs `perform` for every call, begun in the calls' order, at most `inFlight` at a time; resolves when all have ended. A
 * call that waits for orders begins once it `isDue`, and ends without having begun where it never is: it takes no place
 * from one that need not wait.
 * A throw out of `perform` is a bug of ours: the other calls still end, so no answer is lost, and then it is thrown on.
 */
export async function dispatch<C extends Dispatched>(
  calls: readonly C[],
  inFlight: number,
  perform: (call: C) => Promise<void>,
  isDue: (call: C) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  const limit = pLimit(inFlight);
  const whenDue = async (call: C): Promise<void> => {
    if (await isDue(call)) await limit(perform, call);
  };
  const ended = await Promise.allSettled(
    calls.map((call) => (call.waitsFor === undefined ? limit(perform, call) : whenDue(call))),
  );
  const broken = ended.find((result) => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

/** Runs what it is given, at most so many at a time. */
export const atMost = (inFlight: number): (<T>(act: () => Promise<T>) => Promise<T>) => {
  const limit = pLimit(inFlight);
  return (act) => limit(act);
};
