/**
 * A plan that is placed from a second, new journal: what another journal has placed of it is seen under whichever lineage, by
 * lists that may go wrong, and is taken in as it rests.
 */
import { describe, expect, test } from 'vitest';
import type { ListFault } from '../../src/paper/list-faults.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, eventsOf, ofKind, type Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { putOrders } from '../support/listed-orders.ts';
import { forget, LOSING, paperAndPlace, run, said, settle, type At } from '../support/live.ts';

const SECOND = ['--journal', 'second.db'];
const plan = (...orders: string[]): string =>
  `version: 1\nname: elsewhere\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
const long = (price: number, more = ''): string => `id: a, side: open-long, size: 0.01, price: ${price}${more}`;

/** Placed at 60000, replaced at 60100, from the first journal. */
async function replaced(options: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const world = await paperAndPlace(options);
  world.at.write('plan.yaml', plan(long(60_000)));
  expect((await run(world.at)).code).toBe(0);
  world.at.write('plan.yaml', plan(long(60_100)));
  expect((await run(world.at, '--replace', 'edited')).code).toBe(0);
  return world;
}

const trigger = (at: number, price: string): string =>
  `id: a, side: close-long, size: 0.01, trigger: ${at}, price: ${price}`;
/** Orders of somebody else that are newer than ours. */
const crowd = (paper: PaperExchange, count: number): void =>
  putOrders(paper, count, { size: '0.02', price: '59000', acceptedAtMs: Date.now() + 1000 });
const standing = ({ orders }: PaperExchange): string[] =>
  orders.flatMap(({ status, price = '' }) => (status === 'open' ? [price] : []));
const statusOf = async (at: At): Promise<Ended> => here(['status', 'plan.yaml', ...SECOND, '--output', 'ndjson'], at);
/** The command that a refusal names, as a person pastes it. */
const pasted = ({ stderr }: Ended): string[] => /ordo (settle plan\.yaml .*)\n/.exec(stderr)?.[1]?.split(' ') ?? [];

describe('an order that was replaced from the first journal', () => {
  test.each([false, true])('is seen under its newer lineage, its first one forgotten: %s', async (isForgotten) => {
    const { paper, at } = await replaced();
    const [, second] = paper.orders;
    if (isForgotten) forget(paper, ({ status }) => status === 'canceled');
    const refused = await run(at, ...SECOND);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`a (order ${second?.orderId})`);
    expect((await here(pasted(refused), at)).code).toBe(0);
    expect((await run(at, ...SECOND)).code).toBe(0);
    expect(standing(paper)).toEqual(['60100']);
    // It goes off by what it is there, and nothing of it is left.
    expect((await here(['cancel', 'plan.yaml', ...SECOND, '--execute', '--live', '--yes'], at)).code).toBe(0);
    expect(standing(paper)).toEqual([]);
  });

  test('is not taken in under the order id of the one before', async () => {
    const { paper, at } = await replaced();
    const [first, second] = paper.orders;
    const refused = await settle(at, ...SECOND, '--placed', `a=${first?.orderId}`);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`is on the exchange as order ${second?.orderId}`),
    ]);
  });

  test('is replaced under the next lineage once it is taken in, with what was filled of it', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', plan(long(60_000)));
    await run(at);
    paper.fill(paper.orders[0]?.orderId ?? '', '0.004', '60000');
    at.write('plan.yaml', plan(long(60_100)));
    expect((await run(at, '--replace', 'edited')).code).toBe(0);
    expect((await here(pasted(await run(at, ...SECOND)), at)).code).toBe(0);
    at.write('plan.yaml', plan(long(60_200)));
    expect((await run(at, ...SECOND, '--replace', 'edited')).code).toBe(0);
    expect(paper.orders.map(({ size, price, status }) => `${size} ${price} ${status}`)).toEqual([
      '0.01 60000 canceled',
      '0.006 60100 canceled',
      '0.006 60200 open',
    ]);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(3);
  });
});

describe('what is taken in', () => {
  test('is recorded as it rests, and the plan differs from it', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', plan(long(60_000, ', stopLoss: 50000')));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(long(30_000)));
    const refused = await run(at, ...SECOND);
    expect(refused.stderr).toContain('price 60000, not 30000');
    const taken = await here(pasted(refused), at);
    expect([taken.code, taken.stdout + taken.stderr]).toEqual([
      0,
      expect.stringMatching(
        /a is recorded as it is on the exchange: price 60000, not 30000,\s+stopLoss 50000,\s+not none, as the plan says/,
      ),
    ]);
    const [state] = ofKind(eventsOf(await statusOf(at)), 'order-state');
    expect(state).toMatchObject({ state: 'edited', changes: { price: ['60000', '30000'], stopLoss: ['50000', null] } });
    expect((await run(at, ...SECOND, '--replace', 'edited')).code).toBe(0);
    expect(standing(paper)).toEqual(['30000']);
  });

  test('is a trigger by its trigger price and its price', async () => {
    const { at } = await paperAndPlace();
    at.write('plan.yaml', plan(trigger(50_000, 'market')));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(trigger(40_000, '39000')));
    expect((await here(pasted(await run(at, ...SECOND)), at)).code).toBe(0);
    expect(ofKind(eventsOf(await statusOf(at)), 'order-state')[0]).toMatchObject({
      changes: { trigger: ['50000', '40000'], price: ['market', '39000'] },
    });
  });

  test('is as many as there are, by the one command that is named', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', bids('forgotten', 30));
    expect((await run(at)).code).toBe(0);
    const refused = await run(at, ...SECOND);
    expect(refused.stderr).toContain('30 orders of this plan');
    expect((await here(pasted(refused), at)).code).toBe(0);
    expect((await run(at, ...SECOND)).code).toBe(0);
    expect(paper.orders).toHaveLength(30);
  });
});

describe('lists that go wrong', () => {
  test.each<[ListFault, number]>([
    ['repeated', 130],
    ['ignored', 110],
    ['shifted', 100],
    ['nameless', 0],
  ])('%s, with %i other orders: nothing is placed a second time', async (lists, others) => {
    const { paper, at } = await paperAndPlace({ lists });
    at.write('plan.yaml', bids('hostile', 3));
    expect((await run(at)).code).toBe(0);
    crowd(paper, others);
    const count = paper.orders.length;
    const second = await run(at, ...SECOND);
    expect([2, 5]).toContain(second.code);
    expect(paper.orders).toHaveLength(count);
    const state = await here(['status', 'plan.yaml', '--refresh', '--output', 'ndjson'], at);
    for (const { exchange } of ofKind(eventsOf(state), 'order-state')) expect(exchange?.state).not.toBe('not-found');
  });

  test('and more orders than are read: what to do is said, and switching the look off comes last', async () => {
    const roomy = { amount: 9000, windowMs: 1000 };
    const { paper, at } = await paperAndPlace({ ipWeight: roomy, uidWeight: roomy });
    at.write('ordo.config.yaml', 'version: 1\nexchange: { ipWeight: 9000/1s, uidWeight: 9000/1s }\n');
    at.write('plan.yaml', bids('crowded', 1));
    crowd(paper, 20_001);
    const refused = await run(at);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/more than 200 pages[^]*Cancel what is not needed[^]*exchange\.queries: false/),
    ]);
  });
});

const WAITS = plan(
  'id: entry, side: open-long, size: 0.01, price: 60000, timeInForce: ioc',
  'id: hedge, side: open-short, size: 0.01, price: 70000, after: [entry]',
);

describe('an unknown order that is found over', () => {
  test.each([['settle'], ['run']])('by %s is what its record says, and nothing that waits for it goes', async (how) => {
    const { paper, at } = await paperAndPlace({ faults: { 'drop-after': 1 } });
    at.write('plan.yaml', WAITS);
    expect((await run(at)).code).toBe(7);
    expect(paper.orders.map(({ status }) => status)).toEqual(['canceled']);
    if (how === 'settle') {
      const settled = await settle(at);
      expect(settled.stdout).toMatch(/1 found, cancelled/);
      expect(settled.stdout).toMatch(/× cancelled\s+entry\s+order \d+, cancelled, nothing filled/);
    }
    const ended = await run(at);
    expect([ended.code, said(ended).toSorted()]).toEqual([6, ['entry already-cancelled', 'hedge dependency']]);
    expect(paper.orders).toHaveLength(1);
  });
});

describe('a run with nothing new to send', () => {
  test('looks an earlier unknown order up all the same', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('plan.yaml', plan(long(60_000)));
    expect((await run(at)).code).toBe(7);
    const ended = await run(at);
    expect([ended.code, said(ended)]).toEqual([0, ['a accepted']]);
    expect(paper.orders).toHaveLength(1);
  });

  test('asks nothing where the lists may not be asked', async () => {
    const { paper, at } = await paperAndPlace(LOSING);
    at.write('ordo.config.yaml', 'version: 1\nexchange: { queries: false }\n');
    at.write('plan.yaml', plan(long(60_000)));
    expect((await run(at)).code).toBe(7);
    const asked = paper.requests.length;
    expect((await run(at)).code).toBe(7);
    expect(paper.requests).toHaveLength(asked);
  });
});
