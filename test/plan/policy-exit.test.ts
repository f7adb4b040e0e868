/** What a policy comes to for a command: the exit code, from the real files of a plan and a config. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadSetup } from '../../src/commands/inputs/setup.ts';
import type { World } from '../../src/commands/world.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, readFile } from '../../src/system/files.ts';
import { plan } from '../support/plans.ts';
import type { WorldParts } from '../support/world-parts.ts';

const LONG = 'id: a, side: open-long, size: 0.1, price: 50000, stopLoss: 1';
const MORE = 'id: b, side: open-long, size: 0.2, price: 50000, stopLoss: 1';
const SHORT = 'id: c, side: open-short, size: 0.1, price: 50000, stopLoss: 99999';

/** Of a plan beside a config, by the command's own reading of both files. */
async function exitOf(text: string, config = 'policy: { maxOrders: 2 }'): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'ordo.config.yaml'), `version: 1\n${config}\n`);
  writeFileSync(join(folder, 'plan.yaml'), `version: 1\nname: a\n${text}`);
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

describe('the exit code', () => {
  test.each([
    ['0 of a plan that keeps to it', [LONG, MORE], '', 0],
    ['4 where the policy forbids it', [LONG, MORE, SHORT], '', 4],
    ['4 where the plan’s own limit does', [LONG], 'limits: { maxOrderNotional: 1 }', 4],
    ['4 where the plan loosens the policy', [LONG], 'limits: { maxOrders: 3 }', 4],
    ['4 with a warning beside it', [LONG, MORE, 'id: c, side: open-short, size: 1, price: 5'], '', 4],
    ['3 of a mistake', [LONG.replace('0.1', '0')], '', 3],
    ['3 of a mistake beside a breach', [LONG, MORE, SHORT.replace('0.1', '0')], '', 3],
    ['3 of a mistake in the limits', [LONG], 'limits: { maxOrderNotional: 0 }', 3],
  ])('%s', async (_, orders, head, code) => {
    expect(await exitOf(plan(orders, head))).toBe(code);
  });

  test.each([
    ['0 within all of it', 'policy: { maxOrderSize: { btc: 0.1 }, maxLossAtStops: 4999.9, requireStop: true }', 0],
    ['4 of a size', 'policy: { maxOrderSize: { btc: 0.0999 } }', 4],
    ['4 of a loss', 'policy: { maxLossAtStops: 4999.8 }', 4],
    ['4 of an order without a stop', 'policy: { requireStop: "true" }', 4, [LONG, MORE.replace(', stopLoss: 1', '')]],
    ['2 of a limit that is none', 'policy: { maxOrderSize: 2 }', 2],
    ['2 of a limit that is not there', 'policy: { maxNotional: 2 }', 2],
    ['2 of a timeout that no timer holds', 'exchange: { timeout: 35792m }', 2],
    ['2 of a window that no timer holds', 'exchange: { uidWeight: 500/35792m }', 2],
  ] as [string, string, number, string[]?][])('%s, by the config', async (_, config, code, orders = [LONG]) => {
    expect(await exitOf(plan(orders), config)).toBe(code);
  });
});
