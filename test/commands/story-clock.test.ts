/** The time of a replay: as fast as it was asked for, never past the next event, and still while it is held. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoryClock } from '../../src/commands/history/replay.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const NEVER = new AbortController().signal;

test('events come at their times, by the pace', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0.5, 1, 10, 250),
      async (gaps, speed) => {
        const clock = new SimClock();
        const startedMs = clock.monotonicMs();
        const story = new StoryClock(clock, 1_000_000, speed);
        let atMs = 0;
        await clock.run(
          (async () => {
            for (const gap of gaps) {
              atMs += gap;
              expect(await story.reach(atMs, NEVER)).toBe(true);
              expect(story.monotonicMs()).toBe(atMs);
              expect(story.wallMs()).toBe(1_000_000 + atMs);
            }
          })(),
        );
        const tookMs = clock.monotonicMs() - startedMs;
        expect(tookMs).toBeGreaterThanOrEqual(atMs / speed);
        // Each wait is rounded up to a whole millisecond.
        expect(tookMs).toBeLessThanOrEqual(atMs / speed + gaps.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('at once, where no pace is kept', async () => {
  const clock = new SimClock();
  const [story, startedMs] = [new StoryClock(clock, 0, Number.POSITIVE_INFINITY), clock.monotonicMs()];
  for (const atMs of [0, 5, 60_000]) {
    expect(await story.reach(atMs, NEVER)).toBe(true);
    expect(story.monotonicMs()).toBe(atMs);
  }
  expect(clock.monotonicMs()).toBe(startedMs);
});

test('it stands still while it is held, and goes on from there', async () => {
  const clock = new SimClock();
  const story = new StoryClock(clock, 0, 1);
  const reached = story.reach(1000, NEVER);
  await clock.run(clock.sleep(400));
  story.hold(true);
  await clock.run(clock.sleep(10_000));
  expect(story.monotonicMs()).toBe(400);
  story.hold(false);
  const goesOnMs = clock.monotonicMs();
  expect(await clock.run(reached)).toBe(true);
  expect(clock.monotonicMs() - goesOnMs).toBe(600);
});

test('an abort ends the wait', async () => {
  const clock = new SimClock();
  const story = new StoryClock(clock, 0, 1);
  const end = new AbortController();
  const reached = story.reach(60_000, end.signal);
  await clock.run(clock.sleep(100));
  end.abort();
  expect(await clock.run(reached)).toBe(false);
  expect(clock.monotonicMs()).toBeLessThan(60_000);
});
