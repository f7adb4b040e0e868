/**
 * Random saves and wishes before `ordo run --watch --execute --live`, and a judge who sees only what a person and an exchange
 * see: nothing goes out that was not approved, and nothing twice.
 *
 * The watch runs in this process. Real are its files and what watches them, its journal, its connection and the exchange
 * behind it; the screen is one that notes down what it is told, and the clock goes ten times as fast, while what the system
 * tells of a change does not. Each pattern is up to three watches, one after the other, over one folder, journal and exchange.
 * The seed fixes what is done; which hint comes before which look is the machine's own.
 */
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { checkKnown, checkOnce, checkTold, readAccounts, type OrderOutcome } from '../ledger-check.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf, type Random } from '../random.ts';
import { WIDE } from '../random-plans.ts';
import { place, type Place } from '../support/ordo.ts';
import { realClock } from '../../src/system/clock.ts';
import { Desk } from './desk.ts';
import { draftOrder } from './drafts.ts';
import { fastClock } from './fast-clock.ts';
import { Person } from './person.ts';
import { mended } from './saving.ts';
import { Sitting } from './sitting.ts';
import { Witness } from './witness.ts';

/** They mostly wait. */
const ABREAST = 16;
/** Real ms after which a watch that was asked to end hangs. */
const HANGS_MS = 20_000;

const COUNTED = [
  'patterns',
  'watches',
  'wishes to place',
  'of these refused',
  'approvals',
  'runs placed',
  'orders accepted',
];

/** No pattern begins after the first violation. */
export const saves = proofOf('saves', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    if (found.violations.length === 0) await onePattern(randomOf(seed, run), `pattern ${run}`, found);
  });
});

interface Scene {
  readonly at: Place;
  readonly desk: Desk;
  readonly paper: PaperExchange;
  readonly found: Findings;
  readonly where: string;
}

async function onePattern(random: Random, where: string, found: Findings): Promise<void> {
  const faults: Partial<Record<FaultName, number>> = random.chance(0.3) ? { 'drop-after': 0.2, 'reject-one': 0.1 } : {};
  const latencyMs = random.pick([0, 0, 5, 20, 60]);
  const paper = await startPaperExchange({ ...WIDE, latencyMs, faults, seed: random.below(1e9), clock: fastClock });
  const at = place(paper.origin);
  try {
    const scene: Scene = { at, desk: new Desk(at.folder, random), paper, found, where };
    const told: OrderOutcome[] = [];
    for (let watches = random.pick([1, 1, 2, 3]); watches > 0; watches--) {
      const isLast = watches === 1;
      if (isLast) for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
      told.push(...(await oneWatch(scene, isLast)));
    }
    found.count('patterns');
    found.count('orders accepted', paper.orders.length);
    checkOnce(scene);
    checkTold(told.filter(isFinal), scene);
    checkKnown({ known: await readAccounts(at, paper, ['default', 'second']), told }, scene);
  } finally {
    await paper.close();
    at.remove();
  }
}

/** What was withheld may have been sent by a later run: the witness judges that when it is told. */
const isFinal = (one: OrderOutcome): boolean => one.outcome === 'accepted' || one.outcome === 'rejected';

async function oneWatch({ at, desk, paper, found, where }: Scene, isLast: boolean): Promise<OrderOutcome[]> {
  const { random } = desk;
  const witness = new Witness({
    found,
    where,
    paper,
    planFile: desk.plan,
    root: at.folder,
    nowMs: fastClock.monotonicMs,
  });
  const sitting = new Sitting(desk.plan, at, witness);
  sitting.ended.catch((error: unknown) => found.hold(false, where, `the watch ended by a bug: ${String(error)}`));
  found.count('watches');
  if (await sitting.mounted) {
    const person = new Person(desk, sitting);
    await person.play(random.int(4, 12));
    if (isLast) await inCalm({ desk, sitting, person, found, where });
    await ended(random, sitting, person);
  }
  const patience = new AbortController();
  const hangs = realClock
    .sleep(HANGS_MS, patience.signal)
    .then(() => found.hold(sitting.isOver, where, 'the watch does not end'));
  await Promise.race([sitting.ended.catch(() => {}), hangs]);
  patience.abort();
  return witness.told;
}

/** Once the files rest, and are good, what a person approves is placed. */
async function inCalm({
  desk,
  sitting,
  person,
  found,
  where,
}: Pick<Scene, 'desk' | 'found' | 'where'> & { sitting: Sitting; person: Person }): Promise<void> {
  sitting.wish({ kind: 'resume' });
  desk.draft = { ...desk.draft, orders: [...desk.draft.orders.slice(0, 9), draftOrder(desk.random, desk.newId())] };
  for (const step of mended(desk, desk.text())) step();
  await pause(20);
  const { witness } = sitting;
  const code = await person.look(3000);
  if (code === undefined) return found.count('calm ends with nothing to approve');
  const { runs, remarks } = witness;
  sitting.wish({ kind: 'place', code });
  for (let waited = 0; waited < 600 && witness.runs === runs && witness.remarks === remarks; waited++) await pause(5);
  if (witness.runs > runs) found.count('calm ends with a run');
  found.hold(witness.runs > runs || witness.remarks > remarks, where, 'an approval in calm came to nothing');
}

/** By q, by Ctrl-C or by a signal; sometimes in the middle of a run, or of an approval. */
async function ended(random: Random, sitting: Sitting, person: Person): Promise<void> {
  const end = (): void => (random.chance(0.5) ? sitting.wish({ kind: 'quit' }) : sitting.wish({ kind: 'interrupt' }));
  const code = random.chance(0.6) ? await person.look() : undefined;
  if (code !== undefined) sitting.wish({ kind: 'place', code });
  if (random.chance(0.3)) sitting.wish({ kind: 'pause' });
  const { witness } = sitting;
  if (random.chance(0.4)) await pause(random.pick([0, 1, 3, 10, 30]));
  // A signal while the files are read ends the process at once, which a test's own process would not survive.
  if (witness.run !== undefined && random.chance(0.3)) sitting.interrupt();
  else end();
}

if (import.meta.main) await prove({ runs: 1000 }, saves);
