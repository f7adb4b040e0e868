/**
 * The line to the journal's server breaks at a message of a run, in either direction. `npm run cuts` tries all of them;
 * `CUTS=300 CUTS_SEED=5 npm run cuts` as many by that seed.
 */
import { describe, expect, it } from 'vitest';
import { Findings, inTurns } from '../../proofs/proof.ts';
import { randomOf } from '../../proofs/random.ts';
import type { Cut, PostgresProxy } from '../../proofs/support/postgres-proxy.ts';
import { sharedServer } from '../support/own-server.ts';
import { messagesOf, playCut } from '../support/cut-runs.ts';

const server = (await sharedServer()).server;
const fresh = async (): Promise<string> => (await server?.newDatabase()) ?? '';

/** Another part of the whole at each run of the tests; a failure names the seed that shows it again. */
const seed = Number(process.env['CUTS_SEED'] ?? Math.floor(Date.now() / 1000) % 1_000_000);
const asked = process.env['CUTS'];
const FEW = 4;
/** Mostly waiting: for answers that are lost, and for the server. */
const ABREAST = 6;
const COUNTED = ['places', 'runs', 'cut', 'not reached', 'outcomes only kept beside', 'plans still held'];

/** Every place where the line can break, in about the order in which a run comes by. */
function placesOf(passed: PostgresProxy['passed']): Cut[] {
  const ways = ['to-server', 'to-client'] as const;
  return ways
    .flatMap((way) =>
      Array.from({ length: passed[way] }, (_, at) =>
        (['before', 'half', 'after'] as const).map((how): Cut => ({ way, message: at + 1, how })),
      ).flat(),
    )
    .toSorted((a, b) => Number(a.message) / passed[a.way] - Number(b.message) / passed[b.way]);
}

/** As many as are wanted, more of them where a run has begun to send, and one line of ten that stalls instead. */
function some(places: readonly Cut[], count: number): Cut[] {
  return Array.from({ length: count }, (_, at) => {
    const share = Math.sqrt((at + randomOf(seed, at).next()) / count);
    const one = places[Math.floor(share * places.length)] as Cut;
    return at % 10 === seed % FEW ? { ...one, how: 'stall' } : one;
  });
}

describe.skipIf(server === undefined)('a line to the journal that breaks', { timeout: 7_200_000 }, () => {
  it('loses no order, sends none twice, and nothing is told that is not so', async () => {
    const found = new Findings(COUNTED);
    const places = placesOf(await messagesOf(await fresh(), found));
    expect(found.violations).toEqual([]);
    found.note('places', places.length);
    const cuts = asked === 'all' ? places : some(places, Number(asked ?? FEW));
    await inTurns(cuts.length, ABREAST, async (at) => {
      const random = randomOf(seed, 1_000_000 + at);
      const [losesAnswers, isTwice] = [random.chance(0.3), random.chance(0.2)];
      const scene = { losesAnswers, seed: random.below(1e9), where: `cut ${at} of seed ${seed}` };
      const again = isTwice ? [random.pick(places)] : [];
      await playCut({ ...scene, database: await fresh(), cuts: [cuts[at] as Cut, ...again] }, found);
    });
    const { violations, figures } = found;
    if (asked !== undefined) process.stdout.write(`${JSON.stringify({ seed, ...figures })}\n`);
    expect({ seed, violations }).toEqual({ seed, violations: [] });
    expect(figures['cut']).toBeGreaterThan(0);
  });
});
