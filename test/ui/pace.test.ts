/** How much of a machine the screen takes: a frame that costs more comes less often, and none waits for long. */
import { expect, test } from 'vitest';
import type { Clock } from '../../src/ports.ts';
import { Pace } from '../../src/ui/pace.ts';

/** How long it rests between frames that take so long each. */
async function restsOf(frameMs: number): Promise<readonly number[]> {
  let nowMs = 0;
  const rests: number[] = [];
  const ended = new AbortController();
  const clock: Pick<Clock, 'monotonicMs' | 'sleep'> = {
    monotonicMs: () => nowMs,
    sleep: (ms) => {
      rests.push(ms);
      nowMs += ms;
      if (rests.length === 5) ended.abort();
      return Promise.resolve();
    },
  };
  await new Pace(clock as Clock).keep(ended.signal, {
    draw: () => {
      nowMs += frameMs;
    },
    rest: () => undefined,
    isMoving: () => true,
  });
  return rests;
}

test.each([
  { frameMs: 0, restMs: 150 },
  { frameMs: 8, restMs: 150 },
  { frameMs: 10, restMs: 150 },
  { frameMs: 14, restMs: 210 },
  { frameMs: 20, restMs: 300 },
  { frameMs: 500, restMs: 300 },
])('after a frame of $frameMs ms the next one comes after $restMs ms', async ({ frameMs, restMs }) => {
  expect(await restsOf(frameMs)).toEqual(Array.from({ length: 5 }, () => restMs));
});
