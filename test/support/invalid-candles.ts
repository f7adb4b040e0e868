/** The files of `examples/invalid/candles/`, each read as candles of a symbol whose tick is 0.1. */
import { readdirSync, readFileSync } from 'node:fs';
import { Decimal } from '../../src/model/decimal.ts';
import { joinCandles } from '../../src/simulate/candles/joined.ts';
import { readCandleText } from '../../src/simulate/candles/reader.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';

const FOLDER = 'examples/invalid/candles/';
const root = new URL('../../', import.meta.url);

export const candleExamples = readdirSync(new URL(FOLDER, root)).filter((name) => name.endsWith('.csv'));

export const candleExampleUrl = (name: string): URL => new URL(FOLDER + name, root);

export function judgeCandles(name: string): readonly Diagnostic[] {
  const source = { file: FOLDER + name, symbol: 'cmt_btcusdt', tick: Decimal.of('0.1') };
  const read = readCandleText(readFileSync(candleExampleUrl(name)), source);
  if (!read.ok) return read.error.diagnostics;
  const joined = joinCandles([read.value]);
  return joined.ok ? joined.value.warnings : joined.error.diagnostics;
}
