/** `ordo explain` through the built command, after each way in which an order can end. */
import { describe, expect, test } from 'vitest';
import { validateEvent } from '../../src/generated/validate-event.js';
import { clientOrderId } from '../../src/model/ids.ts';
import { firstUnsafe } from '../../src/model/safe-text.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { httpAnswer, startFaultServer } from '../../proofs/support/fault-server.ts';
import { LOSING, afterTest, paperAndPlace, run, settle } from '../support/live.ts';
import { eventsOf, ofKind, place } from '../../proofs/support/ordo.ts';
import { PLAN, bodies, explain, headline, written } from '../support/explained.ts';

const placed = (paper: PaperExchange): string[] =>
  paper.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
const orderIdOf = (paper: PaperExchange, id: string): string =>
  paper.orders.find(({ clientOid }) => clientOid === clientOrderId('breakout', 1, id, 0))?.orderId ?? 'none';

describe('after it was sent', () => {
  test('accepted: the order id, and the bytes that went out', async () => {
    const { paper, at } = await paperAndPlace();
    expect((await run(written(at))).code).toBe(0);
    for (const id of ['entry', 'pullback-3', 'bail-out']) {
      const told = await explain(at, id);
      expect(told.code).toBe(0);
      expect(headline(told)).toBe(`${id} of breakout: accepted as ${orderIdOf(paper, id)}`);
      const [body = ''] = bodies(told);
      expect(placed(paper)).toContain(body);
      expect(body).toContain(clientOrderId('breakout', 1, id, 0));
      expect(told.stdout).toContain('the next run withholds it: already-accepted');
      expect(told.stdout).toMatch(/sent +\d{4}-\d\d-\d\dT\S+Z in call \d/);
    }
    const ladder = await explain(at, 'pullback');
    expect(headline(ladder)).toBe('pullback of breakout: ladder of 4 orders, 4 accepted');
    expect(ladder.stdout).toMatch(new RegExp(`accepted +pullback-4 .* ${orderIdOf(paper, 'pullback-4')}\n`));
  });

  test('edited since: what differs is said, and the bytes stay those that were sent', async () => {
    const { paper, at } = await paperAndPlace();
    await run(written(at));
    at.write('plan.yaml', PLAN.replace('entry: 64000', 'entry: 63900'));
    const told = await explain(at, 'entry');
    expect(headline(told)).toMatch(/accepted as \d+, and the plan was edited since$/);
    expect(told.stdout).toContain('price 64000 → 63900');
    expect(placed(paper)).toContain(bodies(told)[0]);
    expect(told.stdout).toMatch(/price +63900 /);
  });

  test('rejected, and what waited for it: withheld, never sent', async () => {
    const { at } = await paperAndPlace({ faults: { 'reject-one': 1 } });
    await run(written(at));
    const told = await explain(at, 'entry');
    expect(told.code).toBe(0);
    expect(headline(told)).toMatch(/^entry of breakout: rejected \d+: \S/);
    expect(told.stdout).toMatch(/code +\d+\n/);
    const waiting = await explain(at, 'bail-out');
    expect(waiting.code).toBe(0);
    expect(waiting.stdout.replaceAll('\n', ' ')).toMatch(/^bail-out of breakout: never sent, and withheld: dependency/);
    expect(waiting.stdout).toContain('In no call');
    expect(bodies(waiting)).toEqual([]);
  });

  test('unknown is exit 7, and no other order’s matter; settled, it is accepted', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    await run(written(at, PLAN, 'execution: { onUnknown: stop }\nexchange: { inFlight: 1 }\n'));
    const told = await explain(at, 'entry');
    expect(told.code).toBe(7);
    expect(headline(told)).toMatch(/^entry of breakout: unknown: \S/);
    expect(placed(paper)).toEqual(bodies(told));
    expect((await explain(at, 'pullback')).code).toBe(0);
    expect((await explain(at, 'pullback-1')).code).toBe(0);
    expect((await settle(at)).code).toBe(0);
    const settled = await explain(at, 'entry');
    expect(settled.code).toBe(0);
    expect(headline(settled)).toBe(`entry of breakout: accepted as ${orderIdOf(paper, 'entry')}`);
    expect(settled.stdout).toMatch(/rule +found\n/);
  });

  test('a ladder with an unknown rung is exit 7', async () => {
    const { at } = await paperAndPlace(LOSING);
    await run(written(at, PLAN, 'execution: { onUnknown: continue }\n'));
    const told = await explain(at, 'pullback');
    expect(told.code).toBe(7);
    expect(headline(told)).toBe('pullback of breakout: ladder of 4 orders, 4 UNKNOWN');
  });

  test('placed again: the lineage of what is known, and every sending', async () => {
    const { at } = await paperAndPlace({ faults: { 'reject-one': 1 } });
    await run(written(at));
    await run(at, '--again', 'entry');
    const told = await explain(at, 'entry');
    expect(told.stdout).toContain(clientOrderId('breakout', 1, 'entry', 1));
    expect(told.stdout).toMatch(/lineage +1\n/);
    expect(told.stdout.match(/^ +sent +\d{4}-/gm)).toHaveLength(2);
    expect(bodies(told)[0]).toContain(clientOrderId('breakout', 1, 'entry', 1));
  });
});

test('nothing that an exchange says drives the terminal, and no line but a body is wider than 80 columns', async () => {
  const words = `\u001b[2J\u001b]0;title\u0007\u202e${'so it goes '.repeat(30)}`;
  const server = await startFaultServer({
    onRequest: (_, socket) => socket.write(httpAnswer(400, JSON.stringify({ code: '40015', msg: words }))),
  });
  const at = place(server.origin);
  afterTest(() => server.close());
  afterTest(() => at.remove());
  await run(written(at, PLAN, 'exchange: { queries: false }\n'));
  for (const id of ['entry', 'pullback-2', 'pullback']) {
    const told = await explain(at, id);
    expect(told.stdout).toContain('40015');
    expect(told.stdout).toContain('\\e[2J');
    expect(firstUnsafe(told.stdout.replaceAll('\n', ''))).toBeUndefined();
    const wide = told.stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('{'));
    expect(wide).toEqual([]);
  }
});

describe('--output ndjson', () => {
  test('is the call that it goes in, and once sent its outcome; every line fits the schema', async () => {
    const { paper, at } = await paperAndPlace();
    written(at);
    const before = eventsOf(await explain(at, 'pullback-2', '--output', 'ndjson'));
    expect(before.map(({ event }) => event)).toEqual(['call-planned']);
    expect(ofKind(before, 'call-planned')[0]?.orders).toContain('pullback-2');
    await run(at);
    const after = eventsOf(await explain(at, 'pullback-2', '--output', 'ndjson'));
    expect(after).toMatchObject([
      { event: 'order-outcome', id: 'pullback-2', outcome: 'accepted', orderId: orderIdOf(paper, 'pullback-2') },
    ]);
    const ladder = eventsOf(await explain(at, 'pullback', '--output', 'ndjson'));
    expect(ofKind(ladder, 'order-outcome').map(({ id }) => id)).toEqual([1, 2, 3, 4].map((n) => `pullback-${n}`));
    for (const event of [...before, ...after, ...ladder]) expect(validateEvent(event)).toBe(true);
  });
});
