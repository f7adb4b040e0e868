/**
 * A journal is lost, and the plan is run again with a new one: whatever became of its orders, and however the plan was edited
 * meanwhile, nothing of it is placed beside what another journal placed.
 */
import { describe, expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { putOrders } from '../support/listed-orders.ts';
import { paperAndPlace, run } from '../support/live.ts';

const SECOND = ['--journal', 'second.db'];
const DAY_MS = 86_400_000;
const plan = (order: string, generation = 1): string =>
  `version: 1\nname: lost\ngeneration: ${generation}\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: a, ${order} }\n`;
const BID = 'side: open-long, size: 0.01, price: 60000';
/** At a price that rests once it fires. */
const TRIGGER = 'side: open-long, size: 0.01, trigger: 70000, price: 50000';
const LADDER = 'side: open-long, size: { total: 0.03 }, price: { from: 60000, to: 59800, steps: 3 }';

/** As if what is in the book had been placed so many days ago. */
function age({ orders }: PaperExchange, days: number): void {
  for (const order of orders) Object.assign(order, { acceptedAtMs: order.acceptedAtMs - days * DAY_MS });
}

const firstId = ({ orders }: PaperExchange): string => orders[0]?.orderId ?? '';

type Became = (paper: PaperExchange) => void;
const rested: Became = () => undefined;

test.each<[string, string, string, Became]>([
  [
    'a trigger of a hundred days that fired a minute ago',
    TRIGGER,
    TRIGGER,
    (paper) => {
      age(paper, 100);
      paper.fire(firstId(paper));
    },
  ],
  [
    'a trigger of a hundred days whose order was filled a minute ago',
    TRIGGER,
    TRIGGER,
    (paper) => {
      age(paper, 100);
      paper.fire(firstId(paper));
      paper.fill(paper.orders[1]?.orderId ?? '');
    },
  ],
  [
    'an order of a month that was filled a minute ago',
    BID,
    BID,
    (paper) => {
      age(paper, 30);
      paper.fill(firstId(paper));
    },
  ],
  ['one order that became a ladder', BID, LADDER, rested],
  ['a ladder that became one order', LADDER, BID, rested],
  ['a limit order that became a trigger', BID, TRIGGER, rested],
  ['a trigger that became a limit order', TRIGGER, BID, rested],
  ['an order of another symbol', 'side: open-long, size: 0.01, price: 2000, symbol: cmt_ethusdt', BID, rested],
])('%s is seen, and nothing is placed beside it', async (_, before, after, became) => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\n');
  expect((await here(['instruments'], at)).code).toBe(0);
  at.write('plan.yaml', plan(before));
  const first = await run(at);
  expect([first.code, first.stderr]).toEqual([0, '']);
  became(paper);
  const placed = paper.orders.length;
  at.write('plan.yaml', plan(after));
  const refused = await run(at, ...SECOND);
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining(paper.orders.at(-1)?.orderId ?? '')]);
  expect(paper.orders).toHaveLength(placed);
});

describe('an earlier generation', () => {
  test('that rests is seen before a higher one is placed, and is to go off first', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', plan(BID, 2));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan('side: open-long, size: 0.02, price: 60000', 2));
    const differs = await run(at, ...SECOND);
    expect([differs.code, differs.stderr]).toEqual([
      5,
      expect.stringContaining('cancel what differs on the exchange first'),
    ]);
    at.write('plan.yaml', plan('side: open-long, size: 0.02, price: 60000', 3));
    const higher = await run(at, ...SECOND);
    expect([higher.code, higher.stderr]).toEqual([5, expect.stringContaining(`${firstId(paper)}, of generation 2`)]);
    expect(paper.orders).toHaveLength(1);
    paper.cancelByExchange(firstId(paper));
    expect((await run(at, ...SECOND)).code).toBe(0);
    expect(paper.orders).toHaveLength(2);
  });

  test('whose trigger fired rests as what that became', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', plan(TRIGGER));
    expect((await run(at)).code).toBe(0);
    paper.fire(firstId(paper));
    at.write('plan.yaml', plan(TRIGGER, 2));
    const higher = await run(at, ...SECOND);
    expect([higher.code, higher.stderr]).toEqual([5, expect.stringContaining(paper.orders[1]?.orderId ?? '')]);
    expect(paper.orders).toHaveLength(2);
  });

  test.each([
    ['one order became a ladder', BID, 2, LADDER],
    ['a ladder became one order', LADDER, 2, BID],
    ['a trigger became a ladder, two generations on', TRIGGER, 3, LADDER],
    ['a ladder became a trigger, ten generations on', LADDER, 11, TRIGGER],
  ])('whose order rests is seen though %s', async (_, before, generation, after) => {
    const { paper, at } = await paperAndPlace();
    at.write('ordo.config.yaml', 'version: 1\n');
    expect((await here(['instruments'], at)).code).toBe(0);
    at.write('plan.yaml', plan(before));
    expect((await run(at)).code).toBe(0);
    const placed = paper.orders.length;
    at.write('plan.yaml', plan(after, generation));
    const higher = await run(at, ...SECOND);
    expect([higher.code, higher.stderr]).toEqual([
      5,
      expect.stringContaining(`${firstId(paper)}, of generation 1, as `),
    ]);
    expect(paper.orders).toHaveLength(placed);
    for (const { orderId } of paper.orders) paper.cancelByExchange(orderId);
    expect((await run(at, ...SECOND)).code).toBe(0);
  });

  test('that was filled is done with', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', plan(BID));
    expect((await run(at)).code).toBe(0);
    paper.fill(firstId(paper));
    // Where nothing of ours rests no earlier generation is asked about.
    at.write('plan.yaml', plan(BID).replace('name: lost', 'name: other'));
    expect((await run(at)).code).toBe(0);
    at.write('plan.yaml', plan(BID, 2));
    expect((await run(at, ...SECOND)).code).toBe(0);
    expect(paper.orders).toHaveLength(3);
  });
});

