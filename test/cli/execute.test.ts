import { afterEach, describe, expect, test } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { bids, eventsOf, EXAMPLES, ofKind, ordo, place, start } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function paperAndPlace(
  options: PaperOptions = {},
): Promise<{ paper: PaperExchange; at: ReturnType<typeof place> }> {
  const paper = await startPaperExchange(options);
  const at = place(paper.origin);
  open.push(
    () => paper.close(),
    () => at.remove(),
  );
  return { paper, at };
}

const live = ['--execute', '--live', '--yes', '--output', 'ndjson'];
const orderBodies = (paper: PaperExchange): string[] =>
  paper.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => `${path} ${body}`);

describe('a plan of every kind on the paper exchange', () => {
  test('sixty orders are sixty accepted outcomes, and the bytes are those of the dry run', async () => {
    const { paper, at } = await paperAndPlace();
    const plan = `${EXAMPLES}08-desk.yaml`;
    const dry = eventsOf(await here(['run', plan, '--output', 'ndjson'], at));
    expect(paper.requests).toEqual([]);
    const run = await ordo(['run', plan, ...live], at);
    expect(run.code).toBe(0);
    const outcomes = ofKind(eventsOf(run), 'order-outcome');
    expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(60);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(60);
    expect(paper.orders).toHaveLength(60);
    expect(orderBodies(paper).toSorted()).toEqual(
      ofKind(dry, 'call-planned')
        .map(({ path, body }) => `${path} ${body}`)
        .toSorted(),
    );
    expect(ofKind(eventsOf(run), 'plan-loaded')[0]?.digest).toBe(ofKind(dry, 'plan-loaded')[0]?.digest);
  });

  test('a second run sends nothing and says so', async () => {
    const { paper, at } = await paperAndPlace();
    const plan = `${EXAMPLES}06-full-position.yaml`;
    await here(['run', plan, ...live], at);
    const before = paper.requests.length;
    const again = await ordo(['run', plan, ...live], at);
    expect(again.code).toBe(0);
    expect(paper.requests).toHaveLength(before);
    const outcomes = ofKind(eventsOf(again), 'order-outcome');
    expect(outcomes.map((one) => one.outcome === 'withheld' && one.reason)).toEqual(
      outcomes.map(() => 'already-accepted'),
    );
    expect(outcomes).toHaveLength(7);
  });

  test('an approval by the code of the dry run goes ahead', async () => {
    const { paper, at } = await paperAndPlace();
    const plan = at.write('plan.yaml', bids('approved', 3));
    const code =
      ofKind(eventsOf(await here(['run', plan, '--live', '--output', 'ndjson'], at)), 'plan-loaded')[0]?.approval ?? '';
    const run = await here(['run', plan, '--execute', '--live', '--approve', code, '--output', 'ndjson'], at);
    expect(run.code).toBe(0);
    expect(paper.orders).toHaveLength(3);
  });

  test('an order edited after it was sent is withheld at exit 6, and what changed is said', async () => {
    const { paper, at } = await paperAndPlace();
    const plan = at.write('plan.yaml', bids('edit', 2));
    await here(['run', plan, ...live], at);
    at.write('plan.yaml', bids('edit', 2).replace('price: 60001', 'price: 59000'));
    const again = await here(['run', plan, ...live], at);
    expect(again.code).toBe(6);
    expect(paper.orders).toHaveLength(2);
    const edited = ofKind(eventsOf(again), 'order-outcome').find(({ id }) => id === 'bid-2');
    expect(edited).toMatchObject({
      outcome: 'withheld',
      reason: 'edited-after-send',
      message: expect.stringContaining('price 60001 → 59000') as string,
    });
  });

  test('--only sends one order; the others are not-selected and go the next time', async () => {
    const { paper, at } = await paperAndPlace();
    const plan = at.write('plan.yaml', bids('only', 3));
    const first = await here(['run', plan, ...live, '--only', 'bid-2'], at);
    expect(first.code).toBe(0);
    expect(paper.orders).toHaveLength(1);
    const second = await here(['run', plan, ...live], at);
    expect(second.code).toBe(0);
    expect(paper.orders).toHaveLength(3);
  });
});

describe('the windows are never exceeded', () => {
  const window = { amount: 60, windowMs: 2000 };

  // All at once: each waits more than it computes.
  test('a plan of 400 under 60 per 2 s, however the exchange counts, is never refused and ends near the bound', async () => {
    const runs = (['sliding', 'fixed', 'bucket'] as const).map(async (counting) => {
      const { paper, at } = await paperAndPlace({ counting, ipWeight: window, uidWeight: window, phaseMs: 700 });
      at.write('ordo.config.yaml', 'version: 1\nexchange: { ipWeight: 60/2s, uidWeight: 60/2s, queries: false }\n');
      const plan = at.write('plan.yaml', bids(`count-${counting}`, 400));
      const run = await ordo(['run', plan, ...live], at);
      const events = eventsOf(run);
      expect(run.code).toBe(0);
      expect(paper.refusedByRate).toBe(0);
      expect(paper.orders).toHaveLength(400);
      // 20 batches of UID weight 10: six a window, so the last starts three windows after the first.
      const boundMs = 3 * window.windowMs;
      expect(ofKind(events, 'plan-compiled')[0]?.forecastMs).toBe(boundMs);
      const sent = paper.requests.map(({ receivedAtMs }) => receivedAtMs);
      // Not a window more than it must; a busy machine takes some of one.
      expect(Math.max(...sent) - Math.min(...sent)).toBeLessThan(boundMs + window.windowMs);
    });
    await Promise.all(runs);
  }, 30_000);
});

