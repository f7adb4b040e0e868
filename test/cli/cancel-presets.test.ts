/** A cancel that meets a fill says of the stop that the order carried what is there: it looks, whatever an older look saw. */
import { expect, test } from 'vitest';
import type { Ended } from '../../proofs/support/ordo.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, type At } from '../support/live.ts';

const ordo = (at: At, line: string): Promise<Ended> => here(line.split(' '), at);
const PLAN = `version: 1
name: carries
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.05, price: 63000, stopLoss: 62000 }
`;
const CANCEL = 'cancel plan.yaml --execute --live --yes';
const lineOf = ({ stdout }: Ended): string => /^[!?✓–] hold .*$/m.exec(stdout)?.[0].replace(/[0-9:]+Z$/, 'Z') ?? stdout;

async function placed() {
  const { paper, at } = await paperAndPlace({ presets: true });
  at.write('plan.yaml', PLAN);
  expect((await ordo(at, 'run plan.yaml --execute --live --yes --output lines')).code).toBe(0);
  return { paper, at, fill: (size: string) => paper.fill(paper.orders[0]?.orderId ?? '', size) };
}

test.each([
  ['0.02', false, '✓ hold long 0.02 · at stops 20 · naked 0 · unknown 0 · Z'],
  ['0.05', false, '✓ hold long 0.05 · at stops 50 · naked 0 · unknown 0 · Z'],
  ['0.05', true, '✓ hold long 0.05 · at stops 50 · naked 0 · unknown 0 · Z'],
])('%s filled, looked before: %s', async (size, isLooked, line) => {
  const { at, fill } = await placed();
  if (isLooked) await ordo(at, 'status plan.yaml --refresh');
  fill(size);
  const off = await ordo(at, CANCEL);
  expect(off.stdout).toContain('entry: stop-loss at 62000 is open as');
  const after = [
    off,
    await ordo(at, 'status plan.yaml'),
    await ordo(at, 'status'),
    await ordo(at, 'status --refresh plan.yaml'),
  ];
  expect(after.map(lineOf)).toEqual([line, line, line, line]);
});

test('nothing filled: nobody looks', async () => {
  const { at, paper } = await placed();
  const before = paper.requests.length;
  expect(lineOf(await ordo(at, CANCEL))).toBe('– hold ? · at stops 0 · naked 0 · unknown 0 · by journal');
  expect(paper.requests.slice(before).filter(({ path }) => path.includes('ticker'))).toEqual([]);
});
