/** What protects nothing leaves a run that follows the room for stops that it asks for. */
import { describe, expect, it } from 'vitest';
import type { Intent, LedgerRequest } from '../../src/journal/records/request.ts';
import type { Cost } from '../../src/model/call.ts';
import { atOnce } from '../../src/journal/requests/own-reserve.ts';
import { Bench, WINDOW_MS } from '../support/reserve-bench.ts';

const calls = (orderCalls: number): Required<Cost> => ({ ip: 0, uid: 0, orderCalls });

describe('what leaves stops their room', () => {
  const BESIDE = atOnce(calls(7));

  it('gets what the window has beside that, and stops the rest', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('one');
    expect(await bench.most(claim, () => ({ ...(bench.target() as Intent), beside: BESIDE }))).toBe(3);
    expect(await bench.most(claim, () => bench.order('close-long'))).toBe(7);
  });

  it('goes one by one where more is asked for than a window can ever have, whatever others keep', async () => {
    const bench = new Bench();
    await bench.following('other');
    const { claim } = await bench.following('one');
    const beside = atOnce({ ip: 5000, uid: 5000, orderCalls: 5000 });
    const target = (): LedgerRequest => ({ ...(bench.target() as Intent), beside });
    for (let window = 0; window < 3; window++) {
      expect(await bench.most(claim, target)).toBe(1);
      const { waitMs } = await claim.intend([target()]);
      expect(waitMs).toBeLessThanOrEqual(WINDOW_MS + 250);
      bench.nowMs += WINDOW_MS + 1000;
    }
  });

  it('gets what has left the window by the time that the rest of it is for', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('one');
    const beside = [...atOnce(calls(4)), { afterMs: 600, cost: calls(7) }];
    const target = (): LedgerRequest => ({ ...(bench.target() as Intent), beside });
    expect(await bench.most(claim, target)).toBe(3);
    bench.nowMs += 300;
    expect(await bench.most(claim, target)).toBe(0);
    const { waitMs } = await claim.intend([target()]);
    expect(waitMs).toBe(105);
    // By 1,100 ms the first three are gone, and four at once fit beside six.
    bench.nowMs += 200;
    expect(await bench.most(claim, target)).toBe(3);
    expect(await bench.most(claim, () => bench.order('close-long'))).toBe(4);
    bench.nowMs += 600;
    expect(await bench.most(claim, () => bench.order('close-long'))).toBe(3);
  });

  it.each([
    ['of a run that is alone', 0, 3],
    ['with what another one keeps', 1, 2],
  ])('leaves later what stops may need then, %s', async (_, others, most) => {
    const bench = new Bench();
    for (let at = 0; at < others; at++) await bench.following(`other${at}`);
    const { claim } = await bench.following('one');
    const later = [{ afterMs: 600, cost: calls(7) }];
    expect(await bench.most(claim, () => ({ ...(bench.target() as Intent), beside: later }))).toBe(most);
  });

  it('is not what a closing order without it is: that may use what is kept', async () => {
    const bench = new Bench();
    const { claim } = await bench.following('one');
    expect(await bench.most(claim, () => ({ ...bench.order('close-long'), beside: BESIDE }))).toBe(3);
  });
});
