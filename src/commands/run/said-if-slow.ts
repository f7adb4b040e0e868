/** Says that something is waited for, where a person would look at an empty terminal. */
import type { Clock, EventSink } from '../../ports.ts';

const SLOW_MS = 3_000;

interface Slow {
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly message: string;
}

export async function saidIfSlow<T>({ clock, emit, message }: Slow, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const saying = async (): Promise<void> => {
    await clock.sleep(SLOW_MS, over.signal);
    if (!over.signal.aborted) emit({ event: 'note', message });
  };
  const slow = saying();
  try {
    return await work();
  } finally {
    over.abort();
    await slow;
  }
}
