/** Whoever holds an account looks every second, while it waits for a person, for what ends that: a halt, or a request to end; and lets go. */
import type { EndAskedBy } from '../journal/records/end-asked.ts';
import type { Halt } from '../journal/records/halt.ts';
import type { Clock } from '../ports.ts';
import type { Session } from '../session/session.ts';

const LOOK_MS = 1000;

/** The next halt; undefined once the signal is aborted. */
export const nextHalt = (
  session: Pick<Session, 'halted'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Halt | undefined> => next(() => session.halted(), clock, signal);

/** A look that fails is made again. */
async function next<Met>(
  look: () => Promise<Met | undefined>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Met | undefined> {
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    if (signal.aborted) break;
    const met = await look().catch(() => {});
    if (met !== undefined) return met;
  }
  return undefined;
}

type Work<T> = (signal: AbortSignal) => Promise<T>;

/** What `work` gives. It is aborted by a halt that comes meanwhile, and then `refuse` ends it, whatever it gave. */
export const heedingHalt = <T>(
  { session, clock }: { readonly session: Pick<Session, 'halted'>; readonly clock: Clock },
  work: Work<T>,
  refuse: (halt: Halt) => never,
): Promise<T> => heeding({ look: () => session.halted(), clock }, work, refuse);

/** The same by a request to whoever has the plan to end. */
export const heedingEnd = <T>(
  {
    session,
    plan,
    clock,
  }: { readonly session: Pick<Session, 'endAsked'>; readonly plan: string; readonly clock: Clock },
  work: Work<T>,
  refuse: (by: EndAskedBy) => never,
): Promise<T> => heeding({ look: () => session.endAsked(plan), clock }, work, refuse);

async function heeding<T, Met>(
  { look, clock }: { readonly look: () => Promise<Met | undefined>; readonly clock: Clock },
  work: Work<T>,
  refuse: (met: Met) => never,
): Promise<T> {
  const [over, ends] = [new AbortController(), new AbortController()];
  const looking = next(look, clock, over.signal).then((met) => {
    if (met !== undefined) ends.abort();
    return met;
  });
  const [ended] = await Promise.allSettled([work(ends.signal).finally(() => over.abort())]);
  const met = await looking;
  if (met !== undefined) refuse(met);
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
