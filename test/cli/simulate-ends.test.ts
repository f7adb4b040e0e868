/** How `ordo simulate` ends: expectations, orders that the exchange would refuse, and every mistake at its place. */
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLES, place, type Ended } from '../../proofs/support/ordo.ts';
import { checkAmount } from '../../src/commands/simulate/prices.ts';
import type { Candles } from '../../src/simulate/candles/candles.ts';
import { here } from '../support/here.ts';
import { candleExamples, judgeCandles } from '../support/invalid-candles.ts';
import { afterTest } from '../support/live.ts';
import { candles } from '../support/simulated.ts';

const FOLDER = `${EXAMPLES}simulate/`;

const simulate = (...args: string[]): Promise<Ended> =>
  here(['simulate', 'scalp.yaml', ...args], { ...at(), folder: FOLDER });
const at = (): ReturnType<typeof place> => {
  const own = place();
  afterTest(() => own.remove());
  return own;
};

describe('the exit code', () => {
  test.each([
    [5, ['--expect', 'deepest >= -80'], '  deepest >= -80   not met: -87.64 to -7.70\n'],
    [0, ['--expect', 'deepest >= -90'], '  deepest >= -90   met: -87.64 to -7.70\n'],
    [5, ['--expect', 'bare <= 0m'], '  bare <= 0m   not met: 4 h to 3 h\n'],
  ])('is %i by %j', async (exit, options, line) => {
    const { code, stdout } = await simulate('--candles', 'btc-1h.csv', ...options);
    expect(code).toBe(exit);
    expect(stdout).toContain(`\nExpected\n${line}`);
  });

  const CLOSE = `version: 1
name: exits
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: out, side: close-long, size: 0.1, price: 64300 }
`;

  test('is 6 of a close without a position, and 0 where one was held before', async () => {
    const own = at();
    cpSync(`${FOLDER}btc-1h.csv`, `${own.folder}/btc-1h.csv`);
    own.write('exits.yaml', CLOSE);
    const tried = (...more: string[]) => here(['simulate', 'exits.yaml', '--candles', 'btc-1h.csv', ...more], own);
    const without = await tried();
    expect(without.code).toBe(6);
    expect(without.stdout).toMatch(/ {2}out {2}close-long {2}0\.1 {2}64300\s+refused: /);
    const held = await tried('--hold', 'long 0.1 at 63900');
    expect(held.code).toBe(0);
    expect(held.stdout).toContain('held before cmt_btcusdt long 0.1 at 63900');
    expect(held.stdout).toContain('  out  close-long  0.1  64300   02:00\n');
  });

  test.each([
    [
      ['--path', '64000,63500.05'],
      /step 2 \(63500\.05\): is not on the tick of 0\.1; the nearest prices are 63500 and 63500\.1/,
    ],
    [['--candles', 'cmt_ethusdt=btc-1h.csv'], /the plan has no orders of cmt_ethusdt/],
    [['--candles', 'none.csv'], /none\.csv cannot be read/],
    [['--candles', 'btc-1h.csv', '--slippage', '0.05%'], /put it into the taker’s fee \(0\.08 % \+ 0\.05 % = 0\.13%\)/],
    [['--candles', 'btc-1h.csv', '--path', '1,2'], /--candles does not go with --path/],
    [['--path', '64000,63000', '--expect', 'bare <= 0m'], /which has no time/],
    [['--candles', 'btc-1h.csv', '--from', '2027-01-01'], /has no candle of every symbol/],
    [['--candles', 'btc-1h.csv', '--fees', '0.02'], /0\.02%\/0\.08%/],
    [['--candles', 'btc-1h.csv', '--fees', '-0.01%/0.05%'], /begins with a dash\n +write --fees=-0\.01%\/0\.05%\n/],
    [['--path', ''], /--path is empty/],
    [['--path', 'cmt_btcusdt='], /--path gives nothing for cmt_btcusdt/],
  ])('is 2 by %j', async (options, words) => {
    const { code, stderr } = await simulate(...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words) as string]);
  });

  test.each(candleExamples.filter((name) => judgeCandles(name).some(({ severity }) => severity === 'error')))(
    'is 2 of the mistake in %s, at its place',
    async (name) => {
      const { code, stdout } = await simulate('--candles', `../invalid/candles/${name}`);
      expect(code).toBe(2);
      for (const one of judgeCandles(name)) {
        const { line, column } = one.source.position(one.start);
        expect(stdout).toContain(`error[${one.code}]: `);
        expect(stdout).toContain(`candles/${name}:${line}:${column}\n`);
      }
    },
  );

  test('counts what is over twenty mistakes of a file', async () => {
    const own = at();
    cpSync(`${FOLDER}scalp.yaml`, `${own.folder}/scalp.yaml`);
    const rows = Array.from({ length: 30 }, (_, hour) => `${Date.UTC(2026, 10, 20, hour)},1,1,2,1`);
    own.write('bad.csv', `time,open,high,low,close\n${rows.join('\n')}\n`);
    const { code, stdout } = await here(['simulate', 'scalp.yaml', '--candles', 'bad.csv'], own);
    expect(code).toBe(2);
    expect(stdout.match(/error\[candles\/shape\]/g)).toHaveLength(20);
    expect(stdout).toContain('and 10 more in bad.csv');
  });

  test('is 3 of a plan that is invalid, 4 of one that the policy forbids, and 2 of a symbol in no list', async () => {
    const own = at();
    cpSync(FOLDER, own.folder, { recursive: true });
    own.write('bad.yaml', CLOSE.replace('close-long', 'sell'));
    own.write('other.yaml', CLOSE.replace('cmt_btcusdt', 'cmt_solusdt'));
    const codeOf = async (plan: string): Promise<number | null> => (await here(['simulate', plan], own)).code;
    expect([await codeOf('bad.yaml'), await codeOf('other.yaml')]).toEqual([3, 2]);
    const other = await here(['simulate', 'other.yaml'], own);
    expect(other.stderr).toContain('ordo instruments');
    own.write(
      'ordo.config.yaml',
      'version: 1\npolicy: { requireStop: true }\nsimulate: { candles: { cmt_btcusdt: btc-1h.csv } }\n',
    );
    expect(await codeOf('scalp.yaml')).toBe(4);
  });

  test('names the figure that other tools call otherwise', async () => {
    const { stderr } = await simulate('--expect', 'drawdown >= -80');
    expect(stderr).toContain("write --expect 'deepest >= -80'");
  });

  test('is 2 without prices, and says what writes them', async () => {
    const own = at();
    cpSync(`${FOLDER}scalp.yaml`, `${own.folder}/scalp.yaml`);
    const { code, stderr } = await here(['simulate', 'scalp.yaml'], own);
    expect([code, stderr]).toEqual([2, expect.stringContaining('ordo candles cmt_btcusdt 1h') as string]);
  });
});

const symbolsOf = (...counts: number[]): { candles: Candles }[] =>
  counts.map((count) => ({ candles: candles([], { openMs: new Float64Array(count) }) }));

test('5,000,000 candles are the most of all symbols together', () => {
  expect(() => checkAmount(symbolsOf(2_500_000, 2_500_000))).not.toThrow();
  expect(() => checkAmount(symbolsOf(2_500_000, 2_500_001))).toThrow(
    'the candles of all symbols are more than 5,000,000',
  );
});
