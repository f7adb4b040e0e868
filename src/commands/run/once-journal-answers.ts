/**
 * The start of a run that follows its plan, next to a journal's server that does not answer: something may be held, and whoever starts
 * ordo after a reboot starts it once. So it waits for the server, as such a run does later (docs/contract.md#journal-gone).
 */
import { LOST_WAIT, LostJournal } from '../../journal/records/journal-error.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { secondsOf } from '../../model/time-words.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { hearInterruptions } from '../command-line/interruption.ts';
import type { World } from '../world.ts';

type Ways = Pick<World, 'process' | 'terminal'> & { readonly clock: Clock };

/** `start` is begun again for as long as the server is not there, and says once it is; the exit code of an interruption that came while it was waited for. */
export async function onceJournalAnswers(
  { clock, ...world }: Ways,
  emit: EventSink,
  start: (answers: () => void) => Promise<void>,
): Promise<ExitCode | undefined> {
  let goneSinceMs: number | undefined;
  const note = (message: string): void => emit({ event: 'note', message });
  const answers = (): void => {
    if (goneSinceMs === undefined) return;
    note(`the journal’s server answers, after ${secondsOf(clock.monotonicMs() - goneSinceMs)}`);
    goneSinceMs = undefined;
  };
  for (let waitMs = LOST_WAIT.firstMs; ; waitMs = Math.min(LOST_WAIT.longestMs, waitMs * 2)) {
    try {
      await start(answers);
      return undefined;
    } catch (error) {
      if (!(error instanceof LostJournal)) throw error;
      if (goneSinceMs === undefined)
        note(`${error.message}; nothing is sent or looked at until it answers: tried again until then, Ctrl-C ends it`);
      goneSinceMs ??= clock.monotonicMs();
    }
    const exitCode = await slept({ clock, ...world }, waitMs);
    if (exitCode !== undefined) return exitCode;
  }
}

async function slept({ clock, ...world }: Ways, ms: number): Promise<ExitCode | undefined> {
  const over = new AbortController();
  const interruptions = hearInterruptions(world, () => over.abort('interrupted'));
  try {
    await clock.sleep(ms, over.signal);
    return interruptions.exitCode();
  } finally {
    interruptions.release();
  }
}
