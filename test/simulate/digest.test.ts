/** The name of candles is that of their lines, whatever their ticks and however large their prices. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { candlesDigest } from '../../src/simulate/candles/digest.ts';
import { FROM } from '../support/simulated.ts';

const TICKS = [
  1,
  7,
  10,
  99,
  100,
  101,
  12_345,
  640_000,
  99_999_999,
  100_000_000,
  1_234_567_891,
  2 ** 40 + 1,
  2 ** 53 - 1,
];

it.each(['0.1', '1', '0.5', '0.00001', '100', '25', '0.000000000000000001'])('with a tick of %s', (text) => {
  const tick = Decimal.of(text);
  const column = Float64Array.from(TICKS);
  const openMs = Float64Array.from(TICKS, (_, at) => FROM + at * 60_000);
  const lengthMs = new Float64Array(TICKS.length).fill(60_000);
  const candles = {
    symbol: 'cmt_btcusdt',
    tick,
    openMs,
    lengthMs,
    open: column,
    high: column,
    low: column,
    close: column,
  };
  const price = (ticks: number): string => tick.multiplied(BigInt(ticks)).toString();
  const lines = TICKS.map((ticks, at) => `${openMs[at]} ${Array(4).fill(price(ticks)).join(' ')}\n`);
  const text256 = `cmt_btcusdt 60000\n${lines.join('')}`;
  expect(candlesDigest([candles])).toBe(createHash('sha256').update(text256).digest('hex'));
});
