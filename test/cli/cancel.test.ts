/** What `ordo cancel` shows, which orders it picks, and what it asks before it sends: through the command. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { approved, cancel, codeOf, ends, misshapen, namedIn, planned, shown, statuses } from '../support/cancels.ts';
import { here } from '../support/here.ts';
import { KINDS, LOSING, paperAndPlace, run, said, type At } from '../support/live.ts';

const LADDER = `version: 1
name: off
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 60000 }
  - { id: pullback, side: open-long, price: { from: 59000, to: 58000, steps: 3 }, size: { total: 0.06, shape: linear } }
`;
const LIST =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_btcusdt":{"tick":"0.1","step":"0.0001","minSize":"0.0001"}}}';
const RUNGS = ['pullback-1', 'pullback-2', 'pullback-3'];

async function placed(plan = bids('off', 5), options: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(options);
  world.at.write('ordo.config.yaml', 'version: 1\nexecution: { onUnknown: continue }\n');
  world.at.write('plan.yaml', plan);
  await run(world.at);
  return world;
}

/** Neither a key nor anything to answer. */
const keyless = (at: At): At => ({ ...at, env: { ...at.env, ORDO_API_KEY: '', ORDO_API_SECRET: '' } });

describe('what would be cancelled', () => {
  test('is told to a program with its code and calls, without a key or a socket', async () => {
    const { paper, at } = await placed();
    const asked = paper.requests.length;
    const dry = await planned(keyless(at));
    expect([dry.code, paper.requests.length, misshapen(dry)]).toEqual([0, asked, []]);
    const events = eventsOf(dry);
    expect(events.map(({ event }) => event)).toEqual(['plan-loaded', 'call-planned', 'protection', 'run-finished']);
    const ids = paper.orders.map(({ orderId }) => orderId);
    expect(events).toMatchObject([
      {
        plan: 'off',
        generation: 1,
        orders: 5,
        digest: expect.any(String) as string,
        approval: expect.any(String) as string,
      },
      { operation: 'cancel', kind: 'batch', body: JSON.stringify({ ids }), weight: { ip: 5, uid: 10 } },
      { basis: 'after-run', state: 'none' },
      { mode: 'dry-run', target: 'live', exitCode: 0, counts: { cancelled: 0, filled: 0, refused: 0, unknown: 0 } },
    ]);
  });

  test('is shown to a person in 80 columns, with the command that goes on', async () => {
    const { paper, at } = await placed(KINDS.replace('name: kinds', 'name: off'));
    const dry = await shown(keyless(at));
    expect([dry.code, dry.stderr]).toEqual([0, '']);
    // A command stands on one line, however long: it is there to be copied.
    const lines = dry.stdout.split('\n').filter((line) => !line.startsWith('  ordo cancel '));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const { orderId } of paper.orders) expect(dry.stdout).toContain(orderId);
    const code = await codeOf(at);
    expect(dry.stdout).toContain(`  ordo cancel plan.yaml --execute --live --approve ${code}\n`);
    expect(dry.stdout.trimEnd().split('\n').at(-1)).toBe(
      `off: cancels 5 orders in 2 calls · 7 IP, 13 UID · approval ${code.slice(0, 12)}`,
    );
  });

  test('names what has an unknown placing by its client order id, but no trigger', async () => {
    const { paper, at } = await placed(KINDS.replace('name: kinds', 'name: off'), LOSING);
    const dry = await planned(at);
    const bodies = ofKind(eventsOf(dry), 'call-planned').map(({ body }) => body);
    expect(bodies).toEqual([expect.stringMatching(/^\{"cids":\[/)]);
    const oids = paper.orders.filter(({ kind }) => kind !== 'trigger').map(({ clientOid }) => clientOid);
    for (const oid of oids) expect(bodies[0]).toContain(oid);
    expect((await shown(at)).stdout).toContain('ordo settle plan.yaml');
  });

  test('is nothing where nothing stands: exit 0, and no key is read to execute it', async () => {
    const { paper, at } = await placed(bids('off', 1), { faults: { 'reject-one': 1 } });
    const asked = paper.requests.length;
    expect(await shown(keyless(at))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nothing to cancel') as string,
    });
    const executed = await cancel(keyless(at));
    expect([executed.code, paper.requests.length, misshapen(executed)]).toEqual([0, asked, []]);
    expect((await approved(keyless(at))).stdout).toContain('No order of this plan is open.');
  });

  test('is not known of a plan that the journal does not know: exit 2', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('off', 2));
    for (const ended of [await shown(at), await cancel(at)])
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('what is open of off is not known')]);
    expect(paper.requests).toEqual([]);
  });
});

const picked = async (at: At, ...more: string[]): Promise<string[]> => namedIn(await planned(at, ...more));

