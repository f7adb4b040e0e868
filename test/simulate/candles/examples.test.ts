/** The candles of `examples/simulate/`, and what docs/simulate.md says of candles. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderDiagnostic } from '../../../src/source/code-frame.ts';
import { read, readWell, digestOf } from '../../support/candles.ts';

const root = new URL('../../../', import.meta.url);
const example = (name: string): string => readFileSync(new URL(`examples/simulate/${name}`, root), 'utf8');
const page = readFileSync(new URL('docs/simulate.md', root), 'utf8');

test.each([
  ['btc-1h.csv', 'CSV', 'ISO 8601', false],
  ['btc-1h.json', 'JSON', 'ISO 8601', false],
  ['btc-1h-ccxt.json', 'JSON', 'milliseconds', false],
  ['btc-1h-binance.csv', 'CSV', 'microseconds', false],
  ['btc-1h-newest-first.csv', 'CSV', 'ISO 8601', true],
])('%s has the candles of the page', (name, format, times, isNewestFirst) => {
  const file = readWell(example(name));
  expect(file).toMatchObject({ format, times, isNewestFirst, lengthMs: 3_600_000 });
  expect(digestOf(file.candles)).toMatch(/^4798945367df/);
  expect(file.candles.traded?.[2]).toBe(412.5);
});

test('a mistake is shown as the page has it', () => {
  const text = example('btc-1h.csv').replace('63905,64450,63550', '63905,63550,64450');
  const file = read(text);
  const shown = file.ok ? '' : file.error.diagnostics.map((one) => renderDiagnostic(one)).join('\n');
  expect(shown).toContain('candles/shape');
  expect(page).toContain(shown);
});

test('the line that shifts closes to opens does', () => {
  const line = /^awk .*$/m.exec(page)?.[0] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'ordo-shift-'));
  const closes = example('btc-1h-ccxt.json')
    .replaceAll(/[[\] ]/g, '')
    .replaceAll(/^(\d{13})/gm, (ms) => String(Number(ms) + 3_600_000))
    .replaceAll(/,$/gm, '')
    .trim();
  writeFileSync(join(folder, 'closes.csv'), `${closes}\n`);
  execFileSync('sh', ['-c', line], { cwd: folder });
  const opens = readWell(readFileSync(join(folder, 'opens.csv'), 'utf8'));
  expect(digestOf(opens.candles)).toMatch(/^4798945367df/);
});
