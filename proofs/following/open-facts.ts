/**
 * The five plans of the page on following, to their ends, under every combination of what the documents leave open about the exchange:
 * closes of more than is held, what a trigger becomes, one that is passed already, and lists that lag.
 */
import { CLOSES_WORDS, FIRED_WORDS, PASSED_WORDS } from '../../src/paper/book.ts';
import { inTurns, proofOf, prove, type ProofOptions } from '../proof.ts';
import { randomOf } from '../random.ts';
import { INTERFACE } from '../spoken.ts';
import { ordo } from '../support/ordo.ts';
import { FIVE, fivePlan, type FiveName } from './five.ts';
import { judgeOf, lastRun, stageOf, type Staging } from './scene.ts';

const COUNTED = ['runs', 'orders placed', 'orders filled in parts', 'parts of stops', 'cancels'];
const ABREAST = 6;
const MAX_PAUSE_MS = 20_000;
const LAGS_MS = [0, 700, 2000] as const;

interface Combination {
  readonly name: FiveName;
  readonly closes: (typeof CLOSES_WORDS)[number];
  readonly fired: (typeof FIRED_WORDS)[number];
  readonly passed: (typeof PASSED_WORDS)[number];
  readonly listLagMs: (typeof LAGS_MS)[number];
}

/** Each plan under each of the 81. */
const COMBINATIONS: readonly Combination[] = FIVE.flatMap((name) =>
  CLOSES_WORDS.flatMap((closes) =>
    FIRED_WORDS.flatMap((fired) =>
      PASSED_WORDS.flatMap((passed) => LAGS_MS.map((listLagMs) => ({ name, closes, fired, passed, listLagMs }))),
    ),
  ),
);

/** Fewer runs than there are take them from everywhere. */
export const openFacts = proofOf('open-facts', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  const order = randomOf(seed, 0).shuffled(COMBINATIONS);
  await inTurns(runs, ABREAST, async (run) => {
    const { name, ...facts } = order[run % order.length] as Combination;
    const random = randomOf(seed, run + 1);
    const where = `run ${run}, ${name}, ${Object.values(facts).join(' ')}`;
    const options = { ...facts, latencyMs: random.pick([0, 5, 30]) };
    const mayFreeze = facts.fired === 'own-id' || (facts.fired === 'named' && INTERFACE === 'v2');
    await oneRun(name, { random, found, where, maxPauseMs: MAX_PAUSE_MS, options, mayFreeze });
    found.count('runs');
  });
});

/** What `sell-slowly` sells has to be held. */
const HELD = `version: 1
name: held
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: hold, side: open-long, size: 0.02, price: market, reference: 64000 }
`;

async function oneRun(name: FiveName, staging: Staging): Promise<void> {
  const stage = await stageOf(staging);
  try {
    if (name === 'sell-slowly')
      await ordo(
        ['run', stage.write('held.yaml', HELD), '--live', '--execute', '--yes', '--output', 'ndjson'],
        stage.at,
      );
    const plan = fivePlan(name, { nowMs: Date.now(), maxPauseMs: MAX_PAUSE_MS });
    const judge = await judgeOf(stage, staging, plan);
    await lastRun(stage, judge, staging);
  } finally {
    await stage.close();
  }
}

if (import.meta.main) await prove({ runs: COMBINATIONS.length }, openFacts);