describe('which orders', () => {
  test('--only takes an order, or the rungs of a ladder', async () => {
    const { at } = await paperAndPlace();
    at.write('ordo.config.yaml', 'version: 1\n');
    at.write('instruments.json', LIST);
    at.write('plan.yaml', LADDER);
    await run(at);
    expect(await picked(at, '--only', 'entry')).toEqual(['entry']);
    expect(await picked(at, '--only', 'pullback')).toEqual(RUNGS);
    expect(await picked(at, '--only', 'pullback-2', '--only', 'entry')).toEqual(['entry', 'pullback-2']);
    expect(ends(await cancel(at, '--only', 'pullback'))).toEqual(RUNGS.map((id) => `${id} cancelled`));
    expect(await picked(at)).toEqual(['entry']);
  });

  test.each([
    ['an id that nobody knows', 'entyr', 'the journal knows no such order'],
    ['an order that was never sent', 'late', 'no part of it is open'],
    ['an order that was rejected', 'bad', 'no part of it is open'],
  ])('--only with %s is exit 2', async (_, id, words) => {
    const { paper, at } = await placed(bids('off', 1).replaceAll('bid-1', 'bad'), { faults: { 'reject-one': 1 } });
    at.write(
      'plan.yaml',
      `${bids('off', 1).replaceAll('bid-1', 'bad')}  - { id: late, side: open-long, size: 0.01, price: 60000 }\n`,
    );
    const asked = paper.requests.length;
    for (const ended of [await shown(at, '--only', id), await cancel(at, '--only', id)]) {
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(words);
    }
    expect(paper.requests).toHaveLength(asked);
  });

  test('--removed takes what the plan no longer has, and only that', async () => {
    const { paper, at } = await placed();
    at.write('plan.yaml', bids('off', 3));
    expect(await picked(at, '--removed')).toEqual(['bid-4', 'bid-5']);
    const ended = await cancel(at, '--removed');
    expect([ended.code, ends(ended)]).toEqual([0, ['bid-4 cancelled', 'bid-5 cancelled']]);
    expect(statuses(paper)).toEqual(['open', 'open', 'open', 'canceled', 'canceled']);
  });

  test.each([
    ['is broken', (at: At): unknown => at.write('plan.yaml', `${bids('off', 3)}  - { id: `)],
    ['is invalid', (at: At): unknown => at.write('plan.yaml', bids('off', 3).replace('open-long', 'open-lung'))],
    ['is gone', (at: At): void => rmSync(join(at.folder, 'plan.yaml'))],
  ])('where the plan %s, all of it is cancelled by name, and --removed is exit 2', async (_, change) => {
    const { paper, at } = await placed();
    change(at);
    const removed = await cancel(at, '--removed');
    expect([removed.code, removed.stdout + removed.stderr]).toEqual([
      2,
      expect.stringContaining('--removed compares with the plan'),
    ]);
    const ended = await cancel(at);
    expect([ended.code, misshapen(ended)]).toEqual([0, []]);
    expect(statuses(paper)).toEqual(Array.from({ length: 5 }, () => 'canceled'));
  });

  test('--name takes the plan by its name; one that the journal does not know is exit 2', async () => {
    const { paper, at } = await placed();
    rmSync(join(at.folder, 'plan.yaml'));
    const byName = (name: string) =>
      here(['cancel', '--name', name, '--execute', '--live', '--yes', '--output', 'ndjson'], at);
    expect((await byName('offf')).code).toBe(2);
    expect((await byName('off')).code).toBe(0);
    expect(new Set(statuses(paper))).toEqual(new Set(['canceled']));
  });

  test('those of other plans, and of nobody here, are untouched', async () => {
    const { paper, at } = await placed();
    at.write('plan.yaml', bids('other', 2));
    await run(at);
    at.write('plan.yaml', bids('off', 5));
    await cancel(at);
    expect(statuses(paper)).toEqual([...Array.from({ length: 5 }, () => 'canceled'), 'open', 'open']);
    const bodies = paper.requests.filter(({ path }) => path.includes('cancel')).map(({ body }) => body);
    for (const { orderId, clientOid } of paper.orders.slice(5))
      for (const body of bodies) expect(body.includes(orderId) || body.includes(clientOid)).toBe(false);
  });

  test('a cancelled order is withheld until --again names it', async () => {
    const { paper, at } = await placed(bids('off', 2));
    await cancel(at, '--only', 'bid-1');
    const withheld = await run(at);
    expect([withheld.code, said(withheld).toSorted()]).toEqual([
      6,
      ['bid-1 already-cancelled', 'bid-2 already-accepted'],
    ]);
    expect((await run(at, '--again', 'cancelled')).code).toBe(0);
    expect(statuses(paper)).toEqual(['canceled', 'open', 'open']);
    expect(ends(await cancel(at))).toEqual(['bid-1 cancelled', 'bid-2 cancelled']);
    expect(new Set(statuses(paper))).toEqual(new Set(['canceled']));
  });
});
