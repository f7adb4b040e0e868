import { describe, expect, it } from 'vitest';
import { Restraint } from '../../src/session/send/exchange-pause.ts';

describe('what an answer asks of all that is sent after it', () => {
  it('is the longest of several pauses', () => {
    const restraint = new Restraint();
    expect(restraint.pausedUntilMs).toBe(Number.NEGATIVE_INFINITY);
    restraint.pauseUntil(500);
    restraint.pauseUntil(300);
    expect(restraint.pausedUntilMs).toBe(500);
  });

  it('is nothing more after a ban, in the words of the first', () => {
    const restraint = new Restraint();
    expect(restraint.end).toBeUndefined();
    restraint.banned('status 418');
    restraint.banned('again');
    expect(restraint.end).toBe('the exchange bans this address: status 418');
  });

  it.each([
    ['within the time that the exchange says', 10, 50_000, true],
    ['later than that', 10, 70_000, false],
    ['of a request that was under way at the first', 0, 50_000, false],
  ])('ends by a second refusal %s: %j', (_, sentMs, nowMs, ends) => {
    const restraint = new Restraint();
    expect(restraint.refusedAgain(0, 5, 60_000)).toBe(false);
    expect(restraint.refusedAgain(sentMs, nowMs, 60_000)).toBe(ends);
  });

  it('of who waits it out is longer each time, from the end of the wait before, and ends nothing but by a ban', () => {
    const restraint = new Restraint();
    restraint.ended('refused by the rate limit');
    restraint.outwait();
    expect(restraint.end).toBeUndefined();
    const waits: number[] = [];
    const refuse = (sentMs: number): void => {
      restraint.refusedAgain(sentMs, sentMs + 5, 60_000);
      waits.push(restraint.outwaitMs);
      restraint.pauseUntil(sentMs + 5 + restraint.outwaitMs);
    };
    let atMs = 0;
    for (let time = 0; time < 6; time += 1) {
      refuse(atMs);
      // What was under way with it is no further one.
      if (time === 1) refuse(atMs - 1);
      atMs = restraint.pausedUntilMs + 1;
    }
    expect(waits).toEqual([10_000, 20_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    expect([restraint.isLimitedAt(atMs - 2), restraint.isLimitedAt(atMs)]).toEqual([true, false]);
    refuse(restraint.pausedUntilMs + 60_000);
    expect(waits.at(-1)).toBe(10_000);
    restraint.banned('status 418');
    expect(restraint.end).toBe('the exchange bans this address: status 418');
  });
});
