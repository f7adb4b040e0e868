/** The first run of a plan from a journal that holds nothing of it asks the exchange whether another has placed it. */
import { expect, test } from 'vitest';
import { bids, eventsOf } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { httpAnswer, startFaultServer } from '../../proofs/support/fault-server.ts';
import { afterTest, KINDS, oids, paperAndPlace, run, said, settle } from '../support/live.ts';

test('another journal: what stands is said, nothing is sent, and settle takes it in', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', KINDS);
  expect((await run(at, '--only', 'rests', '--only', 'bail-out')).code).toBe(0);
  const second = ['--journal', 'second.db'];
  const refused = await run(at, ...second);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('the exchange has 2 orders of this plan');
  expect(paper.orders).toHaveLength(2);
  const command = /ordo (settle plan\.yaml .*)\n/.exec(refused.stderr)?.[1]?.split(' ') ?? [];
  expect(command.slice(2, 4)).toEqual(second);
  // The lists do not have it under another order id, and an order that they do not have is not taken in.
  expect((await settle(at, ...second, '--placed', 'filled=7')).code).toBe(2);
  expect((await here(command, at)).code).toBe(0);
  const rest = await run(at, ...second);
  expect(rest.code).toBe(0);
  expect(
    said(rest)
      .filter((words) => words.endsWith('already-accepted'))
      .toSorted(),
  ).toEqual(['bail-out already-accepted', 'rests already-accepted']);
  expect(new Set(oids(paper)).size).toBe(5);
  expect(paper.orders).toHaveLength(5);
});

test('a journal that is new, and an exchange that does not answer: exit 2, and that is said', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('silent', 1));
  await paper.close();
  const refused = await run(at);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('nothing answers at') as string]);
  expect(eventsOf(refused).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 2 });
});

test('a journal that is new, and lists that do not answer: exit 2, and the way without', async () => {
  const { at } = await paperAndPlace();
  const server = await startFaultServer({ onRequest: (_, socket) => socket.end(httpAnswer(404, '{}')) });
  afterTest(() => server.close());
  at.write('plan.yaml', bids('silent', 1));
  const refused = await run({ ...at, env: { ...at.env, ORDO_BASE_URL: server.origin } });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('exchange.queries: false');
  expect(eventsOf(refused).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 2 });
});

test('a plan of which only a part was taken in is asked for again: nothing goes twice', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('half', 3));
  expect((await run(at)).code).toBe(0);
  const second = ['--journal', 'second.db'];
  const [first] = paper.orders;
  expect((await settle(at, ...second, '--placed', `bid-1=${first?.orderId}`)).code).toBe(0);
  const refused = await run(at, ...second);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('the exchange has 2 orders of this plan');
  expect(paper.orders).toHaveLength(3);
});

const grown = (steps: number): string => `version: 1
name: grown
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: add, side: open-long, size: { total: 0.0${steps} }, price: { from: 60000, to: ${60100 - steps * 100}, steps: ${steps} } }
`;

test('a ladder that was taken in places nothing more once it was changed', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\n');
  expect((await here(['instruments'], at)).code).toBe(0);
  at.write('plan.yaml', grown(3));
  expect((await run(at)).code).toBe(0);
  const second = ['--journal', 'second.db'];
  const placed = paper.orders.flatMap(({ orderId }, at0) => ['--placed', `add-${at0 + 1}=${orderId}`]);
  expect((await settle(at, ...second, ...placed)).code).toBe(0);
  at.write('plan.yaml', grown(5));
  const ended = await run(at, ...second);
  expect(said(ended).slice(3)).toEqual(['add-4 edited-after-send', 'add-5 edited-after-send']);
  expect(paper.orders).toHaveLength(3);
});
