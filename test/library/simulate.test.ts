/** Simulations of a program: errors are values, and an end of the range is a path to itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadPlan, orThrow, paperInstruments, readCandles, simulatePlan, simulationText } from '../../src/index.ts';
import { EXAMPLES } from '../../proofs/support/ordo.ts';

const text = (name: string): string => readFileSync(`${EXAMPLES}simulate/${name}`, 'utf8');
const scalp = orThrow(loadPlan(text('scalp.yaml'), { file: 'scalp.yaml', instruments: paperInstruments }));
const candles = orThrow(readCandles(text('btc-1h.csv'), { symbol: 'cmt_btcusdt', file: 'btc-1h.csv' }));

test('each end of the range is a path that gives it to the digit', () => {
  const simulated = orThrow(simulatePlan(scalp, { candles }));
  expect(simulated.result).toEqual(['-23.635992', '56.300008']);
  for (const [at, end] of (['pessimistic', 'optimistic'] as const).entries()) {
    const played = orThrow(simulatePlan(scalp, { path: simulated.course(end) }));
    expect([played.answer, played.result[0]]).toEqual(['exact', simulated.result[at]]);
  }
});

test('its texts are those of the command', async () => {
  const simulated = orThrow(simulatePlan(scalp, { candles }));
  const lines = await simulationText(simulated, 'lines', { width: 80 });
  expect(lines).toContain('  result                     -23.64       56.30\n');
  expect(lines).toContain('  64400 |             │▼                                  target of entry\n');
  expect(JSON.parse(await simulationText(simulated, 'json'))).toMatchObject({ deepest: ['-87.635992', '-7.699992'] });
  expect(await simulationText(simulated, 'html')).toContain('<svg');
  expect(await simulationText(simulated, 'md')).toContain('| result | -23.64 | 56.30 |');
});

test('detail takes the place of an hour, and positions from before count', () => {
  const minutes = Array.from({ length: 60 }, (_, at) => {
    const time = new Date(Date.UTC(2026, 10, 20, 2, at)).toISOString();
    const [open, close] = at === 0 ? [63905, 64450] : at === 1 ? [64450, 63550] : [63550, at === 59 ? 64050 : 63550];
    return `${time},${open},${Math.max(open, close)},${Math.min(open, close)},${close}\n`;
  });
  const detail = orThrow(
    readCandles(`time,open,high,low,close\n${minutes.join('')}`, { symbol: 'cmt_btcusdt', file: 'detail.csv' }),
  );
  const narrowed = orThrow(simulatePlan(scalp, { candles: [candles, detail] }));
  expect(narrowed.result).toEqual(['56.300008', '56.300008']);
  const held = orThrow(simulatePlan(scalp, { candles, hold: ['short 0.1 at 64000'] }));
  expect(held.settings.hold).toMatchObject([{ symbol: 'cmt_btcusdt', side: 'short', size: '0.1' }]);
});

test.each([
  [{}, 'option/conflict'],
  [{ candles, path: '64000' }, 'option/conflict'],
  [{ path: '64000,63500.05' }, 'option/value'],
  [{ path: { cmt_ethusdt: '3000,3100' } }, 'option/value'],
  [{ candles, fees: '1' }, 'option/value'],
  [{ candles, hold: ['long'] }, 'option/value'],
  [{ candles, expect: ['result is 3'] }, 'option/value'],
  [{ candles, from: Date.UTC(2027, 0, 1) }, 'option/value'],
  [{ candles, only: ['nobody'] }, 'plan/unknown-order'],
] as const)('%j is refused with %s', (options, code) => {
  expect(simulatePlan(scalp, options)).toMatchObject({ ok: false, error: { code, exitCode: 2 } });
});

test('bad candles are a value with every mistake at its place', () => {
  const bad = readCandles(text('btc-1h.csv').replace('63905,64450,63550', '63905,63550,64450'), {
    symbol: 'cmt_btcusdt',
    file: 'btc-1h.csv',
  });
  expect(bad).toMatchObject({
    ok: false,
    error: { exitCode: 2, diagnostics: [{ code: 'candles/shape', file: 'btc-1h.csv', line: 4, column: 28 }] },
  });
  expect(readCandles('', { symbol: 'nobody' })).toMatchObject({ ok: false, error: { code: 'config/invalid' } });
});
