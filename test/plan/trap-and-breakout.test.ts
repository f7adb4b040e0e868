/** Two plans that look protected: what each is told with one reference, with another and with none, and what it loses at its stops. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSetup } from '../../src/commands/inputs/setup.ts';
import type { World } from '../../src/commands/world.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { ordersOfPlan } from '../../src/protection/of-plan.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, readFile } from '../../src/system/files.ts';
import { loadText } from '../support/plans.ts';
import type { WorldParts } from '../support/world-parts.ts';

const TRAP = [
  '{ id: core, side: open-long, size: 0.02, price: 63990, stopLoss: 63500 }',
  '{ id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market }',
  '{ id: hedge-stop, side: close-short, size: 0.02, trigger: 63900, price: market }',
];
const BREAKOUT = [
  '{ id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010 }',
  '{ id: break-stop, side: close-long, size: 0.05, trigger: 64010, price: market }',
];

const text = (orders: readonly string[], reference: string | undefined, limits = ''): string =>
  `version: 1
name: a
defaults: { symbol: cmt_btcusdt${reference === undefined ? '' : `, reference: ${reference}`} }
${limits}orders:
${orders.map((order) => `  - ${order}\n`).join('')}`;

const REQUIRED = 'limits: { requireStop: true }\n';

/** By the command's own reading of a file. */
async function exitOf(plan: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'plan.yaml'), plan);
  const files: WorldParts = {
    files: {
      folder,
      entryAt,
      read: readFile,
    },
    clock: realClock,
  };
  return (await loadSetup(files as World, { planPath: 'plan.yaml' })).exitCode;
}

test.each([
  ['the trap', TRAP, '64000', 'order/stop-before-entry', 'loss 9.8 naked 0.02 unknown 0', 4],
  ['the trap, past its entry', TRAP, '63850', 'order/stop-may-fire-first', 'loss 11.8 naked 0 unknown 0', 0],
  ['the breakout', BREAKOUT, '64500', 'order/stop-may-fire-first', 'loss 50 naked 0 unknown 0', 0],
  ['the breakout, above its market', BREAKOUT, '63900', 'order/stop-before-entry', 'loss 0 naked 0.05 unknown 0', 4],
  [
    'the breakout, of no known market',
    BREAKOUT,
    undefined,
    'order/stop-side-unknown',
    'loss 0 naked 0 unknown 0.05',
    4,
  ],
])('%s', async (_, orders, reference, warning, figures, required) => {
  const { plan, diagnostics } = loadText(text(orders, reference));
  expect(diagnostics.map(({ code }) => code).filter((code) => code.startsWith('order/stop'))).toEqual([warning]);
  const guarded = ordersOfPlan(plan?.orders ?? [], { plan: 'a', generation: 1 });
  const { positions } = protectionOf({ basis: 'plan', orders: guarded });
  const of = (key: 'lossAtStops' | 'naked' | 'unknown'): string =>
    positions.reduce((all, position) => all.plus(position[key]), Decimal.zero).canonical();
  expect(`loss ${of('lossAtStops')} naked ${of('naked')} unknown ${of('unknown')}`).toBe(figures);

  expect(await exitOf(text(orders, reference))).toBe(0);
  expect(await exitOf(text(orders, reference, REQUIRED))).toBe(required);
  const refused = loadText(text(orders, reference, REQUIRED)).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
  expect(refused.map(({ code }) => code)).toEqual(required === 4 ? ['policy/no-stop'] : []);
});
