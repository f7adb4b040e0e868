/** The machine's clocks, ten times as fast: half a second between two reads takes a twentieth. */
import { realClock } from '../../src/system/clock.ts';
import type { Clock } from '../../src/ports.ts';

const TIMES = 10;
const STARTED = { monotonicMs: realClock.monotonicMs(), wallMs: realClock.wallMs() };

const monotonicMs = (): number => (realClock.monotonicMs() - STARTED.monotonicMs) * TIMES;

export const fastClock: Clock = {
  monotonicMs,
  wallMs: () => Math.floor(STARTED.wallMs + monotonicMs()),
  sleep: (ms, signal) => realClock.sleep(ms / TIMES, signal),
};
