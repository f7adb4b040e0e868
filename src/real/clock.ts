import type { Clock } from '../ports.ts';

/** Longest delay a timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's clocks. A timer may fire a little early, so `sleep` looks at the clock before it believes one. */
export const realClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (ms, signal) => {
    const endMs = performance.now() + ms;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const wait = (): void => {
        const leftMs = endMs - performance.now();
        if (leftMs <= 0) end();
        else timer = setTimeout(wait, Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS));
      };
      if (signal?.aborted === true) return resolve();
      signal?.addEventListener('abort', end, { once: true });
      wait();
    });
  },
};
