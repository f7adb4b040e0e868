/** An order that was renamed twice, where `was` names the name before and not the first. */
import { expect, test } from 'vitest';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, type At } from '../support/live.ts';

const plan = (order: string, generation = 1): string =>
  `version: 1\nname: twice\ngeneration: ${generation}\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { ${order}, side: open-long, size: 0.01, price: 60000 }\n`;

function write(at: At, order: string, generation?: number): void {
  at.write('plan.yaml', plan(order, generation));
}

test('is exit 5 and names what stands; the first name is right', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\n');
  write(at, 'id: a');
  expect((await run(at)).code).toBe(0);
  write(at, 'id: b, was: a');
  expect(said(await run(at))).toEqual(['b already-accepted']);
  // Whether or not it was edited besides.
  for (const words of ['id: c, was: b', 'id: c, was: b, stopLoss: 50000']) {
    write(at, words);
    for (const ended of [await here(['run', 'plan.yaml', '--live'], at), await run(at)]) {
      expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('c was: b, and nothing was ever sent')]);
      expect(ended.stderr).toContain(`a (order ${paper.orders[0]?.orderId})`);
      expect(ended.stderr).toContain('write was: a');
    }
  }
  write(at, 'id: c, was: a');
  expect(said(await run(at))).toEqual(['c already-accepted']);
  expect(paper.orders).toHaveLength(1);
});

test('is placed in a new generation, where nothing stands under any name', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\n');
  write(at, 'id: a');
  expect((await run(at)).code).toBe(0);
  write(at, 'id: b, was: a', 2);
  expect([(await run(at)).code, paper.orders.length]).toEqual([0, 2]);
});
