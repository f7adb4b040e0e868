import { describe, expect, it } from 'vitest';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { aheadOf } from '../../src/session/send/server-clock.ts';

const AHEAD_MS = 700;

/** A server that is so far ahead; each answer takes its time before the server reads its clock, and after. */
function asked(clock: SimClock, takes: readonly (readonly [number, number])[]) {
  let times = 0;
  const ask = async (leaves: () => void): Promise<number | undefined> => {
    const one = takes[times++];
    if (one === undefined) return undefined;
    leaves();
    await clock.sleep(one[0]);
    const serverMs = clock.wallMs() + AHEAD_MS;
    await clock.sleep(one[1]);
    return serverMs;
  };
  return { ahead: clock.run(aheadOf(clock, ask)), times: () => times };
}

describe('how far the server’s clock is ahead', () => {
  it('is asked once where the answer is quick', async () => {
    const { ahead, times } = asked(new SimClock(), [[40, 60]]);
    expect([await ahead, times()]).toEqual([{ tookMs: 100, aheadMs: 690 }, 1]);
  });

  it.each([
    [0, 88_000],
    [88_000, 0],
  ])('is asked again where the machine stood still meanwhile: %i ms, %i ms', async (upMs, downMs) => {
    const { ahead, times } = asked(new SimClock(), [
      [upMs, downMs],
      [50, 50],
    ]);
    expect([await ahead, times()]).toEqual([{ tookMs: 100, aheadMs: AHEAD_MS }, 2]);
  });

  it('is asked again where this machine’s clock was set meanwhile', async () => {
    const clock = new SimClock();
    clock.after(20, () => clock.jumpWall(-3_600_000));
    const { ahead } = asked(clock, [
      [10, 40],
      [50, 50],
    ]);
    expect((await ahead)?.aheadMs).toBe(AHEAD_MS);
  });

  it('is the quickest of three where all are slow, and that of those that came where one does not', async () => {
    const slow: [number, number][] = [
      [9000, 1000],
      [2000, 1000],
      [0, 5000],
      [1, 1],
    ];
    expect((await asked(new SimClock(), slow).ahead)?.tookMs).toBe(3000);
    expect((await asked(new SimClock(), slow.slice(0, 1)).ahead)?.tookMs).toBe(10_000);
    expect(await asked(new SimClock(), []).ahead).toBeUndefined();
  });
});
