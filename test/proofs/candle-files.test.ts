/** The short form of the proof about hostile files of candles, with a seed that changes. */
import { expect, test } from 'vitest';
import { candleFuzz } from '../../proofs/inputs/candle-fuzz.ts';

test('hostile files of candles: none crashes the reader, takes long, or acts on a terminal', async () => {
  const seed = Date.now() % 2 ** 31;
  const { violations, figures } = await candleFuzz({ runs: 150, seed });
  // What else this process holds is no part of it: the proof has a process of its own.
  expect({ seed, violations: violations.filter((one) => !one.includes('MiB')) }).toEqual({ seed, violations: [] });
  expect(figures['files']).toBe(150);
  expect(figures['changed while read']).toBe(4);
});
