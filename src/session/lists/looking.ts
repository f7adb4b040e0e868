/** When a look-up ends before its lists do: at a signal, or where this machine stood still meanwhile. */
import type { Clock } from '../../ports.ts';
import { GapWatch, stoodStill } from '../send/gap-watch.ts';
import type { LookedUp, LookUp } from './look-up.ts';
import type { Sought } from './list-matches.ts';

/** Nothing more is asked once the signal is aborted. */
export async function* lookedUpUntil(
  signal: AbortSignal,
  lookUp: LookUp,
  orders: readonly Sought[],
): AsyncGenerator<LookedUp> {
  const stop = (): void => lookUp.stop(String(signal.reason));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    yield* lookUp.look(orders);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** All that is asked. Where this machine stood still meanwhile, what was approved is old, and every finding is a failure. */
export async function withoutGap(
  { clock, maxPauseMs }: { readonly clock: Clock; readonly maxPauseMs: number },
  ask: (signal: AbortSignal) => AsyncIterable<LookedUp>,
): Promise<readonly LookedUp[]> {
  const gap = new AbortController();
  const gaps = new GapWatch(clock, maxPauseMs, (ms) => gap.abort(stoodStill(ms)));
  return gaps.during(async () => {
    const found: LookedUp[] = [];
    for await (const one of ask(gap.signal)) found.push(one);
    gaps.look();
    if (!gap.signal.aborted) return found;
    return found.map(({ order }) => ({ order, finding: { kind: 'failed', message: String(gap.signal.reason) } }));
  });
}
