/**
 * A run whose line to its journal breaks at one message, and the run after it, in this process: against a real server behind a proxy
 * (proofs/support/postgres-proxy.ts) and the paper exchange.
 */
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange } from '../../src/paper/server.ts';
import { checkTold, outcomesOf, type OrderOutcome } from '../../proofs/ledger-check.ts';
import { pause, type Findings } from '../../proofs/proof.ts';
import { WIDE, wideConfig } from '../../proofs/random-plans.ts';
import { place, type Ended } from '../../proofs/support/ordo.ts';
import { startProxy, type Cut, type PostgresProxy } from '../../proofs/support/postgres-proxy.ts';
import { asideIn, judgeCut, judgeEnd, PLAN_NAME, type Judged } from './cut-judge.ts';
import { here } from './here.ts';

/** A batch of two, two singles and a trigger order: four calls, of which two are under way at a time. */
const PLAN = `version: 1
name: ${PLAN_NAME}
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: rests, side: open-long, size: 0.01, price: 60000 }
  - { id: preset, side: open-long, size: 0.01, price: 60001, stopLoss: 50000 }
  - { id: rests-too, side: open-long, size: 0.01, price: 60002 }
  - { id: bail-out, side: close-long, size: 0.01, trigger: 50000, price: market }
  - { id: preset-too, side: open-long, size: 0.01, price: 60003, stopLoss: 50000 }
`;
const ORDERS = 5;
const EXECUTE = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'ndjson'];
const [DONE, USAGE, INCOMPLETE, UNKNOWN, LOCKED] = [0, 2, 6, 7, 10];
/** A server that has not noticed by then that a session is gone never does. */
const FREE_MS = 8_000;

/** What a scene is made of. */
interface Scene {
  /** The URL of a fresh database. */
  readonly database: string;
  /** One run each; the run after the last of them is not cut. */
  readonly cuts: readonly Cut[];
  /** Whether some answers of the exchange are lost as well. */
  readonly losesAnswers: boolean;
  readonly seed: number;
  readonly where: string;
}

interface Stage extends Scene, Judged {
  readonly proxy: PostgresProxy;
}

/** How many messages a run has that nothing cuts, each way. */
export const messagesOf = (database: string, found: Findings): Promise<PostgresProxy['passed']> =>
  onStage({ database, cuts: [], losesAnswers: false, seed: 1, where: 'uncut' }, found, async (stage) => {
    stage.proxy.lay();
    const { code, stdout, stderr } = await here(EXECUTE, stage.at);
    const isWhole = code === DONE && stage.paper.orders.length === ORDERS;
    found.hold(isWhole, stage.where, `exit ${code} ${stdout}${stderr}`);
    return { ...stage.proxy.passed };
  });

/** Adds to `found` whatever does not hold. */
export const playCut = (scene: Scene, found: Findings): Promise<void> =>
  onStage(scene, found, async (stage) => {
    const told: OrderOutcome[] = [];
    for (const cut of scene.cuts) told.push(...(await cutRun(stage, cut)));
    // Where something was kept beside the journal, the step that takes it in is cut as well.
    const how = (['before', 'half', 'after'] as const)[scene.seed % 3] ?? 'half';
    if (asideIn(stage.at).length > 0) await cutRun(stage, { way: 'to-server', message: 'unrecorded', how });
    await nextRun(stage, told);
  });

async function onStage<T>(scene: Scene, found: Findings, play: (stage: Stage) => Promise<T>): Promise<T> {
  const faults: Partial<Record<FaultName, number>> = scene.losesAnswers ? { 'drop-after': 0.3 } : {};
  const paper = await startPaperExchange({ ...WIDE, faults, seed: scene.seed });
  const proxy = await startProxy(scene.database);
  const at = place(paper.origin);
  at.env['ORDO_JOURNAL'] = proxy.through(scene.database);
  at.write('ordo.config.yaml', wideConfig({ inFlight: 2, maxOrdersPerCall: 20, onUnknown: 'continue' }));
  at.write('plan.yaml', PLAN);
  try {
    return await play({ ...scene, paper, proxy, at, found });
  } finally {
    await proxy.close();
    await paper.close();
    at.remove();
  }
}

/** What it told, but for what it withheld. */
async function cutRun(stage: Stage, cut: Cut): Promise<readonly OrderOutcome[]> {
  const { proxy, paper, found, at } = stage;
  const before = new Set(paper.orders.map(({ clientOid }) => clientOid));
  proxy.lay(cut);
  const { code, stdout, stderr } = await here(EXECUTE, at);
  const where = `${stage.where}, ${cut.how} at ${cut.message} ${cut.way} (${proxy.broken ?? 'never came'})`;
  found.count('runs');
  found.count(proxy.broken === undefined ? 'not reached' : 'cut');
  found.count(`exit ${code}`);
  // Everything passes again, so that nothing holds the lock but what the server has not noticed.
  proxy.lay();
  // The run before may hold the plan for a moment.
  const isEnd = [DONE, USAGE, INCOMPLETE, UNKNOWN, ...(cut === stage.cuts[0] ? [] : [LOCKED])].includes(code ?? -1);
  found.hold(isEnd, where, `exit ${code} ${stderr}`);
  const told = outcomesOf(stdout);
  const sent = new Set(paper.orders.map(({ clientOid }) => clientOid)).difference(before);
  await judgeCut(told, sent, { ...stage, where });
  return told.filter(({ outcome }) => outcome !== 'withheld');
}

/** Nothing cuts it: what is still unknown after it is looked up, and the chain is whole. */
async function nextRun(stage: Stage, told: readonly OrderOutcome[]): Promise<void> {
  const { found, where, at } = stage;
  const last = await freed(stage);
  const outcomes = outcomesOf(last.stdout);
  found.hold(last.code === DONE || last.code === UNKNOWN, where, `the next run ends ${last.code} ${last.stderr}`);
  found.hold(outcomes.length === ORDERS, where, `the next run tells ${last.stdout}`);
  checkTold(outcomes, stage);
  // What was told stays so: it needs no look into the exchange's lists.
  const isAccepted = new Set(told.filter(({ outcome }) => outcome === 'accepted').map(({ id }) => id));
  for (const one of outcomes) {
    const isKnown = one.outcome === 'withheld' && one.reason === 'already-accepted';
    found.hold(
      isKnown || !isAccepted.has(one.id),
      where,
      `${one.id} was accepted, and is told as ${one.outcome} later`,
    );
  }
  const settled = last.code === UNKNOWN ? (await here(['settle', 'plan.yaml'], at)).code : DONE;
  found.hold(settled === DONE || settled === UNKNOWN, where, `settle ends ${settled}`);
  await judgeEnd([...told, ...outcomes], ORDERS, stage);
  const verified = await here(['journal', 'verify'], at);
  found.hold(verified.code === DONE, where, `the chain: ${verified.stdout}${verified.stderr}`);
}

/** The next run, which may find the plan held for as long as the server has not noticed. */
async function freed({ at, found }: Stage): Promise<Ended> {
  const sinceMs = performance.now();
  let ended = await here(EXECUTE, at);
  if (ended.code === LOCKED) found.count('plans still held');
  while (ended.code === LOCKED && performance.now() - sinceMs < FREE_MS) {
    await pause(5);
    ended = await here(EXECUTE, at);
    const most = Number(found.figures['held for at most, ms'] ?? 0);
    found.note('held for at most, ms', Math.max(most, Math.round(performance.now() - sinceMs)));
  }
  return ended;
}
