/** Orders whose answers were lost, through the built command: found on the exchange, or decided by a person. */
import { describe, expect, test } from 'vitest';
import { clientOrderId } from '../../src/model/ids.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { passTime } from '../support/pass-time.ts';
import {
  journalOf,
  GO_ON,
  KINDS,
  KIND_IDS,
  LOSING,
  forget,
  paperAndPlace,
  run,
  said,
  settle,
  status,
  type At,
} from '../support/live.ts';

describe('looking up', () => {
  test('every answer lost: settle finds every kind of order, and nothing is sent again', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', GO_ON);
    at.write('plan.yaml', KINDS);
    expect((await run(at)).code).toBe(7);
    expect(paper.orders).toHaveLength(5);
    const settled = await settle(at, '--output', 'ndjson');
    expect(settled.code).toBe(0);
    const found = ofKind(eventsOf(settled), 'order-outcome');
    expect(Object.fromEntries(found.map((one) => [one.clientOid, one.outcome === 'accepted' && one.orderId]))).toEqual(
      Object.fromEntries(paper.orders.map(({ clientOid, orderId }) => [clientOid, orderId])),
    );
    expect(found.map(({ id }) => id).toSorted()).toEqual(KIND_IDS.toSorted());
    expect(eventsOf(settled).at(-1)).toMatchObject({
      event: 'run-finished',
      counts: { accepted: 5, unknown: 0 },
      exitCode: 0,
    });
    const again = await run(at);
    expect(again.code).toBe(0);
    expect(said(again).toSorted()).toEqual(KIND_IDS.map((id) => `${id} already-accepted`).toSorted());
    expect(paper.orders).toHaveLength(5);
    const asked = paper.requests.length;
    expect((await settle(at)).code).toBe(0);
    expect(paper.requests).toHaveLength(asked);
  });

  test('a trigger that fired since is not told as filled: the limit order that it became may rest', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    const hedge = '{ id: hedge, side: open-long, size: 0.01, trigger: 70000, price: 60000 }';
    at.write('plan.yaml', `version: 1\nname: fires\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - ${hedge}\n`);
    expect((await run(at)).code).toBe(7);
    paper.fire(paper.orders[0]?.orderId ?? '');
    expect(paper.orders.map(({ status: now }) => now)).toEqual(['triggered', 'open']);
    const settled = await settle(at);
    expect(settled.code).toBe(0);
    expect(settled.stdout).toMatch(/^1 unknown: 1 found, fired\n/);
    expect(settled.stdout).toMatch(/^\? FIRED +hedge +order \d+, fired, /m);
    expect(settled.stdout).not.toContain('filled');
    expect(settled.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'What the trigger became may be open: hedge. Look for it:',
    );
    expect(settled.stdout).toContain('ordo status plan.yaml --refresh\n');
    expect((await status(at)).replaceAll(/\s+/g, ' ')).toMatch(/accepted hedge .*fired: what it became may be open/);
    const looked = await here(['status', 'plan.yaml', '--refresh'], at);
    expect(looked.stdout.replaceAll(/\s+/g, ' ')).toMatch(/hedge .*fired as order \d+, open/);
  });

  test('what is in no list stays unknown, is said so, and is withheld', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('lost', 3));
    await run(at);
    forget(paper, (_, index) => index === 1);
    const settled = await settle(at);
    expect(settled.code).toBe(7);
    expect(settled.stdout).toMatch(/^3 unknown: 2 found on the exchange, 1 in no list\n/);
    for (const { orderId } of paper.orders) expect(settled.stdout).toContain(orderId);
    const { stdout } = await settle(at, '--journal', journalOf(at));
    for (const word of ['--placed', '--absent']) expect(stdout).toContain(` --journal ${journalOf(at)} ${word} bid-2`);
    const next = await run(at);
    expect(next.code).toBe(7);
    expect(said(next)).toContain('bid-2 unresolved');
    expect(await status(at)).toMatch(/UNKNOWN +bid-2/);
    // It appears late.
    (paper.orders as PaperOrder[]).push({
      ...(paper.orders[0] as PaperOrder),
      clientOid: clientOrderId('lost', 1, 'bid-2', 0),
      orderId: '719288599253619999',
    });
    expect((await settle(at)).code).toBe(0);
  });

  test('an exchange that is gone, or refuses the key: nothing is concluded, exit 7', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('lost', 2));
    await run(at);
    const refused = await settle({ ...at, env: { ...at.env, ORDO_API_SECRET: 'another' } }, '--output', 'ndjson');
    expect(refused.code).toBe(7);
    expect(said(refused)).toEqual(['bid-1 unknown', 'bid-2 unknown']);
    expect(refused.stdout).toContain('40009');
    await paper.close();
    const gone = await settle(at);
    expect(gone.code).toBe(7);
    expect(gone.stdout).toMatch(/^» note +nothing answers at [^]*\n2 unknown: 2 not looked up\n/);
  });

  test('also what the plan no longer has, and what a kill left in flight', async () => {
    const { paper, at } = await paperAndPlace({ latencyMs: 300 });
    at.write('plan.yaml', bids('kill', 3));
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/call-sent/);
    while (paper.orders.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    running.child.kill('SIGKILL');
    await running.ended;
    at.write('plan.yaml', bids('kill', 2));
    const settled = await settle(at, '--output', 'ndjson');
    expect(settled.code).toBe(0);
    expect(said(settled).toSorted()).toEqual(['bid-1 accepted', 'bid-2 accepted', 'bid-3 accepted']);
  });

  test('right after a run, and a run right after it, keep to the windows', async () => {
    const window = { amount: 28, windowMs: 1000 };
    const { paper, at } = await paperAndPlace({ ...LOSING, ipWeight: window, uidWeight: window });
    // The run asks nothing: an answered question would be as old by the journal, and young by the exchange.
    at.write('ordo.config.yaml', `${GO_ON}exchange: { ipWeight: 28/1s, uidWeight: 28/1s, queries: false }\n`);
    at.write('plan.yaml', KINDS);
    await run(at);
    at.write('ordo.config.yaml', `${GO_ON}exchange: { ipWeight: 28/1s, uidWeight: 28/1s }\n`);
    // A lost call counts as long as its timestamp is good; what is left then is a window, and a second for one that came late.
    passTime(journalOf(at), 29_000);
    forget(paper, ({ symbol }) => symbol === 'cmt_ethusdt');
    expect((await settle(at)).code).toBe(7);
    at.write('plan.yaml', `${KINDS}  - { id: more, side: open-long, size: 0.01, price: 60002, stopLoss: 50000 }\n`);
    await run(at);
    expect([paper.refusedByRate, paper.orders.length]).toEqual([0, 5]);
  });

  test('Ctrl-C while it waits: what was found is settled, the rest is not looked up', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', `${GO_ON}exchange: { queries: false }\n`);
    at.write('plan.yaml', KINDS);
    await run(at);
    // Beside what the run spent, the questions of one group of three have room in an hour.
    at.write(
      'ordo.config.yaml',
      'version: 1\nexchange: { ipWeight: 38/59m, uidWeight: 63/59m }\nexecution: { maxPause: 60m }\n',
    );
    const asked = paper.requests.length;
    const running = start(['settle', 'plan.yaml', '--output', 'ndjson'], at);
    while (paper.requests.length < asked + 6) await new Promise((resolve) => setTimeout(resolve, 5));
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.code).toBe(7);
    expect(eventsOf(ended).at(-1)).toMatchObject({ event: 'run-finished' });
    expect(said(ended).toSorted()).toEqual([
      'bail-out unknown',
      'ether unknown',
      'filled accepted',
      'preset accepted',
      'rests accepted',
    ]);
    expect(paper.orders).toHaveLength(5);
  });

  test.each([
    ['no lookup calls', 'version: 1\nexchange: { queries: false }\n', {}, 'exchange.queries'],
    ['no key', 'version: 1\n', { ORDO_API_KEY: '' }, 'ORDO_API_KEY'],
    ['an environment that leaks', 'version: 1\n', { NODE_DEBUG: 'http' }, 'NODE_DEBUG'],
    ['no address', 'version: 1\n', { ORDO_BASE_URL: '' }, 'no exchange is configured: settle needs exchange.baseUrl'],
  ])('with %s is exit 2', async (_, config, env, word) => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', bids('lost', 1));
    await run(at);
    at.write('ordo.config.yaml', config);
    const asked = paper.requests.length;
    const ended = await settle({ ...at, env: { ...at.env, ...env } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(word);
    expect(paper.requests).toHaveLength(asked);
  });

  test('with nothing unknown asks nothing and reads no key', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('none', 1));
    const ended = await settle({ ...at, env: { ...at.env, ORDO_API_KEY: '' } });
    expect(ended.code).toBe(0);
    expect(paper.requests).toEqual([]);
  });

  test('while a run holds the account is exit 10', async () => {
    const { at } = await paperAndPlace({ latencyMs: 1000 });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    at.write('plan.yaml', bids('lock', 1));
    const running = start(['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    await running.until(/call-sent/);
    // It holds the account for as long as this test needs, however busy the machine is.
    running.child.kill('SIGSTOP');
    expect((await settle(at)).code).toBe(10);
    running.child.kill('SIGCONT');
    expect((await running.ended).code).toBe(0);
  });
});

