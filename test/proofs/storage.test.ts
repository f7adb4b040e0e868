/** Short forms of the proofs behind docs/safety.md; their scripts run them at full size. */
import { describe, expect, test } from 'vitest';
import { canary } from '../../proofs/secrets/canary.ts';
import { SCENES } from '../../proofs/secrets/canary.ts';
import { storageFaults } from '../../proofs/storage/storage-faults.ts';
import { here } from '../support/here.ts';

/** Another part of the whole at each run of the tests; a failure names the seed that shows it again. */
const seed = Math.floor(Date.now() / 1000) % 1_000_000;

/** One after the other, since the first replaces SQLite's calls in this process. */
describe('short forms, one by one', () => {
  test('failing storage: no order id lost, nothing sent after, nothing sent twice', async () => {
    const { violations, figures } = await storageFaults({ runs: 100, seed, flips: 50, places: 1, kinds: 1 });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['injected writes']).toBeGreaterThan(5);
  });

  test('canary secrets: in no byte that a run leaves', async () => {
    const { violations, figures } = await canary({ runs: 1, seed, here });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['hits']).toBe(0);
    expect(figures['scenes']).toBe(SCENES.length);
  });
});
