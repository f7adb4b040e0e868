/** The exchange's time goes on by the clock that only goes forward: a wall clock that jumps ends nothing early, and nothing late. */
import { expect, test } from 'vitest';
import { ExchangeTime } from '../../src/session/follow/exchange-time.ts';

test('a wall clock that jumps moves neither its time nor what is dated by it', async () => {
  let [wallMs, monotonicMs] = [1_000_000, 500];
  const time = new ExchangeTime({
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    sleep: () => Promise.resolve(),
  });
  time.set(2_000);
  wallMs += 86_400_000;
  monotonicMs += 1_500;
  expect([time.nowMs(), time.clock.wallMs()]).toEqual([1_003_500, 1_003_500]);
  wallMs -= 2 * 86_400_000;
  monotonicMs += 500;
  expect(time.nowMs()).toBe(1_004_000);
  // It is asked again by the clock that goes forward, too.
  expect(time.isOld).toBe(false);
  monotonicMs += 3_600_001;
  expect(time.isOld).toBe(true);
  await time.clock.sleep(1);
});
