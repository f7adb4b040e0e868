/** `ordo explain` through the built command: before anything was sent, and after each way in which an order can end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateEvent } from '../../src/generated/validate-event.js';
import { clientOrderId } from '../../src/model/ids.ts';
import { firstUnsafe } from '../../src/model/safe-text.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { httpAnswer, startFaultServer } from '../../proofs/support/fault-server.ts';
import { LOSING, afterTest, paperAndPlace, run, settle, type At } from '../support/live.ts';
import { eventsOf, ofKind, ordo, place, type Ended, type Place } from '../../proofs/support/ordo.ts';

const INSTRUMENTS = `{"asOf":"2026-11-21T08:00:00Z","source":"https://example.com","instruments":{
  "cmt_btcusdt":{"tick":"0.5","step":"0.0001","minSize":"0.0001","maxSize":"1200"}}}`;
const PLAN = `version: 1
name: breakout
description: Entry with a laddered pullback
vars:
  entry: 64000
  unusual: =entry - 4000
defaults: { symbol: cmt_btcusdt }
orders:
  - id: entry # the first
    side: open-long
    size: 0.010
    price: =entry
    stopLoss: =unusual
  - id: pullback
    side: open-long
    price: { from: 63000, to: 60000, steps: 4 }
    size: { total: 0.1, shape: linear }
  - id: bail-out
    side: close-long
    size: 0.11
    trigger: 61900
    price: market
    after: [entry]
`;

function written(at: At, plan = PLAN, config = ''): At {
  at.write('plan.yaml', plan);
  at.write('instruments.json', INSTRUMENTS);
  at.write('ordo.config.yaml', `version: 1\ninstruments: instruments.json\n${config}`);
  return at;
}
const explain = (at: Place, ...args: string[]): Promise<Ended> => ordo(['explain', 'plan.yaml', ...args], at);
const headline = ({ stdout }: Ended): string => stdout.split('\n')[0] ?? '';
const bodies = ({ stdout }: Ended): string[] => stdout.split('\n').filter((line) => line.startsWith('{'));
const placed = (paper: PaperExchange): string[] =>
  paper.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
const orderIdOf = (paper: PaperExchange, id: string): string =>
  paper.orders.find(({ clientOid }) => clientOid === clientOrderId('breakout', 1, id, 0))?.orderId ?? 'none';

describe('before anything was sent', () => {
  test('an order: its lines, where each value comes from, the very bytes of the dry run', async () => {
    const { paper, at } = await paperAndPlace();
    written(at);
    const told = await explain(at, 'entry');
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(headline(told)).toBe('entry of breakout: never sent');
    expect(told.stdout).toContain('   9 |   - id: entry # the first\n');
    expect(told.stdout).toContain('   5 |   entry: 64000\n');
    expect(told.stdout).toMatch(/size +0\.010 +line 11\n/);
    expect(told.stdout).toMatch(/price +64000 +line 12: =entry \(entry = 64000\)\n/);
    expect(told.stdout).toMatch(/symbol +cmt_btcusdt +from defaults, line 7\n/);
    expect(told.stdout).toMatch(/marginMode +cross +the standing default\n/);
    const calls = ofKind(
      eventsOf(await ordo(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at)),
      'call-planned',
    );
    expect(bodies(told)).toEqual(calls.filter(({ orders }) => orders.includes('entry')).map(({ body }) => body));
    expect(paper.requests).toEqual([]);
  });

  test('a rung: its ladder’s lines and rule, its call, and its own entry out of the batch', async () => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at), 'pullback-2');
    expect(told.stdout).toContain('plan.yaml:14\n');
    expect(told.stdout).toMatch(/price +62000 +line 16: .*, 1\/3 of\s+the\s+way/s);
    expect(told.stdout).toContain('rung 2 of 4 of pullback');
    const [body = '', entry = ''] = bodies(told);
    const { orderDataList } = JSON.parse(body) as { orderDataList: { client_oid: string }[] };
    expect(JSON.parse(entry)).toEqual(orderDataList[1]);
    expect(body).toContain(entry);
    expect(orderDataList[1]?.client_oid).toBe(clientOrderId('breakout', 1, 'pullback-2', 0));
  });

  test('a ladder: its rule, and each rung with its price, size, call and state', async () => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at), 'pullback');
    expect(headline(told)).toBe('pullback of breakout: ladder of 4 orders, 4 never sent');
    expect(told.stdout).toMatch(/pullback-1 +0\.01 +63000 +2 +never sent\n/);
    expect(told.stdout).toMatch(/pullback-4 +0\.04 +60000 +2 +never sent\n/);
    expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain('together: size 0.1, worth 6100 in quote coin');
  });

  test('with another value of a variable the line that does not hold is named', async () => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at), 'entry', '--var', 'entry=64500');
    expect(told.stdout).toContain('line 5 does not hold: --var entry=64500');
    expect(bodies(told)[0]).toContain('"price":"64500","presetStopLossPrice":"60500"');
  });

  test('where no exchange is named no journal is looked at, and that is said; ladders go by the paper’s ticks', async () => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plan.yaml', PLAN);
    for (const id of ['bail-out', 'pullback', 'pullback-1']) {
      const told = await explain(at, id);
      expect(told.code).toBe(0);
      expect(headline(told)).toContain('no journal was looked at');
      expect(told.stdout.replaceAll('\n', ' ')).toContain('neither the config nor ORDO_BASE_URL names a live exchange');
      expect(told.stdout).not.toContain('Journal');
    }
  });
});

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
    expect(ladder.stdout).toContain(`accepted ${orderIdOf(paper, 'pullback-4')}\n`);
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
  await run(written(at));
  for (const id of ['entry', 'pullback-2', 'pullback']) {
    const told = await explain(at, id);
    expect(told.stdout).toContain('40015');
    expect(told.stdout).toContain('\\e[2J');
    expect(firstUnsafe(told.stdout.replaceAll('\n', ''))).toBeUndefined();
    const wide = told.stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('{'));
    expect(wide).toEqual([]);
  }
});

test('no key is read and no socket opened, whatever is explained', async () => {
  const server = await startFaultServer({});
  const at = place(server.origin);
  afterTest(() => server.close());
  afterTest(() => at.remove());
  const ran = join(at.folder, 'ran');
  written(at, PLAN, `exchange: { keysCommand: ${JSON.stringify(['touch', ran])} }\n`);
  for (const name of Object.keys(at.env).filter((one) => one.startsWith('ORDO_API_'))) delete at.env[name];
  for (const args of [['entry'], ['pullback'], ['bail-out', '--output', 'ndjson']]) {
    expect((await explain(at, ...args)).code).toBe(0);
  }
  expect(server.connections()).toBe(0);
  expect(existsSync(ran)).toBe(false);
  expect(existsSync(join(at.folder, 'state'))).toBe(false);
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

describe('what cannot be explained', () => {
  test.each([
    ['an id with a slip', ['pulback'], 'did you mean pullback?'],
    ['an id that is nothing like any', ['zzzzzzzz'], 'a dry run lists its orders: ordo run plan.yaml'],
    ['no id', [], 'explain takes one plan and one order id'],
    ['two ids', ['entry', 'bail-out'], 'explain takes one plan and one order id'],
    ['an unknown variable', ['entry', '--var', 'entri=1'], 'did you mean entry?'],
  ])('%s is exit 2', async (_, args, words) => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at), ...args);
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(told.stderr).toContain(words);
  });

  test('a journal of no exchange is exit 2', async () => {
    const at = place();
    afterTest(() => at.remove());
    const told = await explain(written(at), 'entry', '--journal', 'journal.db');
    expect(told.code).toBe(2);
    expect(told.stderr).toContain('explain --journal needs the exchange’s address');
  });

  test('an order that was removed after it was sent: said so', async () => {
    const { at } = await paperAndPlace();
    await run(written(at));
    at.write('plan.yaml', PLAN.replace('id: entry', 'id: entry-2').replace('after: [entry]', 'after: [entry-2]'));
    const told = await explain(at, 'entry');
    expect(told.code).toBe(2);
    expect(told.stderr).toContain('removed after being sent');
  });

  test.each([
    ['an invalid plan', PLAN.replace('open-long', 'open-lung'), '', 3, 'error[value/word]'],
    ['a plan that a policy forbids', PLAN, 'policy: { maxOrders: 2 }\n', 4, 'error[policy/'],
  ])('%s is told by its diagnostics', async (_, plan, config, code, words) => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at, plan, config), 'entry');
    expect(told.code).toBe(code);
    expect(told.stdout).toContain(words);
    expect(told.stdout).not.toContain('Fields');
  });
});
