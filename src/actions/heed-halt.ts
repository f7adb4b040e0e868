/** Whoever holds an account looks for a halt every second while it waits for a person, and lets go. */
import type { Halt } from '../journal/records/halt.ts';
import type { Clock } from '../ports.ts';
import type { Session } from '../session/session.ts';

const LOOK_MS = 1000;

/** The next halt; undefined once the signal is aborted. A look that fails is made again. */
export async function nextHalt(
  session: Pick<Session, 'halted'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Halt | undefined> {
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    if (signal.aborted) break;
    const halt = await session.halted().catch(() => {});
    if (halt !== undefined) return halt;
  }
  return undefined;
}

/** What `work` gives. It is aborted by a halt that comes meanwhile, and then `refuse` ends it, whatever it gave. */
export async function heedingHalt<T>(
  { session, clock }: { readonly session: Pick<Session, 'halted'>; readonly clock: Clock },
  work: (signal: AbortSignal) => Promise<T>,
  refuse: (halt: Halt) => never,
): Promise<T> {
  const [over, met] = [new AbortController(), new AbortController()];
  const looking = nextHalt(session, clock, over.signal).then((halt) => {
    if (halt !== undefined) met.abort();
    return halt;
  });
  const [ended] = await Promise.allSettled([work(met.signal).finally(() => over.abort())]);
  const halt = await looking;
  if (halt !== undefined) refuse(halt);
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
