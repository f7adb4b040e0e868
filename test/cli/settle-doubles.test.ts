/** What the exchange's lists tell that contradicts itself or the plan, through the built command: nothing is settled for it. */
import { describe, expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { clientOrderId } from '../../src/model/ids.ts';
import { bids, eventsOf, ofKind, start } from '../../proofs/support/ordo.ts';
import {
  GO_ON,
  KINDS,
  LOSING,
  NO_LISTS,
  forget,
  paperAndPlace,
  run,
  said,
  settle,
  status,
  type At,
} from '../support/live.ts';

const bookOf = (paper: PaperExchange): PaperOrder[] => paper.orders as PaperOrder[];
const orderOf = (paper: PaperExchange, plan: string, id: string): PaperOrder => {
  const clientOid = clientOrderId(plan, 1, id, 0);
  const order = paper.orders.find((one) => one.clientOid === clientOid);
  if (order === undefined) throw new Error(`${id} is not in the book`);
  return order;
};
const change = (paper: PaperExchange, order: PaperOrder, fields: Partial<PaperOrder>): void => {
  const book = bookOf(paper);
  book[book.indexOf(order)] = { ...order, ...fields };
};

/** A plan whose every answer was lost. */
async function unanswered(text: string): Promise<{ paper: PaperExchange; at: At }> {
  const { paper, at } = await paperAndPlace(LOSING);
  at.write('ordo.config.yaml', GO_ON);
  at.write('plan.yaml', text);
  expect((await run(at)).code).toBe(7);
  return { paper, at };
}

const rules = async (at: At): Promise<Record<string, string>> => {
  const ended = await settle(at, '--output', 'ndjson');
  expect(ended.code).toBe(7);
  const outcomes = ofKind(eventsOf(ended), 'order-outcome');
  return Object.fromEntries(outcomes.map((one) => [one.id, `${one.outcome} ${'rule' in one ? one.rule : ''}`]));
};

describe('an order that stands twice', () => {
  test.each<[string, string, Partial<PaperOrder>]>([
    ['both resting', 'rests', {}],
    ['one resting, one filled', 'rests', { status: 'filled', averagePrice: '60000' }],
    ['both filled', 'filled', {}],
    ['both triggers', 'bail-out', {}],
  ])('%s, is an alarm, and stays unknown', async (_, id, fields) => {
    const { paper, at } = await unanswered(KINDS);
    const first = orderOf(paper, 'kinds', id);
    bookOf(paper).push({ ...first, orderId: '719288599253619999', ...fields });
    const told = await settle(at, '--output', 'ndjson');
    expect(told.code).toBe(7);
    const outcome = ofKind(eventsOf(told), 'order-outcome').find((one) => one.id === id);
    expect(outcome).toMatchObject({ outcome: 'unknown', rule: 'found-twice' });
    const message = outcome?.outcome === 'unknown' ? outcome.message : '';
    expect(message).toContain('is on the exchange twice');
    expect(message).toContain(first.orderId);
    expect(message).toContain('719288599253619999');
    expect(message).toContain(`settle --placed ${id}=`);
    expect(said(told).filter((words) => words.endsWith(' accepted'))).toHaveLength(4);
    expect(await status(at)).toMatch(new RegExp(`UNKNOWN +${id}`));
    // The alarm goes on until a person decides, comes first, and says what to do.
    const again = await settle(at);
    expect(again.code).toBe(7);
    expect(again.stdout).toMatch(new RegExp(`^! ALARM +${id} +is on the exchange twice`));
    expect(again.stdout).toContain(`ordo settle plan.yaml --placed ${id}=`);
    const next = await run(at);
    expect(next.code).toBe(7);
    expect(said(next)).toContain(`${id} unresolved`);
    const decided = await settle(at, '--placed', `${id}=${first.orderId}`, '--output', 'ndjson');
    expect([decided.code, ofKind(eventsOf(decided), 'order-outcome')]).toMatchObject([0, [{ id, rule: 'chosen' }]]);
  });

  test('is seen though a page lies between the two', async () => {
    const { paper, at } = await unanswered(bids('far', 1));
    const [first] = bookOf(paper) as [PaperOrder];
    const others = Array.from({ length: 230 }, (_, n) => ({
      ...first,
      clientOid: `another${n}`,
      orderId: String(719_288_599_253_700_000n + BigInt(n)),
    }));
    bookOf(paper).unshift({ ...first, orderId: '719288599253610000' }, ...others);
    expect(await rules(at)).toEqual({ 'bid-1': 'unknown found-twice' });
  });
});

describe('a record that says something else than was sent', () => {
  test.each<[string, Partial<PaperOrder>, string]>([
    ['another size', { size: '0.1' }, 'size 0.1, not 0.01'],
    ['another side', { type: '2' }, 'side open-short, not open-long'],
  ])('%s is no proof', async (_, fields, words) => {
    const { paper, at } = await unanswered(bids('other', 2));
    change(paper, orderOf(paper, 'other', 'bid-1'), fields);
    const told = await settle(at, '--output', 'ndjson');
    expect(told.code).toBe(7);
    expect(ofKind(eventsOf(told), 'order-outcome')).toEqual([
      expect.objectContaining({ id: 'bid-1', outcome: 'unknown', rule: 'found-differs' }),
      expect.objectContaining({ id: 'bid-2', outcome: 'accepted', rule: 'found' }),
    ]);
    expect(told.stdout).toContain(words);
    expect((await settle(at)).stdout.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test('the same size in other digits is the same', async () => {
    const { paper, at } = await unanswered(bids('digits', 1));
    change(paper, orderOf(paper, 'digits', 'bid-1'), { size: '0.010000' });
    expect((await settle(at)).code).toBe(0);
  });
});

describe('an order id that is not one order’s alone', () => {
  test('of two unknown orders proves neither', async () => {
    const { paper, at } = await unanswered(bids('shared', 3));
    const { orderId } = orderOf(paper, 'shared', 'bid-1');
    change(paper, orderOf(paper, 'shared', 'bid-2'), { orderId });
    expect(await rules(at)).toEqual({
      'bid-1': 'unknown order-id-shared',
      'bid-2': 'unknown order-id-shared',
      'bid-3': 'accepted found',
    });
    const again = await settle(at);
    expect(again.stdout).toMatch(/^! ALARM +bid-1 .*\n(?: .*\n)*! ALARM +bid-2 /);
  });

  test('of two unknown orders of different symbols proves neither', async () => {
    const { paper, at } = await unanswered(KINDS);
    const { orderId } = orderOf(paper, 'kinds', 'rests');
    change(paper, orderOf(paper, 'kinds', 'ether'), { orderId });
    expect(await rules(at)).toMatchObject({
      rests: 'unknown order-id-shared',
      ether: 'unknown order-id-shared',
      filled: 'accepted found',
    });
  });

  test('that the journal has for another order proves nothing', async () => {
    const { paper, at } = await unanswered(bids('known', 2));
    const { orderId } = orderOf(paper, 'known', 'bid-1');
    expect((await settle(at, '--placed', `bid-1=${orderId}`)).code).toBe(7);
    forget(paper, ({ clientOid }) => clientOid === clientOrderId('known', 1, 'bid-1', 0));
    change(paper, orderOf(paper, 'known', 'bid-2'), { orderId });
    expect(await rules(at)).toEqual({ 'bid-2': 'unknown order-id-shared' });
    expect((await settle(at)).stdout).toContain('bid-1');
  });
});

test('found, and interrupted before all was read: accepted, and what was not read is said', async () => {
  const { paper, at } = await paperAndPlace(LOSING);
  at.write('ordo.config.yaml', NO_LISTS);
  at.write('plan.yaml', bids('cut', 1));
  await run(at);
  // The two questions of the open orders have room; that of the history has none for an hour.
  at.write(
    'ordo.config.yaml',
    'version: 1\nexchange: { ipWeight: 14/59m, uidWeight: 500/59m }\nexecution: { maxPause: 60m }\n',
  );
  const asked = paper.requests.length;
  const running = start(['settle', 'plan.yaml'], at);
  while (paper.requests.length < asked + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  expect(ended.stdout).toMatch(/^1 unknown: 1 found on the exchange\n/);
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain('not read to the end: the history list');
  expect((await status(at)).replaceAll(/\s+/g, ' ')).toContain('not read to the end: the history list');
});

test('a person’s word is held against the lists: proved, refused with what differs, or said twice where they are silent', async () => {
  const { paper, at } = await unanswered(bids('decide', 3));
  const [first, second] = paper.orders.map(({ orderId }) => orderId);
  const proved = await settle(at, '--placed', `bid-1=${first}`, '--output', 'ndjson');
  expect(ofKind(eventsOf(proved), 'order-outcome')).toMatchObject([{ id: 'bid-1', rule: 'found', orderId: first }]);
  const wrong = await settle(at, '--placed', 'bid-2=71');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain(`bid-2 is on the exchange as order ${second}, not as 71`);
  forget(paper, ({ orderId }) => orderId === second);
  const anothers = await settle(at, '--placed', `bid-2=${paper.orders[1]?.orderId}`);
  expect(anothers.code).toBe(2);
  expect(anothers.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `client order id ${clientOrderId('decide', 1, 'bid-3', 0)}, not ${clientOrderId('decide', 1, 'bid-2', 0)}`,
  );
  expect((await settle(at, '--placed', 'bid-2=71')).code).toBe(2);
  const silent = await settle(at, '--placed', 'bid-2=71', '--unseen', 'bid-2=71', '--output', 'ndjson');
  expect(ofKind(eventsOf(silent), 'order-outcome')).toMatchObject([{ id: 'bid-2', rule: 'by-person' }]);
  const spoken = await settle({ ...at, env: { ...at.env, ORDO_API_KEY: '' } }, '--placed', 'bid-3=72');
  expect(spoken.code).toBe(0);
  expect(spoken.stdout).toContain('bid-3: recorded as you stated; not looked up: no keys');
});