test('more orders in ninety days than are read: nothing is sent, and what to do is said', async () => {
  const much = { amount: 90_000, windowMs: 1000 };
  const { paper, at } = await paperAndPlace({ ipWeight: much, uidWeight: much });
  at.write('ordo.config.yaml', 'version: 1\nexchange: { ipWeight: 90000/1s, uidWeight: 90000/1s }\n');
  at.write('plan.yaml', plan(BID));
  putOrders(paper, 20_100, { size: '0.02', status: 'canceled' });
  const refused = await run(at);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/the history list: more than 200 pages[^]*--journal[^]*exchange\.queries: false/),
  ]);
  expect(refused.stderr).not.toContain('rest in that symbol');
  expect(paper.orders).toHaveLength(20_100);
});

/** The commands that a refusal names, as a person pastes them. */
const pasted = (stderr: string): string[][] =>
  [...stderr.matchAll(/ordo ((?:run|settle) [^;\n]*)/g)].map(([, words = '']) => words.split(' '));

describe('what to do', () => {
  test('is said in commands that repeat what was typed, each with what it takes', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('own.yaml', 'version: 1\n');
    at.write(
      'plan.yaml',
      plan('side: open-long, size: 0.01, price: =at').replace('orders:', 'vars: { at: 1 }\norders:'),
    );
    const typed = ['--config', 'own.yaml', '--var', 'at=60000'];
    expect((await run(at, ...typed, '--journal', 'first.db')).code).toBe(0);
    const refused = await run(at, ...SECOND, ...typed, '--replace', 'edited', '--removed');
    expect(refused.code).toBe(5);
    const [other = [], settle = []] = pasted(refused.stderr);
    const [config, own, ...variable] = typed;
    expect(settle).toEqual([
      'settle',
      'plan.yaml',
      config,
      own,
      ...SECOND,
      ...variable,
      '--placed',
      `a=${firstId(paper)}`,
    ]);
    expect(other).toEqual([
      'run',
      'plan.yaml',
      ...typed,
      '--replace',
      'edited',
      '--removed',
      '--execute',
      '--live',
      '--journal',
      'JOURNAL',
    ]);
    expect((await here([...other.slice(0, -1), 'first.db', '--yes'], at)).code).toBe(0);
    expect((await here(settle, at)).code).toBe(0);
    expect(paper.orders).toHaveLength(1);
  });

  test('begins with the list that was not read, and why', async () => {
    const { at } = await paperAndPlace({ lists: 'ignored' });
    at.write('plan.yaml', plan(BID));
    expect((await run(at)).code).toBe(0);
    const refused = await run(at, ...SECOND);
    expect([refused.code, refused.stderr]).toEqual([
      5,
      expect.stringMatching(/^ordo: the open list: page 2 repeats the page before it; the exchange has 1 order/),
    ]);
  });

  test('does not say of a journal that took in a part that it holds nothing', async () => {
    const { paper, at } = await paperAndPlace();
    at.write('plan.yaml', `${plan(BID)}  - { id: b, ${BID} }\n`);
    expect((await run(at, '--only', 'a')).code).toBe(0);
    expect((await here(['settle', 'plan.yaml', ...SECOND, '--placed', `a=${firstId(paper)}`], at)).code).toBe(0);
    await paper.close();
    const refused = await run(at, ...SECOND);
    expect(refused.stderr).not.toContain('holds nothing');
  });
});
