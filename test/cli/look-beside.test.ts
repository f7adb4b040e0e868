/** A look that is asked for with one plan says what was filled of another: never as held and as working at once. */
import { expect, test } from 'vitest';
import type { PaperOrder } from '../../src/paper/book.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
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

async function bothPlaced(version: string, how: PaperOptions = {}): Promise<{ paper: PaperExchange; at: At }> {
  const { paper, at } = await paperAndPlace(how);
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

const LONE = 'id: e, side: open-long, size: 0.01, price: 61500';

test('what another plan has that is in no list has a row of its own, with the plan and what to type', async () => {
  const { paper, at } = await bothPlaced('v2');
  paper.fill(paper.orders[2]?.orderId ?? '');
  expect((await here(['status', 'b.yaml', '--refresh'], at)).code).toBe(0);
  // The stop fires, and the histories lag.
  const at61 = paper.orders.findIndex(({ clientOid }) => clientOid === paper.orders[1]?.clientOid);
  (paper.orders as PaperOrder[]).splice(at61, 1);
  const looked = await here(['status', 'a.yaml', '--refresh'], at);
  const told = looked.stdout.replaceAll(/\s+/g, ' ');
  expect(told).toContain('UNKNOWN 1');
  expect(told).toContain(
    '0.02 long cmt_btcusdt (e of b) may have no stop: it is not known whether stop is on the exchange',
  );
  at.write('c.yaml', plan('c', LONE).replace('limits: { requireStop: true }\n', ''));
  expect((await here(['run', 'c.yaml', '--execute', '--live', '--yes'], at)).stdout).toContain('(e of c) has no stop');
});

test('an order that is not known and leaves nothing bare is named all the same', async () => {
  const { paper, at } = await bothPlaced('v2');
  (paper.orders as PaperOrder[]).splice(0, 1);
  const looked = await here(['status', 'b.yaml', '--refresh'], at);
  expect(looked.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /e of a is in no list of what is open, and may have been filled: ordo status --name a --refresh \? hold 0 \+ long 0\.03 working .* UNKNOWN 1/,
  );
  expect((await here(['status', '--name', 'a', '--refresh'], at)).stdout).toContain('in no list');
});

test.each(INTERFACES)('%s: a cancel that meets a fill looks for what other plans filled, too', async (version) => {
  const { paper, at } = await bothPlaced(version, { presets: true });
  paper.fill(paper.orders[0]?.orderId ?? '', '0.005');
  paper.fill(paper.orders[2]?.orderId ?? '');
  const line = /✓ hold long 0\.025 · at stops 25 · naked 0 · unknown 0 · /;
  const off = await here(['cancel', 'a.yaml', '--execute', '--live', '--yes'], at);
  expect([off.code, off.stdout]).toEqual([0, expect.stringMatching(line)]);
  const now = await here(['status'], at);
  expect([now.code, now.stdout]).toEqual([0, expect.stringMatching(line)]);
});

test.each(['account', 'close cmt_btcusdt long 0.01'])('so does ordo %s', async (words) => {
  const { paper, at } = await bothPlaced('v2');
  paper.fill(paper.orders[2]?.orderId ?? '');
  const looked = await here(words.split(' '), at);
  expect(looked.stdout).toMatch(/hold long 0\.0[12] \+ (long )?0\.01 working · at stops \d+ · naked 0 · unknown 0 · /);
  expect((await here(['status', 'b.yaml'], at)).stdout).toMatch(/filled +e /);
});