async function threeUnknown(): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(LOSING);
  world.at.write('plan.yaml', bids('decide', 3));
  await run(world.at);
  return world;
}

describe('a person’s decision', () => {
  test('is journaled with who and why, needs neither key nor socket, and ends the unknown', async () => {
    const { paper, at } = await threeUnknown();
    const asked = paper.requests.length;
    passTime(journalOf(at), 61_000);
    const keyless = { ...at, env: { ...at.env, ORDO_API_KEY: '', NODE_DEBUG: 'http' } };
    const decided = await settle(
      keyless,
      '--placed',
      'bid-1=596471064624628269',
      '--absent',
      'bid-2',
      '--why',
      'seen at 14:05',
    );
    expect(decided.code).toBe(7);
    expect((await settle(keyless, '--placed', 'bid-3=7')).code).toBe(0);
    expect(paper.requests).toHaveLength(asked);
    const known = await status(at);
    expect(known).toMatch(/accepted +bid-1[^✓○]*596471064624628269[^✓○]*seen at 14:05/);
    expect(known).toMatch(/absent +bid-2[^✓○]*seen at 14:05/);
    const next = await run(at);
    expect(said(next).toSorted()).toEqual(['bid-1 already-accepted', 'bid-2 already-absent', 'bid-3 already-accepted']);
    expect(next.code).toBe(6);
    expect(paper.orders).toHaveLength(3);
  });

  test('that is none is exit 2, and decides nothing', async () => {
    const { at } = await threeUnknown();
    const none: Record<string, string[]> = {
      'absent without why': ['--absent', 'bid-1'],
      'absent with an empty why': ['--absent', 'bid-1', '--why', '  '],
      'a why about nothing': ['--why', 'so'],
      'an order twice': ['--absent', 'bid-1', '--placed', 'bid-1=7', '--why', 'so'],
      'an order id twice': ['--placed', 'bid-1=7', '--placed', 'bid-2=7'],
      'an order that is not there': ['--placed', 'bid-1=7', '--absent', 'bid-9', '--why', 'so'],
      'no order id': ['--placed', 'bid-1='],
      'an order id that is none': ['--placed', 'bid-1=null'],
      'an order id of zero': ['--placed', 'bid-1=0'],
      'an order id with a blank': ['--placed', 'bid-1=5 6'],
    };
    for (const [what, args] of Object.entries(none))
      expect([what, (await settle(at, ...args)).code]).toEqual([what, 2]);
    expect((await status(at)).match(/UNKNOWN +bid-/g)).toHaveLength(3);
  });

  test('on an order that is not unknown, or with the order id of another, is exit 2', async () => {
    const { paper, at } = await threeUnknown();
    const { orderId = '' } = paper.orders[0] ?? {};
    await settle(at, '--placed', `bid-1=${orderId}`);
    expect((await settle(at, '--absent', 'bid-1', '--why', 'no')).code).toBe(2);
    const another = await settle(at, '--placed', `bid-2=${orderId}`);
    expect(another.code).toBe(2);
    expect(another.stderr).toContain('bid-1');
  });
});
