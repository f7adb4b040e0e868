/** The first run of a plan from a journal that holds nothing of it asks the exchange whether another has placed it. */
import { expect, test } from 'vitest';
import { bids, eventsOf, ordo } from '../../proofs/support/ordo.ts';
import { KINDS, oids, paperAndPlace, run, said, settle } from '../support/live.ts';

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
  expect((await ordo(command, at)).code).toBe(0);
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

test('a journal that is new, and lists that do not answer: exit 2, and the way without', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', bids('silent', 1));
  await paper.close();
  const refused = await run(at);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('exchange.queries: false');
  expect(eventsOf(refused).at(-1)).toMatchObject({ event: 'run-finished', exitCode: 2 });
});
