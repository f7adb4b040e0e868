/** Eight plans of one account that are followed at once, by the built command, and what the exchange counts of it. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace } from '../support/live.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { FOLLOW } from '../support/follow-run.ts';
import type { ReceivedRequest } from '../../src/paper/transport.ts';

const EIGHT = Array.from({ length: 8 }, (_, at) => at + 1);
const WINDOW_MS = 10_000;

const planOf = (number: number): string => `version: 1
name: p${number}
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.1, price: market }
  - { id: rest, side: open-long, size: 0.1, price: 60000 }
  - { id: stop, side: close-long, size: { filled: [entry, rest] }, trigger: 59000, price: market }
  - { id: target, side: close-long, size: { filled: [entry, rest] }, price: 68000, trigger: =price }
`;

/** When the exchange took an order of a plan. */
function takenMs(requests: readonly ReceivedRequest[], plan: string, id: string): number {
  const clientOid = clientOrderId(plan, 1, id, 0);
  return requests.find(({ body }) => body.includes(clientOid))?.receivedAtMs ?? Number.NaN;
}

/** An entry at market is filled as it is taken; two cores start eight processes meanwhile. Its stop waits for no window. */
const LONGEST_BARE_MS = WINDOW_MS;

/** The most that any window held. */
function mostIn(requests: readonly ReceivedRequest[], of: 'ip' | 'uid'): number {
  let [most, held, from] = [0, 0, 0];
  for (const { receivedAtMs, weight } of requests) {
    held += weight[of];
    for (
      let old = requests[from];
      old !== undefined && old.receivedAtMs <= receivedAtMs - WINDOW_MS;
      old = requests[++from]
    )
      held -= old.weight[of];
    most = Math.max(most, held);
  }
  return most;
}

test(
  'eight followers of one account pass no window, and their stops wait for nobody',
  { timeout: 240_000 },
  async () => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', 'version: 1\nexchange: { interface: v2 }\n');
    expect((await here(['instruments'], at)).code).toBe(0);
    const running = EIGHT.map((number) => {
      at.write(`p${number}.yaml`, planOf(number));
      const one = start(
        FOLLOW.map((word) => (word === 'plan.yaml' ? `p${number}.yaml` : word)),
        at,
      );
      afterTest(() => void one.child.kill('SIGKILL'));
      return one;
    });
    await Promise.all(running.map((one) => one.until(/"id":"target".*accepted/)));
    // Each goes on looking. What they ask once more after a fill may wait for a window: the others keep the rest of it for themselves.
    const sinceMs = performance.now();
    const looks = (): number =>
      paper.requests.filter(({ path, receivedAtMs }) => path.endsWith('/singlePosition') && receivedAtMs > sinceMs)
        .length;
    while (looks() < 8 * 3) await new Promise((done) => setTimeout(done, 250));
    for (const { child } of running) child.kill('SIGINT');
    const ended = await Promise.all(running.map((one) => one.ended));
    expect(paper.refusedByRate).toBe(0);
    for (const number of EIGHT) {
      const [entryMs, stopMs] = ['entry', 'stop'].map((id) => takenMs(paper.requests, `p${number}`, id));
      expect(Number(stopMs) - Number(entryMs), `p${number}`).toBeLessThan(LONGEST_BARE_MS);
    }
    expect({ ip: mostIn(paper.requests, 'ip') <= 500, uid: mostIn(paper.requests, 'uid') <= 500 }).toEqual({
      ip: true,
      uid: true,
    });
    for (const one of ended) {
      expect([one.code, one.code === 130 ? '' : one.stderr + one.stdout.slice(-1500)]).toEqual([130, '']);
      expect(one.stderr).toMatch(/^(?:ordo: (?:works on the exchange: |looks are 3\.4 s apart: )[^\n]*\n)*$/);
      expect(ofKind(eventsOf(one), 'sending-paused')).toEqual([]);
    }
  },
);
