import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderDiagnostics } from '../../../src/source/code-frame.ts';
import { candleExamples, candleExampleUrl, judgeCandles } from '../../support/invalid-candles.ts';

test.each(candleExamples)('%s gives the diagnostics beside it, the first as its name says', (name) => {
  const rendered = `${renderDiagnostics(judgeCandles(name))}\n`;
  const golden = candleExampleUrl(name.replace(/\.csv$/, '.expected.txt'));
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, rendered);
  expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(rendered);
  expect(name.startsWith(/\[(.*?)\]/.exec(rendered)?.[1]?.replace('/', '-') ?? 'none')).toBe(true);
});
