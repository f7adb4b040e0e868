/** A limit by symbol that names no symbol would hold nothing, so it is a mistake: in a plan, in a config, in the library. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadSetup } from '../../src/commands/inputs/setup.ts';
import type { Setup } from '../../src/commands/inputs/setup.ts';
import type { World } from '../../src/commands/world.ts';
import { loadConfig, loadPlan } from '../../src/library/load.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadText } from '../support/plans.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, readFile } from '../../src/system/files.ts';
import type { WorldParts } from '../support/world-parts.ts';

const PLAN =
  'version: 1\nname: a\ndefaults: { symbol: cmt_btcusdt }\nLIMITS\norders:\n  - { id: a, side: open-long, size: 0.04, price: 64000, stopLoss: 63000 }\n';
const planWith = (limits: string): string => PLAN.replace('LIMITS', limits);

const load = (limits: string, strictSymbols = true): LoadedPlan =>
  loadText(planWith(limits), { instruments: paperInstruments, strictSymbols });
const told = ({ diagnostics }: Pick<Setup, 'diagnostics'>): string[] =>
  diagnostics.map(({ severity, code, message, hint = '', source, start, end }) =>
    [severity, code, source.text.slice(start, end), message, hint].join(' | '),
  );

describe('in the limits of a plan', () => {
  test.each([
    ['{ maxOrderSize: { BTC: 0.05 } }', 'BTC', 'cmt_btcusdt'],
    ['{ maxOrderSize: { cmt_btcusd: 0.05 } }', 'cmt_btcusd', 'cmt_btcusdt'],
    ['{ maxOrderSize: { cmt_btcusdtt: 0.01, cmt_btcusdt: 1 } }', 'cmt_btcusdtt', 'cmt_btcusdt'],
    ['{ symbols: [cmt_btcusdt, ETH] }', 'ETH', 'cmt_ethusdt'],
  ])('%s is an error that names the symbol', (limits, written, meant) => {
    for (const strict of [true, false]) {
      const [first, ...more] = told(load(`limits: ${limits}`, strict));
      expect(first).toContain(`error | instrument/unknown | ${written} | `);
      expect(first).toContain(`did you mean \`${meant}\`?`);
      expect(more).toEqual([]);
      expect(
        told(load(`limits: ${limits.replace(written, meant)}`, strict)).filter((one) => /unknown/.test(one)),
      ).toEqual([]);
    }
  });

  test('a symbol that only a list of the user’s own would have is warned of; one that an order has is known', () => {
    const limits = 'limits: { maxOrderSize: { cmt_btcusdt: 1, cmt_zzzzzz: 1 } }';
    expect(told(load(limits, false))).toEqual([
      expect.stringContaining('warning | instrument/unlisted | cmt_zzzzzz | `maxOrderSize` names `cmt_zzzzzz`'),
    ]);
    const used = loadText(planWith(limits).replace('cmt_btcusdt }', 'cmt_zzzzzz }'), { instruments: paperInstruments });
    expect(told(used).filter((one) => one.includes('maxOrderSize'))).toEqual([]);
    expect(load('limits: { maxOrderSize: { CMT_BTCUSDT: 1 } }').plan).toBeDefined();
  });

  test('without any list, a name near that of an order is an error', () => {
    expect(told(loadText(planWith('limits: { maxOrderSize: { cmt_btcusd: 1 } }')))[0]).toContain(
      'error | instrument/unknown | cmt_btcusd | `maxOrderSize` names `cmt_btcusd`, and no order has that symbol, so it caps nothing | did you mean `cmt_btcusdt`?',
    );
  });
});

async function setupOf(policy: string): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'ordo.config.yaml'), `version: 1\npolicy: ${policy}\n`);
  writeFileSync(join(folder, 'plan.yaml'), planWith('limits: { maxOrders: 1 }'));
  const files: WorldParts = {
    files: {
      folder,
      entryAt,
      read: readFile,
    },
    clock: realClock,
  };
  return loadSetup(files as World, {
    planPath: 'plan.yaml',
    otherwise: paperInstruments,
  });
}

describe('in a policy', () => {
  test.each([
    ['{ maxOrderSize: { BTC: 0.05 } }', 'BTC'],
    ['{ maxOrderSize: { cmt_btcusd: 0.05 } }', 'cmt_btcusd'],
    ['{ symbols: [cmt_btcusdtt, cmt_btcusdt] }', 'cmt_btcusdtt'],
  ])('%s is a mistake of the config, exit 2, at its place there', async (policy, written) => {
    const setup = await setupOf(policy);
    expect([setup.exitCode, setup.plan]).toEqual([2, undefined]);
    expect(setup.diagnostics.map(({ source }) => source.path.split('/').at(-1))).toEqual(['ordo.config.yaml']);
    expect(told(setup)[0]).toContain(`error | instrument/unknown | ${written} | `);
    expect((await setupOf(policy.replace(written, 'cmt_ethusdt'))).exitCode).toBe(0);
  });

  test('of the library is refused as the command refuses it', () => {
    const config = loadConfig({
      version: 1,
      policy: { maxOrderSize: { BTC: '0.05' } },
    });
    expect(config.ok).toBe(true);
    if (!config.ok) return;
    const loaded = loadPlan(planWith('limits: { maxOrders: 1 }'), {
      config: config.value,
      instruments: paperInstruments,
    });
    const { exitCode, message, hint } = loaded.ok ? expect.fail('it was taken') : loaded.error;
    expect([exitCode, message, hint]).toEqual([
      2,
      'policy: `maxOrderSize` names `BTC`, which is not in the list of instruments, so it caps nothing',
      `did you mean \`cmt_btcusdt\`? The list is from ${paperInstruments.source}, as of ${paperInstruments.asOf}`,
    ]);
  });
});
