import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { widthOf } from '../../src/report/text/columns.ts';
import { dryRunOf } from '../support/dry-run.ts';

const PLAN = `version: 1
name: shorthands
vars: { entry: 64000.0, floor: =tick(entry * 0.95) }
defaults: { symbol: cmt_btcusdt }
orders:
  - id: entry
    side: open-long
    size: { risk: 50 }
    price: =entry
    stopLoss: =floor
  - id: pullback
    side: open-long
    price: { from: 63000, to: 60000, steps: 3, spacing: geometric }
    size: { notional: 5000, shape: [1, 2, 3] }
    stopLoss: =tickDown(price * 0.97)
  - id: bail-out
    side: close-long
    size: =lot(0.12345 / 2)
    trigger: =floor - 100
    price: market
    after: [entry, pullback]
`;

test('what shorthands became is shown before the calls by --bytes, as the golden file has it', () => {
  const told = dryRunOf(PLAN, { bytes: true });
  const golden = new URL('golden/expansion.txt', import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, told);
  expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(told);
});

test.each([60, 80, 120])('no line of it is wider than %i columns', (width) => {
  const [expansion = ''] = dryRunOf(PLAN, { bytes: true, width }).split('Call 1');
  expect(expansion.split('\n').filter((line) => widthOf(line) > width)).toEqual([]);
});

test('a plan without shorthands has nothing to expand', () => {
  const plain =
    'version: 1\nname: a\norders: [{ id: a, symbol: cmt_btcusdt, side: close-long, size: 1, price: 64000 }]';
  expect(dryRunOf(plain, { bytes: true })).not.toMatch(/Ladder|Computed/);
});
