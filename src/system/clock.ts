import { LONGEST_TIMER_MS } from '../model/timer.ts';
import type { Clock } from '../ports.ts';

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
