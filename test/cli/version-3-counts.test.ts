/** What the exchange says of its windows decides how a live run of version 3 goes on; the waits here are real. */
import { describe, expect, test } from 'vitest';
import { bids, eventsOf, ofKind, place } from '../../proofs/support/ordo.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, run, said, type At } from '../support/live.ts';

const V3 = 'version: 1\nexchange: { interface: v3 }\nexecution: { accountCheck: off }\n';
const PER_MINUTE = { amount: 300, windowMs: 60_000 };
const per10s = (amount: number): PaperOptions => ({
  orderCalls: { amount, windowMs: 10_000 },
  orderCallsPerMinute: PER_MINUTE,
});

async function ready(orders: number, options: PaperOptions): Promise<{ paper: PaperExchange; at: At }> {
  const started = await paperAndPlace(options);
  started.at.write('ordo.config.yaml', V3);
  started.at.write('plan.yaml', bids('counted', orders));
  return started;
}

const posts = ({ requests }: PaperExchange): number =>
  requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/order')).length;

describe('what answers say of the windows of orders', () => {
  test('half of a window that another program uses is left to it: nothing is refused', async () => {
    const { paper, at } = await ready(8, per10s(10));
    // It knows nothing of our journal.
    const other = place(paper.origin);
    afterTest(() => other.remove());
    other.write('ordo.config.yaml', V3);
    other.write('plan.yaml', bids('other', 5));
    expect(said(await run(other))).toHaveLength(5);
    const beganMs = performance.now();
    const ended = await run(at);
    expect(said(ended).every((one) => one.endsWith(' accepted'))).toBe(true);
    expect(performance.now() - beganMs).toBeGreaterThan(8000);
    expect([posts(paper), paper.orders.length]).toEqual([13, 13]);
    expect(ofKind(eventsOf(ended), 'sending-paused')).toEqual([]);
  });

  test('a window that is wider than the config says is used: the run is faster, and nothing is refused', async () => {
    const { paper, at } = await ready(40, per10s(60));
    const beganMs = performance.now();
    const ended = await run(at);
    // By the config it would take thirty seconds.
    expect(performance.now() - beganMs).toBeLessThan(10_000);
    expect([ended.code, posts(paper), paper.orders.length]).toEqual([0, 40, 40]);
  });

  test('counts that are no counts are ignored, with one note', async () => {
    const { paper, at } = await ready(6, { faults: { 'odd-counts': 1 } });
    const ended = await here(['run', 'plan.yaml', '--execute', '--live', '--yes'], at);
    expect([ended.code, paper.orders.length]).toEqual([0, 6]);
    expect(`${ended.stdout}${ended.stderr}`.split('counts of orders are not counts')).toHaveLength(2);
  });

  test('the dry run forecasts by the config, and says so', async () => {
    const { at } = await ready(40, per10s(60));
    const { stdout } = await here(['run', 'plan.yaml', '--live'], at);
    expect(stdout).toContain('40 ORD, the last after 30.0 s by the config');
    const { stdout: all } = await here(['run', 'plan.yaml', '--live', '--bytes'], at);
    expect(all.replaceAll(/\s+/g, ' ')).toContain(
      'windows by the config: IP 500 per 10 s, ORD (orders) 50 per 60 s and 10 per 10 s; the',
    );
  });
});
