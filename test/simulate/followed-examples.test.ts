/** The examples that are followed, as a simulation tells them (`npx vitest run -u` writes them anew). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  loadPlan,
  orThrow,
  paperInstruments,
  readCandles,
  simulatePlan,
  simulationText,
  type SimulateOptions,
} from '../../src/index.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';

const hours = (from: string, prices: readonly (readonly number[])[]): Pick<SimulateOptions, 'candles'> => {
  const rows = prices.map((row, at) => [new Date(Date.parse(from) + at * 3_600_000).toISOString(), ...row].join());
  return {
    candles: orThrow(
      readCandles(`time,open,high,low,close\n${rows.join('\n')}\n`, { symbol: 'cmt_btcusdt', file: 'made-up.csv' }),
    ),
  };
};

const CASES: readonly (readonly [name: string, options: SimulateOptions])[] = [
  ['16-bracket', { path: '64100,63900,65100,63900,66000' }],
  [
    '16-bracket',
    hours('2026-11-20T00:00:00Z', [
      [64_100, 64_200, 63_900, 64_050],
      [64_050, 65_100, 63_950, 64_900],
      [64_900, 66_600, 63_900, 66_500],
    ]),
  ],
  ['17-dca', { path: '63500,61500,66500' }],
  ['18-either-way', { path: '64000,65300,64300' }],
  [
    '18-either-way',
    hours('2026-11-20T00:00:00Z', [
      [64_000, 65_300, 62_700, 64_000],
      [64_000, 64_100, 63_900, 64_000],
    ]),
  ],
  [
    '19-slices',
    {
      hold: ['long 1.2 at 63000'],
      ...hours('2026-12-01T07:00:00Z', [
        [64_000, 64_100, 63_900, 64_050],
        [64_050, 64_200, 63_950, 64_100],
        [64_100, 64_300, 64_000, 64_200],
        [64_200, 64_250, 64_100, 64_150],
      ]),
    },
  ],
  [
    '20-open-drive',
    hours('2026-12-01T13:00:00Z', [
      [63_600, 63_900, 63_450, 63_700],
      [63_700, 64_000, 63_400, 63_900],
      [63_900, 65_600, 63_800, 65_400],
    ]),
  ],
];

it.each(CASES.map(([name, options], at) => [name, at + 1, options] as const))(
  '%s, %i',
  async (name, number, options) => {
    const file = `${name}.yaml`;
    const checked = orThrow(
      loadPlan(readFileSync(`${EXAMPLES}${file}`, 'utf8'), { file, instruments: paperInstruments }),
    );
    const lines = await simulationText(orThrow(simulatePlan(checked, options)), 'lines', { width: 80 });
    for (const line of lines.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    await expect(lines).toMatchFileSnapshot(`followed/${name}-${number}.txt`);
  },
);
