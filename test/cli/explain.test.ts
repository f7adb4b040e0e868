/** `ordo explain` through the built command: before anything was sent, and where there is nothing to explain. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientOrderId } from '../../src/model/ids.ts';
import { startFaultServer } from '../../proofs/support/fault-server.ts';
import { afterTest, paperAndPlace, run } from '../support/live.ts';
import { here } from '../support/here.ts';
import { eventsOf, ofKind, place } from '../../proofs/support/ordo.ts';
import { PLAN, bodies, explain, headline, written } from '../support/explained.ts';

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
    expect(told.stdout).toMatch(/marginMode +cross +the default\n/);
    const calls = ofKind(
      eventsOf(await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], at)),
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
    expect(told.stdout).toMatch(/never sent +pullback-1 +0\.01 +63000 +2\n/);
    expect(told.stdout).toMatch(/never sent +pullback-4 +0\.04 +60000 +2\n/);
    expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain('together: size 0.1, worth 6100 in quote coin');
  });

  test('with another value of a variable the line that does not hold is named', async () => {
    const { at } = await paperAndPlace();
    const told = await explain(written(at), 'entry', '--var', 'entry=64500');
    expect(told.stdout).toContain('line 5 is not used: --var entry=64500');
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

test('a call costs what its version of the interface counts', async () => {
  const { at } = await paperAndPlace();
  expect((await explain(written(at), 'entry')).stdout).toMatch(/, weight IP 2, UID 5/);
  const three = await explain(written(at, PLAN, 'exchange: { interface: v3 }\n'), 'entry');
  expect(three.stdout).toMatch(/, weight 1 ORD/);
  expect(three.stdout).not.toContain('UID');
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
    expect(told.stderr).toContain('no exchange is configured: explain --journal needs');
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
