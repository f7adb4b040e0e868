/** Short forms of the proofs behind docs/safety.md; their scripts run them at full size. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Proof } from '../../proofs/proof.ts';
import { fuzz } from '../../proofs/inputs/fuzz.ts';
import { openFacts } from '../../proofs/following/open-facts.ts';
import { kill9Follow } from '../../proofs/processes/kill9-follow.ts';
import { kill9Flatten } from '../../proofs/processes/kill9-flatten.ts';
import { kill9 } from '../../proofs/processes/kill9.ts';
import { notices } from '../../proofs/processes/notices.ts';
import { starts } from '../../proofs/processes/starts.ts';

/** Another part of the whole at each run of the tests; a failure names the seed that shows it again. */
const seed = Math.floor(Date.now() / 1000) % 1_000_000;

/** The proof in a process of its own, as the version is one of a process. */
async function onVersion3(file: string): Promise<Proof> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-proof-'));
  const figures = join(folder, 'figures.json');
  const proof = new URL(`../../proofs/${file}`, import.meta.url).pathname;
  try {
    const args = ['--interface', 'v3', '--runs', '1', '--seed', String(seed), '--figures', figures];
    // A violation is in the figures too, where there are some.
    await promisify(execFile)(process.execPath, [proof, ...args]).catch(() => {});
    return JSON.parse(readFileSync(figures, 'utf8')) as Proof;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.concurrent('short forms', () => {
  test('kill -9 of the built command: nothing twice, nothing lost, nothing misreported', async () => {
    const { violations, figures } = await kill9({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['kills']).toBeGreaterThanOrEqual(1);
  });

  test('kill -9 of a flatten and of a halt: flat only where it is so, nothing closed twice', async () => {
    const { violations, figures } = await kill9Flatten({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['orders closed']).toBeGreaterThanOrEqual(1);
  });

  test('kill -9 of a follower: each group has its stop or is flat, nothing twice, nothing misreported', async () => {
    const { violations, figures } = await kill9Follow({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['starts']).toBeGreaterThanOrEqual(1);
  });

  test('one of the five plans to its end, whatever the documents leave open', async () => {
    const { violations, figures } = await openFacts({ runs: 1, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['runs']).toBe(1);
  });

  test('runs beside a broken program of notify: the same bytes as without it', async () => {
    const { violations, figures } = await notices({ runs: 2, seed });
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['runs']).toBe(2);
  });

  test.each([
    ['kill9-v3', 'processes/kill9.ts', 'kills'],
    ['canary-v3', 'secrets/canary.ts', 'scenes'],
  ])('%s: nothing is violated', async (name, file, counted) => {
    const proof = await onVersion3(file);
    expect({ seed, name: proof.name, violations: proof.violations }).toEqual({ seed, name, violations: [] });
    expect(proof.figures[counted]).toBeGreaterThanOrEqual(1);
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
