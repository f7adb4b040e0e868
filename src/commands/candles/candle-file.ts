/** Where `ordo candles` writes: it replaces only a file of candles. */
import { resolve } from 'node:path';
import { Decimal } from '../../model/decimal.ts';
import { isThere, shown } from '../inputs/input-files.ts';
import { refuse } from '../../refusal.ts';
import { HEADING } from '../../simulate/candles/csv-text.ts';
import { CandleReader } from '../../simulate/candles/reader.ts';
import type { Files } from '../world.ts';

/** The absolute path of `--out`. */
export const candleFile = (files: Files, out: string): string => resolve(files.folder, out);

/** Refuses (exit 2) a file that is not one of candles. */
export function refuseOtherFile(files: Files, file: string): void {
  if (!isThere(files, file)) return;
  const read = files.read(file);
  if (read.ok && holdsCandles(read.value)) return;
  refuse(
    'output/would-overwrite',
    `${shown(files, file)} is not a file of candles${read.ok ? '' : ` (${read.error})`}, and only such a file is replaced`,
    'it is as it was; move it away, or name another file with --out',
  );
}

/** So small that every price lies on it. */
const FINE = Decimal.of('0.00000001');
/** Enough to see what a file is. */
const HEAD = 64 * 1024;

function holdsCandles(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  if (new TextDecoder().decode(head).startsWith(`${HEADING}\n`)) return true;
  const reader = new CandleReader({ file: '', symbol: '', tick: FINE });
  reader.feed(head);
  return reader.hasCandle;
}