describe('being stopped', () => {
  test('Ctrl-C: nothing new starts, what is in flight is awaited, exit 130; the next run places the rest, none twice', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 150 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\n');
    const plan = at.write('plan.yaml', bids('stop', 100));
    const running = start(['run', plan, ...live], at);
    await running.until(/"accepted"/);
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.code).toBe(130);
    const outcomes = ofKind(eventsOf(ended), 'order-outcome');
    expect(outcomes).toHaveLength(100);
    expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(paper.orders.length);
    expect(outcomes.filter((one) => one.outcome === 'withheld' && one.reason === 'stopped').length).toBeGreaterThan(0);
    expect(eventsOf(ended).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 130 });
    const next = await here(['run', plan, ...live], at);
    expect(next.code).toBe(0);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(100);
    expect(paper.orders).toHaveLength(100);
  });

  test('kill -9 in flight: the next run reports those orders as unknown and sends them never again', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 300 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\nexecution: { onUnknown: continue }\n');
    const plan = at.write('plan.yaml', bids('kill', 60));
    const running = start(['run', plan, ...live], at);
    await running.until(/"call-sent","call":2/);
    running.child.kill('SIGKILL');
    await running.ended;
    const next = await here(['run', plan, ...live], at);
    expect(next.code).toBe(7);
    const unresolved = ofKind(eventsOf(next), 'order-outcome').filter(
      (one) => one.outcome === 'withheld' && one.reason === 'unresolved',
    );
    expect(unresolved).toHaveLength(20);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(paper.orders.length);
    const status = await here(['status', plan], at);
    expect(status.code).toBe(7);
    expect(status.stdout).toMatch(/UNKNOWN/i);
  });

  test('a second runner is refused at exit 10 and told who holds the account', async () => {
    const { at } = await paperAndPlace({ latencyMs: 1000 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    const plan = at.write('plan.yaml', bids('lock', 20));
    const running = start(['run', plan, ...live], at);
    await running.until(/call-sent/);
    // It holds the account for as long as this test needs, however busy the machine is.
    running.child.kill('SIGSTOP');
    // What another process awaits is in flight, and not unknown.
    expect((await here(['status', plan], at)).code).toBe(0);
    const dryRun = await here(['run', plan, '--live'], at);
    expect(dryRun.code).toBe(0);
    expect(dryRun.stdout).toMatch(/20 in flight[^]*another run awaits the answer[^]*ordo status/);
    const second = await ordo(['run', plan, ...live], at);
    expect(second.code).toBe(10);
    expect(second.stderr).toContain(String(running.child.pid));
    running.child.kill('SIGCONT');
    expect((await running.ended).code).toBe(0);
  });

  test('a reader that goes away stops the sending at exit 2, and the rest goes the next time', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 100 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { inFlight: 1 }\n');
    const plan = at.write('plan.yaml', bids('unread', 200));
    const running = start(['run', plan, ...live], at);
    await running.until(/"accepted"/);
    running.child.stdout?.destroy();
    expect(await running.ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/reader is gone/) as string });
    expect(paper.orders.length).toBeLessThan(200);
    expect((await here(['run', plan, ...live], at)).code).toBe(0);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(200);
    expect(paper.orders).toHaveLength(200);
  });

  test('a server that nobody answers at: nothing is sent, the orders stay sendable', async () => {
    const { paper, at } = await paperAndPlace();
    const gone = paper.origin;
    await paper.close();
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    const plan = at.write('plan.yaml', bids('gone', 3));
    const run = await here(['run', plan, ...live], at);
    expect(run.code).toBe(6);
    const outcomes = ofKind(eventsOf(run), 'order-outcome');
    expect(outcomes.map((one) => one.outcome === 'withheld' && one.reason)).toEqual(['stopped', 'stopped', 'stopped']);
    const back = await startPaperExchange({ port: Number(new URL(gone).port) });
    open.push(() => back.close());
    expect((await here(['run', plan, ...live], at)).code).toBe(0);
    expect(back.orders).toHaveLength(3);
  });

  test('lost answers are unknown: exit 7, nothing new starts, and never again by itself', async () => {
    const { paper, at } = await paperAndPlace({ faults: { 'drop-after': 1 } });
    const plan = at.write('plan.yaml', bids('lost', 3));
    const run = await here(['run', plan, ...live], at);
    expect(run.code).toBe(7);
    expect(paper.orders).toHaveLength(3);
    const again = await here(['run', plan, ...live], at);
    // They are looked up, and found.
    expect(again.code).toBe(0);
    expect(paper.orders).toHaveLength(3);
  });

  test('an exchange that keeps refusing by rate: exit 8, and the rest is withheld as rate-limit', async () => {
    const { paper, at } = await paperAndPlace({ faults: { rate: 1 } });
    at.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { ipWeight: 500/1s, uidWeight: 500/1s, queries: false }\nexecution: { rateRefusals: 1 }\n',
    );
    const plan = at.write('plan.yaml', bids('rate', 3));
    const run = await here(['run', plan, ...live], at);
    expect(run.code).toBe(8);
    expect(paper.requests).toHaveLength(2);
    const outcomes = ofKind(eventsOf(run), 'order-outcome');
    expect(outcomes.map((one) => one.outcome === 'withheld' && one.reason)).toEqual([
      'rate-limit',
      'rate-limit',
      'rate-limit',
    ]);
  });
});
