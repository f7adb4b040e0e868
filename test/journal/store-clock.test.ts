/** What a runner takes for the database's time: never ahead of it, whatever the line and both clocks do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreClock } from '../../src/journal/postgres/store-clock.ts';

/** A clock that hears a database whose time is `offset` ahead of ours. */
function setUp(): { readonly clock: StoreClock; readonly pass: (ms: number) => number; readonly now: () => number } {
  let nowMs = 1000;
  return {
    clock: new StoreClock(() => nowMs),
    now: () => nowMs,
    pass: (ms) => (nowMs += ms),
  };
}

describe('the time of a database', () => {
  it('is what it told, and goes on with our clock', () => {
    const { clock, pass, now } = setUp();
    clock.heard(50_000, now());
    expect(clock.nowMs()).toBe(50_000);
    pass(1000);
    expect(clock.nowMs()).toBe(50_999);
  });

  it('is not known before it has told any', () => {
    expect(() => setUp().clock.nowMs()).toThrow('did not give its time');
  });

  it('is never ahead, whatever the answers take', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ out: fc.nat(3000), back: fc.nat(3000), pause: fc.nat(60_000) }), { minLength: 1 }),
        (answers) => {
          const { clock, pass, now } = setUp();
          const offset = 1_764_000_000_000;
          for (const { out, back, pause } of answers) {
            const sentMs = now();
            const told = pass(out) + offset;
            pass(back);
            clock.heard(told, sentMs);
            expect(clock.nowMs()).toBeLessThanOrEqual(now() + offset);
            pass(pause);
            expect(clock.nowMs()).toBeLessThanOrEqual(now() + offset);
          }
          // A quick answer makes up for all slow ones.
          clock.heard(now() + offset, now());
          expect(clock.nowMs()).toBeGreaterThanOrEqual(now() + offset - 1);
        },
      ),
    );
  });

  it('goes on by the time before where it was put forward: weight is held for longer, never for less', () => {
    const { clock, pass, now } = setUp();
    clock.heard(50_000, now());
    pass(100);
    clock.heard(50_100 + 3_600_000, now());
    expect(clock.nowMs()).toBeLessThanOrEqual(50_100);
    pass(100);
    clock.heard(50_200 + 3_600_000, now());
    expect(clock.nowMs()).toBeLessThanOrEqual(50_200);
  });

  it('goes back with it at once', () => {
    const { clock, pass, now } = setUp();
    clock.heard(50_000, now());
    pass(100);
    clock.heard(20_000, now());
    expect(clock.nowMs()).toBe(20_000);
  });
});
