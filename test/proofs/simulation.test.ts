/** The short form: every seed that ever failed, and some more. The long one is `npm run sim -- --seeds 10000`. */
import { afterAll, describe, expect, it } from 'vitest';
import { planted } from '../../proofs/sabotage/fault.ts';
import { PLANTED_FAULTS } from '../../proofs/sabotage/planted-faults.ts';
import { removeFiles } from '../../proofs/simulation/disk.ts';
import { keptSeeds } from '../../proofs/simulation/kept-seeds.ts';
import { simulateHalts } from '../../proofs/simulation/halts/simulate-halts.ts';
import { simulateFollow } from '../../proofs/simulation/follow/simulate-follow.ts';
import { simulate } from '../../proofs/simulation/simulate.ts';
import type { Options } from '../../proofs/simulation/verdict.ts';

const SEEDS = 8;
/** Of these the first life ends at a port call: of one before its effect, of one after it. One, at every eighth call, at each run of the tests. */
const CRASHED = [
  [5, false],
  [21, true],
] as const;
const EVERY = 8;
const turn = Math.floor(Date.now() / 1000) % (CRASHED.length * EVERY);

const kept = keptSeeds();

async function violationsOf(seeds: readonly number[], options: Options = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const seed of seeds) {
    const { violation } = await simulate(seed, options);
    if (violation !== undefined) found.push({ seed, violation });
  }
  return found;
}

afterAll(removeFiles);

describe('simulated runs', () => {
  it('of every seed that ever failed break nothing', async () => {
    expect(kept.length).toBeGreaterThan(0);
    expect(await violationsOf(kept)).toEqual([]);
  });

  it(`of the first ${SEEDS} seeds break nothing`, async () => {
    expect(await violationsOf(Array.from({ length: SEEDS }, (_, index) => index + 1))).toEqual([]);
  });

  it('of the first six seeds, and of every one that ever failed so, break nothing on a journal that is 20 ms away', async () => {
    expect(await violationsOf([1, 2, 3, 4, 5, 6, ...keptSeeds('away')], { journalAwayMs: 20 })).toEqual([]);
  });

  it('of the first six seeds, and of every one that ever failed so, break nothing on version 3', async () => {
    expect(await violationsOf([1, 2, 3, 4, 5, 6, ...keptSeeds('v3')], { interface: 'v3' })).toEqual([]);
  });

  it('of looks, of the first twelve seeds and of every one that ever failed so, break nothing, and find nothing naked', async () => {
    let looks = 0;
    for (const seed of [...Array.from({ length: 12 }, (_, index) => index + 1), ...keptSeeds('stops')]) {
      const verdict = await simulate(seed, { hasStops: true });
      expect({ seed, violation: verdict.violation }).toEqual({ seed, violation: undefined });
      looks += verdict.looks;
    }
    expect(looks).toBeGreaterThan(5);
  });

  it.each(['v2', 'v3'] as const)(
    'of halts, closes and flattens, of sixteen seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const total = { flats: 0, closes: 0, deaths: 0 };
      const from = 1 + (turn % 100) * 16;
      const seeds = [...Array.from({ length: 16 }, (_, index) => from + index), ...keptSeeds('halts')];
      for (const seed of seeds) {
        const { violation, looks, closes = 0, deaths } = await simulateHalts(seed, { interface: version });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        total.flats += looks;
        total.closes += closes;
        total.deaths += deaths;
      }
      // A few seeds in a row may all do without a death, or without a close.
      expect(Math.min(total.flats, total.closes + total.deaths)).toBeGreaterThan(0);
    },
  );

  it.each(['v2', 'v3'] as const)(
    'of a plan that is followed, of six seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const from = 1000 + (turn % 100) * 6;
      const seeds = [...Array.from({ length: 6 }, (_, index) => from + index), ...keptSeeds('follow')];
      let orders = 0;
      for (const seed of seeds) {
        const { violation, orders: placed } = await simulateFollow(seed, { interface: version });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        orders += placed;
      }
      expect(orders).toBeGreaterThan(0);
    },
  );

  it.each(['v2', 'v3'] as const)(
    'of a plan that is followed beside somebody who closes by hand, of six seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const from = 1000 + (turn % 100) * 6;
      const seeds = [...Array.from({ length: 6 }, (_, index) => from + index), ...keptSeeds('hands')];
      let acts = 0;
      for (const seed of seeds) {
        const { violation, byHand = 0 } = await simulateFollow(seed, { interface: version, hasHands: true });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        acts += byHand;
      }
      expect(acts).toBeGreaterThan(0);
    },
  );

  it.each(['v2', 'v3'] as const)(
    'of a plan that is followed among refusals, limits, gaps and cancels by hand, of six seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const from = 1000 + (turn % 100) * 6;
      const seeds = [...Array.from({ length: 6 }, (_, index) => from + index), ...keptSeeds('rough')];
      let acts = 0;
      for (const seed of seeds) {
        const { violation, byHand = 0 } = await simulateFollow(seed, { interface: version, isRough: true });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        acts += byHand;
      }
      expect(acts).toBeGreaterThan(0);
    },
  );

  it.each(['v2', 'v3'] as const)(
    'of a plan that is edited between its lives, of six seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const from = 1000 + (turn % 100) * 6;
      const seeds = [...Array.from({ length: 6 }, (_, index) => from + index), ...keptSeeds('edits')];
      let edited = 0;
      for (const seed of seeds) {
        const {
          violation,
          edits = 0,
          refusedEdits = 0,
        } = await simulateFollow(seed, { interface: version, hasEdits: true });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        edited += edits + refusedEdits;
      }
      expect(edited).toBeGreaterThan(0);
    },
  );

  it.each(['v2', 'v3'] as const)(
    'of a plan whose journal is lost or old, of four seeds and of every one that ever failed so, break nothing on %s',
    async (version) => {
      const from = 1000 + (turn % 100) * 4;
      const seeds = [...Array.from({ length: 4 }, (_, index) => from + index), ...keptSeeds('journals')];
      let acts = 0;
      for (const seed of seeds) {
        const { violation, journals = 0 } = await simulateFollow(seed, { interface: version, hasJournals: true });
        expect({ seed, violation }).toEqual({ seed, violation: undefined });
        acts += journals;
      }
      expect(acts).toBeGreaterThan(0);
    },
  );

  it.each(CRASHED.filter((_, at) => at === turn % CRASHED.length))(
    'of seed %i break nothing with a death at any call of a port (after its effect: %s)',
    async (seed, isAfter) => {
      let deaths = 0;
      for (let at = 1 + Math.floor(turn / CRASHED.length); ; at += EVERY) {
        const firstDeath = { port: 'any', at, isAfter, isPowerLoss: at % 2 === 0 } as const;
        const { violation, didFirstDie } = await simulate(seed, { firstDeath });
        expect({ seed, at, violation }).toEqual({ seed, at, violation: undefined });
        if (!didFirstDie) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(2);
    },
  );

  it('are the same when they are run again', async () => {
    for (const seed of [4, 30]) {
      const first = await simulate(seed);
      expect(await simulate(seed)).toEqual(first);
      expect(first.deaths + first.orders).toBeGreaterThan(0);
    }
  });
});

describe('planted faults', () => {
  it('still fit the source they are planted in', () => {
    expect(PLANTED_FAULTS.length).toBeGreaterThanOrEqual(60);
    for (const fault of PLANTED_FAULTS) expect(() => planted(fault)).not.toThrow();
  });
});
