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
    expect(restraint.ban).toBeUndefined();
    restraint.banned('status 418');
    restraint.banned('again');
    expect(restraint.ban).toBe('the exchange bans this address: status 418');
  });
});
