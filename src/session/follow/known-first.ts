/** What the journal knows of a plan that was begun, told before the exchange is asked anything: it may be silent for long. */
import { groupStandings } from '../../compile/follow/standing.ts';
import type { Clock } from '../../ports.ts';
import type { FollowTask, LookIfRoom } from './follow-task.ts';
import type { Looks } from './looks.ts';

/** Its questions would keep what is known from being told. */
const PUT_OFF: LookIfRoom = () => Promise.resolve('put-off');

async function tellKnown(task: FollowTask, looks: Looks): Promise<boolean> {
  const known = await looks.known();
  if (task.goesOn !== undefined || known.placed.size === 0) return false;
  const atMs = known.startedMs;
  const groups = groupStandings(task.follow, known, atMs);
  const news = { known, groups, short: [], elsewhere: looks.elsewhere, atMs };
  task.onNews?.(news);
  await task.onQuiet?.(news, PUT_OFF);
  return true;
}

/** An exchange that answers is looked at next. */
const SILENT_MS = 2_000;

/** The exchange's answer, once what the journal knows is told; and where it lets that wait, what is told stands on. */
export async function afterKnown<T>(
  task: FollowTask,
  looks: Looks,
  {
    clock,
    note,
    ask,
  }: { readonly clock: Clock; readonly note: (message: string) => void; readonly ask: () => Promise<T> },
): Promise<T> {
  if (!(await tellKnown(task, looks))) return ask();
  const over = new AbortController();
  const late = silent(clock, over.signal, note);
  try {
    return await ask();
  } finally {
    over.abort();
    await late;
  }
}

async function silent(clock: Clock, over: AbortSignal, note: (message: string) => void): Promise<void> {
  await clock.sleep(SILENT_MS, over);
  if (!over.aborted) note('orders are as the journal has them: the exchange does not answer yet');
}
