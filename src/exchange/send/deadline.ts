import { LONGEST_TIMER_MS } from '../../model/timer.ts';

export interface Deadline {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  clear(): void;
}

/**
 * Unlike the timer of `AbortSignal.timeout`, this one keeps the process alive until it fires or is cleared. A request can
 * wait without a socket, and then nothing else would keep the process alive.
 */
export function deadlineIn(ms: number): Deadline {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(ms, LONGEST_TIMER_MS));
  return { signal: over.signal, clear: () => clearTimeout(timer) };
}
