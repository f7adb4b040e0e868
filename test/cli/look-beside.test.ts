/** A look that is asked for with one plan says what was filled of another: never as held and as working at once. */
import { expect, test } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const plan = (name: string, ...orders: string[]): string =>
  `version: 1\nname: ${name}\nlimits: { requireStop: true }\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders
    .map((one) => `  - { ${one} }\n`)
    .join('')}`;
const RESTS = 'id: e, side: open-long, size: 0.01, price: 60000, stopLoss: 59000';
const ENTRY = 'id: e, side: open-long, size: 0.02, price: 62000';
const STOP = 'id: stop, side: close-long, size: 0.02, trigger: 61000, price: market';

async function bothPlaced(version: string): Promise<{ paper: PaperExchange; at: At }> {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', `version: 1\nexchange: { interface: ${version} }\n`);
  at.write('a.yaml', plan('a', RESTS));
  at.write('b.yaml', plan('b', STOP, ENTRY));
  for (const file of ['a.yaml', 'b.yaml'])
    expect((await here(['run', file, '--execute', '--live', '--yes'], at)).code).toBe(0);
  return { paper, at };
}

test.each(INTERFACES)('%s: an order of another plan that was filled is held, and works no more', async (version) => {
  const { paper, at } = await bothPlaced(version);
  paper.fill(paper.orders[2]?.orderId ?? '');
  const looked = await here(['status', 'a.yaml', '--refresh'], at);
  expect(looked.stdout).toMatch(/✓ hold long 0\.02 \+ 0\.01 working · at stops 30 · naked 0 · unknown 0 · /);
  expect(looked.code).toBe(0);
  const now = await here(['status', 'b.yaml'], at);
  expect(now.stdout).toMatch(/filled +e /);
});
