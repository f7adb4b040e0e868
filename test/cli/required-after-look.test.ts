/** Where stops are required and an older look refuses a run, the refusal names the look: another one may see what is there by now. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { here } from '../support/here.ts';
import { oids, paperAndPlace, type At } from '../support/live.ts';

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at);
const live = (at: At): Promise<Ended> => ordo(at, 'run plan.yaml --execute --live --yes --output lines');
const PLAN = `version: 1
name: carries
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000, stopLoss: 62000 }
`;
const LATER = '  - { id: later, side: open-long, size: 0.05, price: 61000, stopLoss: 60000 }\n';

test.each(['refuse', 'off'])('execution.accountCheck: %s', async (check) => {
  const { paper, at } = await paperAndPlace({ presets: true });
  at.write('ordo.config.yaml', `version: 1\nexecution: { cancelWait: 1s, accountCheck: ${check} }\n`);
  at.write('plan.yaml', PLAN);
  expect((await live(at)).code).toBe(0);
  paper.fill(paper.orders[0]?.orderId ?? '');
  await ordo(at, 'status plan.yaml --refresh');
  // The list lags: the stop is there, and the next look lacks it.
  const orders = paper.orders as PaperOrder[];
  const index = orders.findIndex(({ presetOf }) => presetOf !== undefined);
  const stop = orders[index] as PaperOrder;
  orders[index] = { ...stop, status: 'canceled' };
  await new Promise((resolve) => void setTimeout(resolve, 1100));
  expect((await ordo(at, 'status plan.yaml --refresh')).code).toBe(11);
  orders[index] = stop;
  at.write('plan.yaml', PLAN + LATER);
  for (const words of ['run plan.yaml --live', 'run plan.yaml --execute --live --yes']) {
    const refused = await ordo(at, words);
    expect([refused.code, oids(paper).length]).toEqual([4, orders.length]);
    expect(refused.stderr).toMatch(
      /by the look of \d\d:\d\d:\d\dZ: look again with ordo status plan\.yaml --refresh, or add a trigger that closes as much/,
    );
  }
  expect((await ordo(at, 'status plan.yaml --refresh')).code).toBe(0);
  expect((await live(at)).code).toBe(0);
});
