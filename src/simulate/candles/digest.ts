/** The sum of the candles that are used: the same, whatever files they came in. */
import { createHash } from 'node:crypto';
import { shortest, type Candles } from './candles.ts';
import { decimalWriter, writeWhole } from './decimal-bytes.ts';

const LF = 10;
const SPACE = 32;
const FLUSH = 64 * 1024;
/** More than one line needs. */
const MOST_LINE = 512;

/** SHA-256 in hex: for each symbol by name a line with the length of its shortest candle in ms, then a line for each candle. */
export function candlesDigest(all: readonly Candles[]): string {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(FLUSH + MOST_LINE);
  for (const candles of all.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))) {
    const { openMs, open, high, low, close } = candles;
    const write = decimalWriter(candles.tick);
    const prices = [open, high, low, close];
    let at = bytes.write(`${candles.symbol} ${shortest(candles)}\n`);
    for (let place = 0; place < openMs.length; place++) {
      at = writeWhole(bytes, at, openMs[place] as number);
      for (const price of prices) {
        bytes[at++] = SPACE;
        at = write(bytes, at, price[place] as number);
      }
      bytes[at++] = LF;
      if (at >= FLUSH) {
        hash.update(bytes.subarray(0, at));
        at = 0;
      }
    }
    hash.update(bytes.subarray(0, at));
  }
  return hash.digest('hex');
}
