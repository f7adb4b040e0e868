/** What looks find of calls that have no answer yet. */
import { describe, expect, test } from 'vitest';
import type { Placed } from '../../src/exchange/dialect.ts';
import type { Call } from '../../src/model/call.ts';
import { InFlight } from '../../src/session/follow/in-flight.ts';

const call = (...clientOids: string[]): Call =>
  ({ orders: clientOids.map((clientOid) => ({ clientOid })) }) as unknown as Call;

function desk() {
  let nowMs = 0;
  const inFlight = new InFlight({ monotonicMs: () => nowMs });
  const proofs: Placed[] = [];
  const send = (one: Call): AbortController => {
    const over = new AbortController();
    void inFlight.proved(one, over.signal).then((placed) => proofs.push(placed));
    return over;
  };
  const settled = async (): Promise<readonly Placed[]> => {
    await Promise.resolve();
    await Promise.resolve();
    return proofs;
  };
  return { inFlight, send, settled, pass: (ms: number) => void (nowMs += ms) };
}

describe('a call in flight', () => {
  test('is looked for once its answer is late', () => {
    const { inFlight, send, pass } = desk();
    send(call('a', 'b'));
    pass(999);
    expect([...inFlight.late]).toEqual([]);
    pass(1);
    send(call('c'));
    expect([...inFlight.late]).toEqual(['a', 'b']);
  });

  test('is proved by all of its orders, in the order in which they went, and by no part of them', async () => {
    const { inFlight, send, settled } = desk();
    send(call('a', 'b'));
    send(call('c', 'd'));
    inFlight.found('b', '12');
    inFlight.found('c', '13');
    inFlight.found('b', '12');
    expect(await settled()).toEqual([]);
    inFlight.found('a', '11');
    expect(await settled()).toEqual([
      {
        verdicts: [
          { outcome: 'accepted', orderId: '11', rule: 'found' },
          { outcome: 'accepted', orderId: '12', rule: 'found' },
        ],
      },
    ]);
  });

  test('what is found of it is sought no more; what was answered is neither sought nor proved', async () => {
    const { inFlight, send, settled, pass } = desk();
    const one = call('a', 'b');
    const first = send(one);
    pass(2_000);
    inFlight.found('a', '11');
    expect([...inFlight.late]).toEqual(['b']);
    first.abort();
    expect([...inFlight.late]).toEqual([]);
    inFlight.found('b', '12');
    expect(await settled()).toEqual([]);
    // The same call, once more: it is another attempt, of which nothing was found.
    send(one);
    pass(2_000);
    expect([...inFlight.late]).toEqual(['a', 'b']);
    inFlight.found('a', '11');
    expect(await settled()).toEqual([]);
  });
});
