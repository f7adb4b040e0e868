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
      /as of the look at \d\d:\d\d:\d\dZ: look again with ordo status plan\.yaml --refresh, or add a trigger that closes as much/,
    );
  }
  expect((await ordo(at, 'status plan.yaml --refresh')).code).toBe(0);
  expect((await live(at)).code).toBe(0);
});

const outs = (trigger: string, more = ''): string => `version: 1
name: outs
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: out, side: close-long, size: 0.05, trigger: ${trigger}, price: market }
${more}`;

test('a look that is not new, where a run moves the stop off what another plan holds', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\nexecution: { accountCheck: off }\n');
  at.write(
    'plan.yaml',
    `version: 1
name: ins
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000 }
`,
  );
  expect((await live(at)).code).toBe(0);
  at.write('plan.yaml', outs('62000'));
  expect((await live(at)).code).toBe(0);
  paper.fill(paper.orders[0]?.orderId ?? '');
  expect((await ordo(at, 'status --name ins --refresh')).code).toBe(0);
  at.write('plan.yaml', outs('66000', LATER));
  const refused = await ordo(at, 'run plan.yaml --execute --live --yes --replace out');
  expect([refused.code, oids(paper).length]).toEqual([4, 2]);
  expect(refused.stderr).toContain('after this run 0.05 long cmt_btcusdt (entry) has no stop: out is taken off');
  expect(refused.stderr).toMatch(
    /as of the look at \d\d:\d\d:\d\dZ: look again with ordo status plan\.yaml --refresh, or add a trigger that closes as much/,
  );
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

test('an order of another generation, where the entry has its stop', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', PAIR('63000', '62000'));
  expect((await live(at)).code).toBe(0);
  at.write('plan.yaml', PAIR('62500', '61000', '2'));
  const refused = await ordo(at, 'run plan.yaml --execute --live --yes --only in');
  expect([refused.code, oids(paper).length]).toEqual([4, 2]);
  expect(refused.stderr).toContain('(in of generation 1) has no stop: out is not selected');
  expect(refused.stderr).toContain('add --only out');
});

test.each(['63000', '62500'])('naked units of another generation hold no run back: entry at %s', async (entry) => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', PAIR('63000', '62000'));
  expect((await live(at)).code).toBe(0);
  expect((await ordo(at, 'cancel plan.yaml --only out --execute --live --yes')).code).toBe(11);
  at.write('plan.yaml', PAIR(entry, '62000', '2'));
  // Alone it would be as bare as the other.
  expect((await ordo(at, 'run plan.yaml --execute --live --yes --only in')).code).toBe(4);
  const ran = await live(at);
  expect([ran.code, oids(paper).length]).toEqual([11, 4]);
  expect(ran.stdout).toContain('NAKED 0.05');
  expect((await ordo(at, 'cancel --name pair --generation 1 --only in --execute --live --yes')).code).toBe(0);
});
