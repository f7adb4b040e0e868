/** Short forms of the proofs behind docs/safety.md; their scripts run them at full size. */
import { describe, expect, test } from 'vitest';
import { fuzz } from '../../proofs/inputs/fuzz.ts';
import { kill9 } from '../../proofs/processes/kill9.ts';
import { starts } from '../../proofs/processes/starts.ts';

/** Another part of the whole at each run of the tests; a failure names the seed that shows it again. */
const seed = Math.floor(Date.now() / 1000) % 1_000_000;

/** Most seeds take four seconds; one whose exchange keeps answering 429 pauses for twenty. */
const LONG = { timeout: 60_000 };

describe.concurrent('short forms', () => {
  test('kill -9 of the built command: nothing twice, nothing lost, nothing misreported', LONG, async () => {
    const { violations, figures } = await kill9({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['kills']).toBeGreaterThanOrEqual(1);
  });

  test('simultaneous starts: one proceeds', async () => {
    const { violations, figures } = await starts({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['proceeded']).toBe(2);
  });

  test('fuzzed plans: no socket, no hang, no crash', async () => {
    const { violations, figures } = await fuzz({ runs: 150, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['plans']).toBe(150);
  });
});
