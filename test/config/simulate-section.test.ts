/** What a plan is tried on, as the config says it. */
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { SourceFile } from '../../src/source/source-file.ts';

const load = (section: string) =>
  loadConfig(new SourceFile('ordo.config.yaml', `version: 1\nsimulate: { ${section} }\n`));

test('names files of candles by symbol, one or several, and fees', () => {
  const { config } = load(
    'candles: { cmt_btcusdt: btc.csv, cmt_ethusdt: [eth-1h.csv, eth-1m.csv] }, fees: -0.01%/0.06%',
  );
  expect(config?.simulate).toEqual({
    candles: { cmt_btcusdt: ['btc.csv'], cmt_ethusdt: ['eth-1h.csv', 'eth-1m.csv'] },
    fees: '-0.01%/0.06%',
  });
});

test.each([
  ['fees: 0.02', 'value/spelling'],
  ['fees: 0.02%', 'value/spelling'],
  ['candles: btc.csv', 'value/type'],
  ['candles: { cmt_btcusdt: [] }', 'value/type'],
  ['klines: { cmt_btcusdt: a.csv }', 'key/unknown'],
])('%s is refused', (section, code) => {
  const { config, diagnostics } = load(section);
  expect([config, diagnostics.map((one) => one.code)]).toEqual([undefined, [code]]);
});
