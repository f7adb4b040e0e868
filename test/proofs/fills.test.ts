/** A short form of the proof of simulations, with a seed that changes; and what it must not take. */
import { expect, it } from 'vitest';
import { proveFills } from '../../proofs/fills/prove-fills.ts';

it('a simulation is what the reference makes of it', async () => {
  const seed = Math.floor(Date.now() / 60_000) % 1_000_000;
  const { violations, figures } = await proveFills({ runs: 400, seed, most: 3 });
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ paths: 400, 'paths cut into candles': 400 });
});
