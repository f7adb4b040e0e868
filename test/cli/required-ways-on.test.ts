/** Where stops are required, a refusal names the way that works: another look, the stop that was edited as well, the other generation. */
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

test.each(['refuse', 'off'])('an older look, which another one may mend; execution.accountCheck: %s', async (check) => {
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

const PAIR = (entry: string, exit: string, generation = '1'): string => `version: 1
name: pair
generation: ${generation}
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: in, side: open-long, size: 0.05, price: ${entry} }
  - { id: out, side: close-long, size: 0.05, trigger: ${exit}, price: market }
`;

test('an entry that is replaced without its stop', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', PAIR('63000', '62000'));
  expect((await live(at)).code).toBe(0);
  at.write('plan.yaml', PAIR('61000', '60000'));
  const refused = await ordo(at, 'run plan.yaml --execute --live --yes --replace in');
  expect([refused.code, oids(paper).length]).toEqual([4, 2]);
  expect(refused.stderr).toContain('bring out to the market as well: --replace edited');
  const ran = await ordo(at, 'run plan.yaml --execute --live --yes --replace edited');
  expect([ran.code, oids(paper).length]).toEqual([0, 4]);
});

test('an order of another generation', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', PAIR('63000', '62000'));
  expect((await live(at)).code).toBe(0);
  expect((await ordo(at, 'cancel plan.yaml --only out --execute --live --yes')).code).toBe(11);
  at.write('plan.yaml', PAIR('63000', '62000', '2'));
  const refused = await live(at);
  expect([refused.code, oids(paper).length]).toEqual([4, 2]);
  expect(refused.stderr).toContain(
    '0.05 long cmt_btcusdt (in) has no stop: out of generation 1 was cancelled, and limits.requireStop',
  );
  at.write('plan.yaml', PAIR('62500', '62000', '2'));
  expect((await live(at)).stderr).toContain('(in of generation 1) has no stop: out of generation 1 was cancelled');
  at.write('plan.yaml', PAIR('63000', '62000', '2'));
  const way = 'ordo cancel --name pair --generation 1 --only in';
  expect(refused.stderr).toContain(`add a trigger that closes as much, or cancel it: ${way}`);
  expect((await ordo(at, `${way.slice('ordo '.length)} --execute --live --yes`)).code).toBe(0);
  expect((await live(at)).code).toBe(0);
});
