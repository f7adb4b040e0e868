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
});
