/** A halt that is met while nothing is asked of the ledger: in a pause of the exchange, and of a person. */
import { describe, expect, it } from 'vitest';
import type { Attempt, LedgerRequest } from '../../src/journal/records/request.ts';
import { Gate, type Patience } from '../../src/session/send/gate.ts';
import { Hold } from '../../src/session/send/hold.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const until = (clock: SimClock, ms: number): Promise<void> => clock.run(clock.sleep(ms - clock.monotonicMs()));

/** A call as far as the gate looks at it. */
const calling = (side: string) => ({ call: {}, orders: [{ content: { side } }] }) as unknown as LedgerRequest;

const HALT = { user: 'desk1', host: 'desk-2', atMs: 0, why: 'news' };

function paused(patience: Partial<Patience> = {}) {
  const clock = new SimClock();
  const ledger = {
    intend: (requests: readonly LedgerRequest[]) =>
      Promise.resolve({ attempts: requests.map((): Attempt => ({ id: 1, cost: { ip: 1, uid: 1 }, atMs: 0 })) }),
  };
  const gate = new Gate(ledger, clock, { maxPauseMs: Number.POSITIVE_INFINITY, onTooLong: () => {}, ...patience });
  const told: string[] = [];
  const enter = (number: number, side: string): void => {
    const halted = (): void => void told.push(`${number} halted`);
    void gate
      .pass({ number, request: () => calling(side), halted })
      .then((attempt) => told.push(`${number} ${attempt === undefined ? 'stays' : 'goes'} at ${clock.monotonicMs()}`));
  };
  return { clock, gate, told, enter };
}

describe('a halt that comes while the gate pauses', () => {
  it('turns away what opens at once, and lets through what closes at the end of the pause', async () => {
    const { clock, gate, told, enter } = paused();
    gate.pause(10_000);
    enter(1, 'open-long');
    enter(2, 'close-long');
    await until(clock, 1000);
    expect(told).toEqual([]);
    gate.meet(HALT);
    await until(clock, 1001);
    expect(told).toEqual(['1 halted', '1 stays at 1000']);
    // What comes later meets it as well, as long as nobody asks the ledger.
    enter(3, 'open-short');
    await until(clock, 1002);
    expect(told.slice(2)).toEqual(['3 halted', '3 stays at 1001']);
    await until(clock, 10_001);
    expect(told.slice(4)).toEqual(['2 goes at 10000']);
    // A halt may have been lifted: from here on the ledger says so.
    enter(4, 'open-long');
    await until(clock, 10_002);
    expect(told.slice(5)).toEqual(['4 goes at 10001']);
  });

  it('turns away what a person holds', async () => {
    const hold = new Hold();
    const { clock, gate, told, enter } = paused({ hold });
    hold.on(0);
    enter(1, 'open-long');
    enter(2, 'close-long');
    await until(clock, 10);
    gate.meet(HALT);
    await until(clock, 11);
    expect(told).toEqual(['1 halted', '1 stays at 10']);
    hold.off();
    await until(clock, 12);
    expect(told.slice(2)).toEqual(['2 goes at 11']);
  });
});
