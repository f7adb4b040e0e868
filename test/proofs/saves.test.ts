/** The short form of the proof of the watch; its script runs it at full size. */
import { expect, test } from 'vitest';
import { saves } from '../../proofs/watch/saves.ts';

/** Another part of the whole at each run of the tests; a failure names the seed that shows it again. */
const seed = Math.floor(Date.now() / 1000) % 1_000_000;

test('random saves before a watch: nothing goes out that was not approved, and nothing twice', async () => {
  const { violations, figures } = await saves({ runs: 15, seed });
  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect(figures['orders accepted']).toBeGreaterThan(0);
  expect(figures['of these refused']).toBeGreaterThan(0);
});
