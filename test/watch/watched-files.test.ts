/** What a watch takes for unchanged: by which config a plan was read is part of it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSetup, type Setup } from '../../src/commands/inputs/setup.ts';
import type { RunOptions } from '../../src/commands/run/run-options.ts';
import { WatchedFiles } from '../../src/commands/watch/watched-files.ts';
import type { World } from '../../src/commands/world.ts';
import { FILES } from '../../src/environment.ts';
import { systemClock } from '../../src/index.ts';
import { folder } from '../support/sessions.ts';

const PLAN = 'version: 1\nname: p\norders: [{ id: a, symbol: cmt_btcusdt, side: open-long, size: 1, price: 9 }]\n';

async function readOnce(config?: string, plan = PLAN): Promise<{ at: string; files: WatchedFiles; setup: Setup }> {
  const at = folder();
  mkdirSync(join(at, '.git'));
  mkdirSync(join(at, 'plans'));
  writeFileSync(join(at, 'plans', 'plan.yaml'), plan);
  if (config !== undefined) writeFileSync(join(at, 'ordo.config.yaml'), config);
  const world = {
    files: { ...FILES, folder: at },
    clock: systemClock,
  } as World;
  const options = { planPath: 'plans/plan.yaml' } as RunOptions;
  const setup = await loadSetup(world, { planPath: options.planPath });
  return { at, files: new WatchedFiles(world, options), setup };
}

test.each([
  ['no config at all', undefined],
  ['a config above', 'version: 1\n'],
  ['a broken config above', 'version: 1\npolicy: { maxOrders: many }\n'],
])('a config that comes nearer before the read has ended is a change: %s', async (_, config) => {
  const { at, files, setup } = await readOnce(config);
  const nearer = join(at, 'plans', 'ordo.config.yaml');
  writeFileSync(nearer, 'version: 1\npolicy: { maxOrders: 1 }\n');
  await files.took(setup);
  expect(files.isUnchanged()).toBe(false);
  rmSync(nearer);
  expect(files.isUnchanged()).toBe(true);
});

test('a config that is gone before the read has ended is a change', async () => {
  const { at, files, setup } = await readOnce('version: 1\npolicy: { maxOrders: 1 }\n');
  rmSync(join(at, 'ordo.config.yaml'));
  await files.took(setup);
  expect(files.isUnchanged()).toBe(false);
});

test('an account file that a size lacked is a change once it is there, and one that no size needs is none', async () => {
  const needing = await readOnce('version: 1\n', PLAN.replace('size: 1', 'size: { notional: 1%, of: equity }'));
  expect(needing.setup.diagnostics.map(({ code }) => code)).toContain('size/no-account');
  const other = await readOnce('version: 1\n');
  for (const { at, files, setup } of [needing, other]) {
    await files.took(setup);
    writeFileSync(join(at, 'account.json'), '{}');
  }
  expect([needing, other].map(({ files }) => files.isUnchanged())).toEqual([false, true]);
});
