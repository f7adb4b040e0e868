/** The closing line, the exposure and the picture of what stands say of it what `status` says: by the look and by where the market was. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { DrivenTerminal } from '../support/driven-terminal.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, type At } from '../support/live.ts';
import { hasPseudoTerminal } from '../support/pseudo-terminal.ts';

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at, { width: 120 });
const live = async (at: At, more = ''): Promise<Ended> =>
  ordo(at, `run plan.yaml --execute --live --yes --output lines${more}`);
const plan = (...orders: readonly string[]): string => `version: 1
name: plan
defaults: { symbol: cmt_btcusdt }
orders:
${orders.map((order) => `  - { ${order} }\n`).join('')}`;
const MORE = 'id: more, side: open-long, size: 0.01, price: 61000, stopLoss: 60000';
const ENTRY = 'id: entry, side: open-long, size: 0.05, price: 63000';
const EXIT = 'id: exit, side: close-long, size: 0.05, trigger: 62000, price: market';
const BOUGHT = 'id: bought, side: open-long, size: 0.02, price: market';
const SOLD = 'id: sold, side: close-long, size: 0.02, price: market, after: [bought]';

async function placed(...orders: readonly string[]): Promise<At> {
  const { at } = await paperAndPlace();
  at.write('plan.yaml', plan(...orders));
  expect((await live(at)).code).toBe(0);
  return at;
}

const dry = async (at: At, ...orders: readonly string[]): Promise<string> => {
  at.write('plan.yaml', plan(...orders));
  return (await ordo(at, 'run plan.yaml --live')).stdout;
};

test('what a look saw closed is not held, nor naked, whatever was filled before', async () => {
  const at = await placed(BOUGHT, SOLD);
  await ordo(at, 'status plan.yaml --refresh');
  const told = await dry(at, BOUGHT, SOLD, MORE);
  expect(told).toMatch(/^✓ hold 0 \+ long 0\.01 working · at stops 10 · naked 0/m);
  expect(told).not.toContain('NAKED');
  expect(told).not.toContain('with what is open');
  expect((await ordo(at, 'settle plan.yaml --closed sold')).code).toBe(0);
  expect(await dry(at, BOUGHT, SOLD, MORE)).not.toContain('NAKED');
});

test('a stop that stands covers what a run adds to it', async () => {
  const at = await placed(EXIT);
  const told = await dry(at, ENTRY, EXIT);
  expect(told).toMatch(/^ {2}cmt_btcusdt long +1 +0\.05 +3,150 +63000 +50 +by trigger 62000$/m);
  expect(told).toMatch(/^✓ hold \? \+ long 0\.05 working · at stops 50 · naked 0/m);
  expect(told).toMatch(/ · loss at stops 50 · /);
});

test('a stop that stands is no stop of what it is too small for, in the table as in the line', async () => {
  const at = await placed(ENTRY, EXIT);
  const told = await dry(at, ENTRY, EXIT, ENTRY.replace('entry', 'late'));
  expect(told).toMatch(/ with what is open +2 +0\.1 .*\s+NAKED 0\.05/);
  expect(told).toMatch(/ · loss at stops none, NAKED 0\.05 · /);
});

test.skipIf(!hasPseudoTerminal)('the picture of a watch draws no order that was filled', async () => {
  const { paper, at } = await paperAndPlace();
  at.write('plan.yaml', plan('id: bought, side: open-long, size: 0.02, price: 63500', ENTRY, EXIT));
  expect((await live(at)).code).toBe(0);
  paper.fill(paper.orders.find(({ price }) => price === '63500')?.orderId ?? '');
  await ordo(at, 'status plan.yaml --refresh');
  const watch = new DrivenTerminal(
    ['run', 'plan.yaml', '--watch', '--execute', '--live'],
    at,
    { columns: 100, rows: 44 },
    at.env,
  );
  afterTest(() => watch.close());
  await watch.until(/^ ! hold long 0\.02/m);
  watch.type('2');
  const shown = await watch.until(/\[2 picture\][^]*62000 +\|/);
  expect(shown).toMatch(/cmt_btcusdt long +2 +0\.07 /);
  expect(shown).toMatch(/63000 +\| .* open-long +entry/);
  expect(shown).not.toMatch(/63500 +\|/);
  watch.type('q');
  expect(await watch.ended).toBe(0);
});
